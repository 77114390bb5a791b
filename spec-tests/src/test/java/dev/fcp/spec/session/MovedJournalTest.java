package dev.fcp.spec.session;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.fcp.eventlog.journal.FileJournal;
import dev.fcp.eventlog.journal.Journal;
import dev.fcp.eventlog.journal.JournalException;
import dev.fcp.eventlog.session.Retention;
import dev.fcp.eventlog.session.Session;
import dev.fcp.spec.Clause;
import dev.fcp.spec.domains.counter.Counter;
import dev.fcp.spec.domains.counter.CounterEvent;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A journal that goes on in another folder. */
@Clause("JN-18")
class MovedJournalTest {

  private static final FileJournal.Settings SETTINGS = FileJournal.Settings.standard();

  @TempDir private Path folder;
  private Path draft;
  private Path file;

  @BeforeEach
  void setUp() {
    draft = folder.resolve("drafts/.fcp/1");
    file = folder.resolve("b/.fcp/b \u00e4.counter");
  }

  /** A history with a text, a name whose steps are gone, and snapshots. */
  private static Session<Counter, CounterEvent> written(Journal journal) {
    Session<Counter, CounterEvent> session = Sessions.opened("5 # five\n", journal);
    session.checkpoint(Sessions.intent("name"), "five");
    for (int i = 0; i < 9; i++) {
      Sessions.add(session, 1);
    }
    session.retain(Sessions.intent("retain"), new Retention(4, Duration.ZERO, 5));
    return session;
  }

  private static void requireWritten(Session<Counter, CounterEvent> session) {
    assertThat(session.verify().holds()).isTrue();
    assertThat(session.modelOf("five")).contains(new Counter(5));
    session.undo(Sessions.intent("undo"), 99);
    assertThat(Sessions.value(session)).isEqualTo(10);
    session.redo(Sessions.intent("redo"), 99);
  }

  @Test
  void a_moved_journal_is_in_the_other_folder_and_nowhere_else() {
    try (FileJournal journal = FileJournal.open(draft, SETTINGS)) {
      Session<Counter, CounterEvent> session = written(journal);
      journal.moveTo(file);
      assertThat(journal.folder()).isEqualTo(file);
      assertThat(draft).doesNotExist();
      Sessions.add(session, 1);
      assertThat(session.restore().model().value()).isEqualTo(15);
    }
    assertThat(file.resolveSibling(".gitignore")).hasContent("*");
    try (FileJournal journal = FileJournal.open(file, SETTINGS)) {
      assertThat(journal.recovery().isClean()).isTrue();
      requireWritten(Sessions.resumed(journal));
    }
  }

  @Test
  void of_a_copied_journal_both_go_on_by_themselves() {
    try (FileJournal journal = FileJournal.open(draft, SETTINGS)) {
      Session<Counter, CounterEvent> session = written(journal);
      journal.copyTo(file);
      Sessions.add(session, 100);
      try (FileJournal left = FileJournal.open(draft, SETTINGS)) {
        assertThat(left.recovery().isClean()).isTrue();
        Session<Counter, CounterEvent> theirs = Sessions.resumed(left);
        requireWritten(theirs);
        assertThat(Sessions.add(theirs, 1)).isNotNull();
        assertThat(Sessions.value(theirs)).isEqualTo(15);
      }
      Sessions.add(session, 1);
      assertThat(session.restore().model().value()).isEqualTo(115);
    }
    try (FileJournal journal = FileJournal.open(file, SETTINGS)) {
      assertThat(journal.recovery().isClean()).isTrue();
      assertThat(Sessions.value(Sessions.resumed(journal))).isEqualTo(115);
    }
  }

  @Test
  void who_has_a_moved_journal_open_is_told_and_writes_nowhere() {
    try (FileJournal journal = FileJournal.open(draft, SETTINGS);
        FileJournal other = FileJournal.open(draft, SETTINGS)) {
      written(journal);
      Session<Counter, CounterEvent> theirs = Sessions.resumed(other);
      journal.moveTo(file);
      assertThatThrownBy(() -> Sessions.add(theirs, 1))
          .isInstanceOf(JournalException.class)
          .hasMessageContaining("its folder was moved or emptied; open the document again");
      assertThat(draft).doesNotExist();
    }
  }

  @Test
  void a_new_journal_in_the_folder_that_was_left_is_safe_from_who_had_the_old_one_open() {
    try (FileJournal journal = FileJournal.open(draft, SETTINGS);
        FileJournal other = FileJournal.open(draft, SETTINGS)) {
      written(journal);
      Session<Counter, CounterEvent> theirs = Sessions.resumed(other);
      journal.moveTo(file);
      try (FileJournal next = FileJournal.open(draft, SETTINGS)) {
        Session<Counter, CounterEvent> session = Sessions.withThreeSteps(next);
        assertThatThrownBy(() -> Sessions.add(theirs, 1)).isInstanceOf(JournalException.class);
        Sessions.add(session, 4);
        assertThat(session.restore().model().value()).isEqualTo(10);
      }
    }
  }

  @Test
  void who_has_a_copied_journal_open_goes_on_in_the_old_folder() {
    try (FileJournal journal = FileJournal.open(draft, SETTINGS);
        FileJournal other = FileJournal.open(draft, SETTINGS)) {
      Session<Counter, CounterEvent> session = written(journal);
      Session<Counter, CounterEvent> theirs = Sessions.resumed(other);
      journal.copyTo(file);
      Sessions.add(theirs, 1);
      Sessions.add(session, 2);
      assertThat(theirs.restore().model().value()).isEqualTo(15);
      assertThat(session.restore().model().value()).isEqualTo(16);
    }
  }

  @Test
  void a_folder_that_holds_a_journal_is_not_written_over() {
    try (FileJournal there = FileJournal.open(file, SETTINGS)) {
      Sessions.withThreeSteps(there);
    }
    try (FileJournal journal = FileJournal.open(draft, SETTINGS)) {
      Session<Counter, CounterEvent> session = written(journal);
      assertThatThrownBy(() -> journal.moveTo(file))
          .isInstanceOf(JournalException.class)
          .hasMessageContaining("it stays where it is")
          .hasMessageContaining("holds a journal already");
      assertThatThrownBy(() -> journal.copyTo(file)).isInstanceOf(JournalException.class);
      assertThat(journal.folder()).isEqualTo(draft);
      requireWritten(session);
    }
    try (FileJournal there = FileJournal.open(file, SETTINGS)) {
      assertThat(Sessions.value(Sessions.resumed(there))).isEqualTo(6);
    }
  }

  @Test
  void a_journal_goes_to_no_folder_of_its_own() {
    try (FileJournal journal = FileJournal.open(draft, SETTINGS)) {
      Session<Counter, CounterEvent> session = written(journal);
      for (Path other : new Path[] {draft, draft.resolve("in"), draft.getParent()}) {
        assertThatThrownBy(() -> journal.moveTo(other))
            .isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> journal.copyTo(other))
            .isInstanceOf(IllegalArgumentException.class);
      }
      requireWritten(session);
    }
  }

  @Test
  void a_place_where_nothing_can_be_written_leaves_it_where_it_is() throws IOException {
    Path plain = Files.createFile(folder.resolve("plain"));
    try (FileJournal journal = FileJournal.open(draft, SETTINGS)) {
      Session<Counter, CounterEvent> session = written(journal);
      assertThatThrownBy(() -> journal.moveTo(plain.resolve(".fcp/a")))
          .isInstanceOf(JournalException.class);
      assertThat(journal.folder()).isEqualTo(draft);
      requireWritten(session);
    }
  }

  @Test
  void a_journal_is_held_on_while_it_goes_to_another_folder() {
    FileJournal.Settings hasty = SETTINGS.waiting(Duration.ofMillis(20));
    try (FileJournal journal = FileJournal.open(draft, SETTINGS)) {
      Session<Counter, CounterEvent> session = written(journal);
      try (Journal.Hold hold = journal.exclusive()) {
        journal.copyTo(file);
        assertThatThrownBy(() -> FileJournal.open(file, hasty))
            .isInstanceOf(JournalException.class)
            .as("%s", hold)
            .hasMessageContaining("held by process " + ProcessHandle.current().pid());
        FileJournal.open(draft, hasty).close();
        assertThat(draft.resolve("owner")).doesNotExist();
        Sessions.add(session, 1);
      }
      FileJournal.open(file, SETTINGS).close();
      assertThat(file.resolve("owner")).doesNotExist();
    }
  }

  @Test
  void an_empty_journal_can_go_too() {
    try (FileJournal journal = FileJournal.open(draft, SETTINGS)) {
      journal.moveTo(file);
      Sessions.withThreeSteps(journal);
    }
    assertThat(FileJournal.exists(draft)).isFalse();
    assertThat(FileJournal.exists(file)).isTrue();
  }

  @Test
  void those_who_read_and_write_with_it_notice_nothing() throws Exception {
    try (FileJournal journal = FileJournal.open(draft, SETTINGS);
        ExecutorService threads = Executors.newFixedThreadPool(2)) {
      Session<Counter, CounterEvent> session = written(journal);
      AtomicBoolean done = new AtomicBoolean();
      int before = Sessions.value(session);
      Future<Integer> writer = threads.submit(() -> addUntil(done, session));
      Future<Integer> reader = threads.submit(() -> readUntil(done, journal));
      for (int i = 0; i < 20; i++) {
        journal.moveTo(folder.resolve(".fcp/" + i));
      }
      done.set(true);
      assertThat(reader.get()).isPositive();
      int added = writer.get();
      assertThat(session.restore().model().value()).isEqualTo(before + added);
      assertThat(session.verify().holds()).isTrue();
    }
  }

  private static int addUntil(AtomicBoolean done, Session<Counter, CounterEvent> session) {
    int added = 0;
    do {
      Sessions.add(session, 1);
      added++;
    } while (!done.get());
    return added;
  }

  private static int readUntil(AtomicBoolean done, Journal journal) {
    int read = 0;
    do {
      assertThat(journal.read(journal.firstNumber()).get(1)).isNotNull();
      read++;
    } while (!done.get());
    return read;
  }
}
