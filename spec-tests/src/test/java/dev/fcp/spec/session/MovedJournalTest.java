package dev.fcp.spec.session;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.fcp.eventlog.journal.Disk;
import dev.fcp.eventlog.journal.FileJournal;
import dev.fcp.eventlog.journal.Journal;
import dev.fcp.eventlog.journal.JournalException;
import dev.fcp.eventlog.session.RetentionPolicy;
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

/** A journal that continues in another folder. */
@Clause("JN-18")
class MovedJournalTest {

  private static final FileJournal.Settings SETTINGS = FileJournal.Settings.defaults();

  @TempDir private Path folder;
  private Path draft;
  private Path file;

  @BeforeEach
  void setUp() {
    draft = folder.resolve("drafts/.fcp/1");
    file = folder.resolve("b/.fcp/b \u00e4.counter");
  }

  /** Writes a history with a source, a name whose steps were pruned, and snapshots. */
  private static Session<Counter, CounterEvent> written(Journal journal) {
    Session<Counter, CounterEvent> session = CounterSessions.opened("5 # five\n", journal);
    session.with(CounterSessions.options("name")).checkpoint("five");
    for (int i = 0; i < 9; i++) {
      CounterSessions.add(session, 1);
    }
    session.with(CounterSessions.options("retain")).prune(new RetentionPolicy(4, Duration.ZERO, 5));
    return session;
  }

  private static void requireWritten(Session<Counter, CounterEvent> session) {
    assertThat(session.verify().isValid()).isTrue();
    assertThat(session.modelNamed("five")).contains(new Counter(5));
    session.with(CounterSessions.options("undo")).undo(99);
    assertThat(CounterSessions.value(session)).isEqualTo(10);
    session.with(CounterSessions.options("redo")).redo(99);
  }

  @Test
  void a_moved_journal_is_in_the_other_folder_and_nowhere_else() {
    try (FileJournal journal = FileJournal.open(draft, SETTINGS)) {
      Session<Counter, CounterEvent> session = written(journal);
      journal.moveTo(file);
      assertThat(journal.folder()).isEqualTo(file);
      assertThat(draft).doesNotExist();
      CounterSessions.add(session, 1);
      assertThat(session.rebuild().model().value()).isEqualTo(15);
    }
    assertThat(file.resolveSibling(".gitignore")).hasContent("*");
    try (FileJournal journal = FileJournal.open(file, SETTINGS)) {
      assertThat(journal.recoveryReport().isClean()).isTrue();
      requireWritten(CounterSessions.resumed(journal));
    }
  }

  @Test
  void both_copies_of_a_copied_journal_continue_independently() {
    try (FileJournal journal = FileJournal.open(draft, SETTINGS)) {
      Session<Counter, CounterEvent> session = written(journal);
      journal.copyTo(file);
      CounterSessions.add(session, 100);
      try (FileJournal moved = FileJournal.open(draft, SETTINGS)) {
        assertThat(moved.recoveryReport().isClean()).isTrue();
        Session<Counter, CounterEvent> theirs = CounterSessions.resumed(moved);
        requireWritten(theirs);
        assertThat(CounterSessions.add(theirs, 1)).isNotNull();
        assertThat(CounterSessions.value(theirs)).isEqualTo(15);
      }
      CounterSessions.add(session, 1);
      assertThat(session.rebuild().model().value()).isEqualTo(115);
    }
    try (FileJournal journal = FileJournal.open(file, SETTINGS)) {
      assertThat(journal.recoveryReport().isClean()).isTrue();
      assertThat(CounterSessions.value(CounterSessions.resumed(journal))).isEqualTo(115);
    }
  }

  @Test
  void an_open_object_of_a_moved_journal_fails_and_writes_nowhere() {
    try (FileJournal journal = FileJournal.open(draft, SETTINGS);
        FileJournal other = FileJournal.open(draft, SETTINGS)) {
      written(journal);
      Session<Counter, CounterEvent> theirs = CounterSessions.resumed(other);
      journal.moveTo(file);
      assertThatThrownBy(() -> CounterSessions.add(theirs, 1))
          .isInstanceOf(JournalException.class)
          .hasMessageContaining("its folder was moved or emptied; open the document again");
      assertThat(draft).doesNotExist();
    }
  }

  @Test
  void a_new_journal_in_the_old_folder_is_not_written_by_an_object_of_the_old_one() {
    try (FileJournal journal = FileJournal.open(draft, SETTINGS);
        FileJournal other = FileJournal.open(draft, SETTINGS)) {
      written(journal);
      Session<Counter, CounterEvent> theirs = CounterSessions.resumed(other);
      journal.moveTo(file);
      try (FileJournal next = FileJournal.open(draft, SETTINGS)) {
        Session<Counter, CounterEvent> session = CounterSessions.withThreeSteps(next);
        assertThatThrownBy(() -> CounterSessions.add(theirs, 1))
            .isInstanceOf(JournalException.class);
        CounterSessions.add(session, 4);
        assertThat(session.rebuild().model().value()).isEqualTo(10);
      }
    }
  }

  @Test
  void an_open_object_of_a_copied_journal_continues_in_the_old_folder() {
    try (FileJournal journal = FileJournal.open(draft, SETTINGS);
        FileJournal other = FileJournal.open(draft, SETTINGS)) {
      Session<Counter, CounterEvent> session = written(journal);
      Session<Counter, CounterEvent> theirs = CounterSessions.resumed(other);
      journal.copyTo(file);
      CounterSessions.add(theirs, 1);
      CounterSessions.add(session, 2);
      assertThat(theirs.rebuild().model().value()).isEqualTo(15);
      assertThat(session.rebuild().model().value()).isEqualTo(16);
    }
  }

  @Test
  void a_folder_that_holds_a_journal_is_not_overwritten() {
    try (FileJournal there = FileJournal.open(file, SETTINGS)) {
      CounterSessions.withThreeSteps(there);
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
      assertThat(CounterSessions.value(CounterSessions.resumed(there))).isEqualTo(6);
    }
  }

  @Test
  void a_journal_is_not_moved_into_its_own_folder() {
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
  void an_unwritable_target_leaves_it_in_its_folder() throws IOException {
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
  void a_write_lock_is_kept_while_the_journal_moves() {
    FileJournal.Settings shortTimeout = SETTINGS.withLockTimeout(Duration.ofMillis(20));
    try (FileJournal journal = FileJournal.open(draft, SETTINGS)) {
      Session<Counter, CounterEvent> session = written(journal);
      try (Journal.WriteLock writeLock = journal.acquireWriteLockAsOwner()) {
        journal.copyTo(file);
        assertThatThrownBy(() -> FileJournal.open(file, shortTimeout))
            .isInstanceOf(JournalException.class)
            .as("%s", writeLock)
            .hasMessageContaining("held by process " + ProcessHandle.current().pid());
        FileJournal.open(draft, shortTimeout).close();
        assertThat(draft.resolve("owner")).doesNotExist();
        CounterSessions.add(session, 1);
      }
      FileJournal.open(file, SETTINGS).close();
      assertThat(file.resolve("owner")).doesNotExist();
    }
  }

  @Test
  void an_empty_journal_can_be_moved_too() {
    try (FileJournal journal = FileJournal.open(draft, SETTINGS)) {
      journal.moveTo(file);
      CounterSessions.withThreeSteps(journal);
    }
    assertThat(FileJournal.exists(draft, Disk.system())).isFalse();
    assertThat(FileJournal.exists(file, Disk.system())).isTrue();
  }

  @Test
  void concurrent_readers_and_writers_notice_nothing() throws Exception {
    try (FileJournal journal = FileJournal.open(draft, SETTINGS);
        ExecutorService threads = Executors.newFixedThreadPool(2)) {
      Session<Counter, CounterEvent> session = written(journal);
      AtomicBoolean done = new AtomicBoolean();
      int before = CounterSessions.value(session);
      Future<Integer> writer = threads.submit(() -> addUntil(done, session));
      Future<Integer> reader = threads.submit(() -> readUntil(done, journal));
      for (int i = 0; i < 20; i++) {
        journal.moveTo(folder.resolve(".fcp/" + i));
      }
      done.set(true);
      assertThat(reader.get()).isPositive();
      int added = writer.get();
      assertThat(session.rebuild().model().value()).isEqualTo(before + added);
      assertThat(session.verify().isValid()).isTrue();
    }
  }

  private static int addUntil(AtomicBoolean done, Session<Counter, CounterEvent> session) {
    int added = 0;
    do {
      CounterSessions.add(session, 1);
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
