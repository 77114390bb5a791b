package dev.fcp.spec.session;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assumptions.assumeThat;

import dev.fcp.eventlog.journal.FileJournal;
import dev.fcp.eventlog.journal.JournalException;
import dev.fcp.eventlog.session.Outcome;
import dev.fcp.eventlog.session.Retention;
import dev.fcp.eventlog.session.Session;
import dev.fcp.spec.Clause;
import dev.fcp.spec.domains.counter.Counter;
import dev.fcp.spec.domains.counter.CounterEvent;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFileAttributeView;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A journal on the disk of the machine. */
class FileJournalTest {

  @TempDir private Path folder;

  private Path path() {
    return folder.resolve(".fcp/a b \u00e4.counter");
  }

  private FileJournal open() {
    return FileJournal.open(path(), FileJournal.Settings.standard());
  }

  private List<String> names() throws IOException {
    try (Stream<Path> files = Files.list(path())) {
      return files.map(file -> file.getFileName().toString()).sorted().toList();
    }
  }

  @Test
  @Clause("JN-11")
  void only_the_user_can_read_it_and_version_control_leaves_it_alone() throws IOException {
    assumeThat(Files.getFileStore(folder).supportsFileAttributeView(PosixFileAttributeView.class))
        .as("the disk of %s knows who may read a file", folder)
        .isTrue();
    try (FileJournal journal = open()) {
      Sessions.opened("5 # five\n", journal);
      assertThat(mode(path())).isEqualTo("rwx------");
      assertThat(mode(path().getParent())).isEqualTo("rwx------");
      for (String name : names()) {
        assertThat(mode(path().resolve(name))).as(name).isEqualTo("rw-------");
      }
    }
    assertThat(path().resolveSibling(".gitignore")).hasContent("*");
  }

  private static String mode(Path file) throws IOException {
    return PosixFilePermissions.toString(Files.getPosixFilePermissions(file));
  }

  @Test
  @Clause("JN-3")
  void a_closed_journal_holds_lines_and_nothing_else() throws IOException {
    try (FileJournal journal = open()) {
      Sessions.withThreeSteps(journal);
    }
    List<String> lines =
        Files.readAllLines(path().resolve("000000000001.jsonl"), StandardCharsets.UTF_8);
    assertThat(lines)
        .hasSize(4)
        .allMatch(line -> line.startsWith("{\"crc\":\"") && line.endsWith("}"));
  }

  @Test
  @Clause("JN-7")
  void two_sessions_of_a_process_write_to_one_journal() {
    try (FileJournal one = open();
        FileJournal other = open()) {
      Session<Counter, CounterEvent> first = Sessions.withThreeSteps(one);
      Session<Counter, CounterEvent> second = Sessions.resumed(other);
      Sessions.add(second, 4);
      first.undo(Sessions.intent("undo"), 2);
      Sessions.add(second, 5);
      assertThat(Sessions.value(second)).isEqualTo(8);
      assertThat(first.restore().model().value()).isEqualTo(8);
    }
  }

  @Test
  @Tag("many")
  @Clause("JN-7")
  void another_process_writes_to_the_same_journal() throws Exception {
    try (FileJournal journal = open()) {
      Session<Counter, CounterEvent> session = Sessions.withThreeSteps(journal);
      Process process = KilledProcessTest.process(path(), "30").start();
      int own = 0;
      while (process.isAlive() || own < 5) {
        own += Sessions.add(session, 1) instanceof Outcome.Committed ? 1 : 0;
      }
      assertThat(process.waitFor()).isZero();
      assertThat(session.restore().model().value()).isEqualTo(6 + 30 + own);
      assertThat(session.verify().holds()).isTrue();
    }
  }

  @Test
  @Clause("JN-7")
  void who_holds_a_journal_for_longer_is_named() {
    FileJournal.Settings hasty = FileJournal.Settings.standard().waiting(Duration.ofMillis(20));
    try (FileJournal one = open();
        FileJournal other = FileJournal.open(path(), hasty)) {
      Session<Counter, CounterEvent> mine = Sessions.created(one);
      Session<Counter, CounterEvent> theirs = Sessions.resumed(other);
      try (FileJournal.Hold hold = one.exclusive()) {
        assertThat(hold).isNotNull();
        Sessions.add(mine, 1);
        assertThatThrownBy(() -> Sessions.add(theirs, 2))
            .isInstanceOf(JournalException.class)
            .hasMessageContaining("held by process " + ProcessHandle.current().pid() + " since 2");
      }
      Sessions.add(theirs, 2);
      assertThat(Sessions.value(theirs)).isEqualTo(3);
    }
  }

  @Test
  @Clause("JN-14")
  void what_was_let_go_is_gone_from_the_disk_and_a_name_keeps_its_model() throws IOException {
    try (FileJournal journal = open()) {
      Session<Counter, CounterEvent> session = Sessions.withThreeSteps(journal);
      session.checkpoint(Sessions.intent("name"), "six");
      for (int i = 0; i < 10; i++) {
        Sessions.add(session, 10);
      }
      Outcome outcome =
          session.retain(Sessions.intent("retain"), new Retention(4, Duration.ZERO, 5));
      assertThat(outcome).isInstanceOf(Outcome.Recorded.class);
      assertThat(session.state().undoDepth()).isEqualTo(4);
    }
    assertThat(names()).doesNotContain("000000000001.jsonl", "000000000001.snapshot");
    try (FileJournal journal = open()) {
      assertThat(journal.recovery().isClean()).isTrue();
      Session<Counter, CounterEvent> session = Sessions.resumed(journal);
      session.undo(Sessions.intent("undo"), 99);
      assertThat(Sessions.value(session)).isEqualTo(66);
      assertThat(session.modelOf("six")).contains(new Counter(6));
      assertThat(Sessions.reason(session.undoTo(Sessions.intent("to"), "six")))
          .contains("lies before the oldest step that can be undone");
      session.redo(Sessions.intent("redo"), 99);
      assertThat(Sessions.value(session)).isEqualTo(106);
      assertThat(session.verify().holds()).isTrue();
    }
  }

  @Test
  @Clause({"JN-7", "JN-14"})
  void who_opened_it_without_records_reads_those_whose_first_were_let_go() throws IOException {
    try (FileJournal empty = open();
        FileJournal journal = open()) {
      Session<Counter, CounterEvent> session = Sessions.withThreeSteps(journal);
      for (int i = 0; i < 10; i++) {
        Sessions.add(session, 10);
      }
      session.retain(Sessions.intent("retain"), new Retention(4, Duration.ZERO, 5));
      assertThat(names()).doesNotContain("000000000001.jsonl");
      assertThat(Sessions.value(Sessions.resumed(empty))).isEqualTo(106);
      assertThat(empty.firstNumber()).isGreaterThan(1);
    }
  }

  @Test
  @Clause("JN-14")
  void a_forgotten_journal_is_empty_and_who_had_it_open_is_told() throws IOException {
    try (FileJournal journal = open()) {
      Session<Counter, CounterEvent> session = Sessions.withThreeSteps(journal);
      FileJournal.forget(path(), FileJournal.Settings.standard());
      assertThat(path()).doesNotExist();
      assertThatThrownBy(() -> Sessions.add(session, 4))
          .isInstanceOf(JournalException.class)
          .hasMessageContaining("open the document again");
    }
    try (FileJournal journal = open()) {
      assertThat(journal.lastNumber()).isZero();
    }
  }

  @Test
  @Clause("JN-11")
  void a_place_where_nothing_can_be_written_is_a_clear_error() throws IOException {
    Path file = Files.createFile(folder.resolve("file"));
    assertThatThrownBy(
            () -> FileJournal.open(file.resolve(".fcp/a"), FileJournal.Settings.standard()))
        .isInstanceOf(JournalException.class)
        .hasMessageContaining("cannot be opened");
  }
}
