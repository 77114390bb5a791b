package dev.fcp.spec.session;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assumptions.assumeThat;

import dev.fcp.eventlog.journal.FileJournal;
import dev.fcp.eventlog.journal.JournalException;
import dev.fcp.eventlog.session.Outcome;
import dev.fcp.eventlog.session.RetentionPolicy;
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
    return FileJournal.open(path(), FileJournal.Settings.defaults());
  }

  private List<String> names() throws IOException {
    try (Stream<Path> files = Files.list(path())) {
      return files.map(file -> file.getFileName().toString()).sorted().toList();
    }
  }

  @Test
  @Clause("JN-11")
  void only_the_user_can_read_it_and_version_control_ignores_it() throws IOException {
    assumeThat(Files.getFileStore(folder).supportsFileAttributeView(PosixFileAttributeView.class))
        .as("the disk of %s has file permissions", folder)
        .isTrue();
    try (FileJournal journal = open()) {
      CounterSessions.opened("5 # five\n", journal);
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
      CounterSessions.withThreeSteps(journal);
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
      Session<Counter, CounterEvent> first = CounterSessions.withThreeSteps(one);
      Session<Counter, CounterEvent> second = CounterSessions.resumed(other);
      CounterSessions.add(second, 4);
      first.with(CounterSessions.options("undo")).undo(2);
      CounterSessions.add(second, 5);
      assertThat(CounterSessions.value(second)).isEqualTo(8);
      assertThat(first.rebuild().model().value()).isEqualTo(8);
    }
  }

  @Test
  @Tag("many")
  @Clause("JN-7")
  void another_process_writes_to_the_same_journal() throws Exception {
    try (FileJournal journal = open()) {
      Session<Counter, CounterEvent> session = CounterSessions.withThreeSteps(journal);
      Process process = KilledProcessTest.process(path(), "30").start();
      int own = 0;
      while (process.isAlive() || own < 5) {
        own += CounterSessions.add(session, 1) instanceof Outcome.Committed ? 1 : 0;
      }
      assertThat(process.waitFor()).isZero();
      assertThat(session.rebuild().model().value()).isEqualTo(6 + 30 + own);
      assertThat(session.verify().isValid()).isTrue();
    }
  }

  @Test
  @Clause("JN-7")
  void the_process_that_holds_a_lock_for_long_is_named() {
    FileJournal.Settings shortTimeout =
        FileJournal.Settings.defaults().withLockTimeout(Duration.ofMillis(20));
    try (FileJournal one = open();
        FileJournal other = FileJournal.open(path(), shortTimeout)) {
      Session<Counter, CounterEvent> mine = CounterSessions.created(one);
      Session<Counter, CounterEvent> theirs = CounterSessions.resumed(other);
      try (FileJournal.WriteLock writeLock = one.acquireWriteLockAsOwner()) {
        assertThat(writeLock).isNotNull();
        CounterSessions.add(mine, 1);
        assertThatThrownBy(() -> CounterSessions.add(theirs, 2))
            .isInstanceOf(JournalException.class)
            .hasMessageContaining("held by process " + ProcessHandle.current().pid() + " since 2");
      }
      CounterSessions.add(theirs, 2);
      assertThat(CounterSessions.value(theirs)).isEqualTo(3);
    }
  }

  @Test
  @Clause("JN-14")
  void pruned_records_are_gone_from_the_disk_and_a_checkpoint_keeps_its_model() throws IOException {
    try (FileJournal journal = open()) {
      Session<Counter, CounterEvent> session = CounterSessions.withThreeSteps(journal);
      session.with(CounterSessions.options("name")).checkpoint("six");
      for (int i = 0; i < 10; i++) {
        CounterSessions.add(session, 10);
      }
      Outcome outcome =
          session
              .with(CounterSessions.options("retain"))
              .prune(new RetentionPolicy(4, Duration.ZERO, 5));
      assertThat(outcome).isInstanceOf(Outcome.Recorded.class);
      assertThat(session.state().undoDepth()).isEqualTo(4);
    }
    assertThat(names()).doesNotContain("000000000001.jsonl", "000000000001.snapshot");
    try (FileJournal journal = open()) {
      assertThat(journal.recoveryReport().isClean()).isTrue();
      Session<Counter, CounterEvent> session = CounterSessions.resumed(journal);
      session.with(CounterSessions.options("undo")).undo(99);
      assertThat(CounterSessions.value(session)).isEqualTo(66);
      assertThat(session.modelNamed("six")).contains(new Counter(6));
      assertThat(CounterSessions.reason(session.with(CounterSessions.options("to")).undoTo("six")))
          .contains("lies before the oldest step that can be undone");
      session.with(CounterSessions.options("redo")).redo(99);
      assertThat(CounterSessions.value(session)).isEqualTo(106);
      assertThat(session.verify().isValid()).isTrue();
    }
  }

  @Test
  @Clause({"JN-7", "JN-14"})
  void a_reader_that_opened_it_empty_reads_records_after_pruned_ones() throws IOException {
    try (FileJournal empty = open();
        FileJournal journal = open()) {
      Session<Counter, CounterEvent> session = CounterSessions.withThreeSteps(journal);
      for (int i = 0; i < 10; i++) {
        CounterSessions.add(session, 10);
      }
      session
          .with(CounterSessions.options("retain"))
          .prune(new RetentionPolicy(4, Duration.ZERO, 5));
      assertThat(names()).doesNotContain("000000000001.jsonl");
      assertThat(CounterSessions.value(CounterSessions.resumed(empty))).isEqualTo(106);
      assertThat(empty.firstNumber()).isGreaterThan(1);
    }
  }

  @Test
  @Clause("JN-14")
  void a_deleted_journal_is_empty_and_fails_for_those_who_had_it_open() throws IOException {
    try (FileJournal journal = open()) {
      Session<Counter, CounterEvent> session = CounterSessions.withThreeSteps(journal);
      FileJournal.delete(path(), FileJournal.Settings.defaults());
      assertThat(path()).doesNotExist();
      assertThatThrownBy(() -> CounterSessions.add(session, 4))
          .isInstanceOf(JournalException.class)
          .hasMessageContaining("open the document again");
    }
    try (FileJournal journal = open()) {
      assertThat(journal.lastNumber()).isZero();
    }
  }

  @Test
  @Clause("JN-11")
  void an_unwritable_folder_is_a_clear_error() throws IOException {
    Path file = Files.createFile(folder.resolve("file"));
    assertThatThrownBy(
            () -> FileJournal.open(file.resolve(".fcp/a"), FileJournal.Settings.defaults()))
        .isInstanceOf(JournalException.class)
        .hasMessageContaining("cannot be opened");
  }
}
