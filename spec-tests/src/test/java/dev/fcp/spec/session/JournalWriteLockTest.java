package dev.fcp.spec.session;

import static dev.fcp.spec.session.NumberedRecords.found;
import static dev.fcp.spec.session.NumberedRecords.record;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.fcp.eventlog.domain.Source;
import dev.fcp.eventlog.history.HistoryPoint;
import dev.fcp.eventlog.journal.FileJournal;
import dev.fcp.eventlog.journal.Journal;
import dev.fcp.eventlog.journal.JournalException;
import dev.fcp.eventlog.journal.JournalRecord;
import dev.fcp.eventlog.session.Session;
import dev.fcp.spec.Clause;
import dev.fcp.spec.domains.counter.Counter;
import dev.fcp.spec.domains.counter.CounterEvent;
import dev.fcp.spec.journal.CrashingDisk;
import dev.fcp.spec.journal.FailingDisk;
import dev.fcp.spec.journal.FailingDisk.Kind;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A journal whose write lock is held for several records. */
@Clause("JN-17")
class JournalWriteLockTest {

  private static final FileJournal.Settings SHORT_LOCK_TIMEOUT =
      FileJournal.Settings.defaults().withLockTimeout(Duration.ofMillis(20));

  private static final JournalRecord SAVING =
      new JournalRecord.Saving(
          Instant.EPOCH, CounterSessions.ANN, "ab".repeat(32), HistoryPoint.BASE);

  @TempDir private Path folder;

  private FileJournal open(FileJournal.Settings settings) {
    return FileJournal.open(folder.resolve(".fcp/a.counter"), settings);
  }

  private FileJournal open() {
    return open(FileJournal.Settings.defaults().withLockTimeout(Duration.ofMinutes(5)));
  }

  @Test
  void another_journal_object_of_the_process_waits_for_the_lock() throws Exception {
    try (FileJournal one = open();
        FileJournal other = open();
        ExecutorService thread = Executors.newSingleThreadExecutor()) {
      Session<Counter, CounterEvent> mine = CounterSessions.created(one);
      Future<Journal.AppendResult> waiting;
      try (Journal.WriteLock writeLock = one.acquireWriteLock()) {
        waiting = thread.submit(() -> other.append(51, SAVING));
        for (int i = 0; i < 50; i++) {
          CounterSessions.add(mine, 1);
        }
        assertThat(one.lastNumber()).as("%s", writeLock).isEqualTo(51);
      }
      assertThat(waiting.get()).isEqualTo(new Journal.AppendResult.Written(52));
      assertThat(one.lastNumber()).isEqualTo(52);
      assertThat(one.read(52)).containsExactly(SAVING);
    }
  }

  @Test
  void others_continue_when_all_locks_are_released() {
    try (FileJournal one = open(SHORT_LOCK_TIMEOUT);
        FileJournal other = open(SHORT_LOCK_TIMEOUT)) {
      CounterSessions.created(one);
      Session<Counter, CounterEvent> theirs = CounterSessions.resumed(other);
      Journal.WriteLock outer = one.acquireWriteLock();
      Journal.WriteLock inner = one.acquireWriteLockAsOwner();
      assertThatThrownBy(other::acquireWriteLock).isInstanceOf(JournalException.class);
      inner.close();
      inner.close();
      assertThatThrownBy(() -> CounterSessions.add(theirs, 1)).isInstanceOf(JournalException.class);
      outer.close();
      CounterSessions.add(theirs, 1);
      assertThat(CounterSessions.value(theirs)).isEqualTo(1);
      // The refused append is not written later.
      one.append(2, SAVING);
    }
  }

  @Test
  void other_threads_with_the_same_journal_are_not_blocked() throws Exception {
    try (FileJournal journal = open();
        ExecutorService thread = Executors.newSingleThreadExecutor()) {
      Session<Counter, CounterEvent> session = CounterSessions.created(journal);
      Session<Counter, CounterEvent> sharing = CounterSessions.resumed(journal);
      try (Journal.WriteLock writeLock = journal.acquireWriteLock()) {
        thread.submit(() -> CounterSessions.add(session, 1)).get();
        thread.submit(() -> CounterSessions.add(sharing, 2)).get();
        thread.submit(() -> journal.acquireWriteLock().close()).get();
        CounterSessions.add(session, 4);
        assertThat(journal.lastNumber()).as("%s", writeLock).isEqualTo(4);
      }
      assertThat(CounterSessions.value(session)).isEqualTo(7);
    }
  }

  @Test
  void locking_writes_no_record_and_forces_nothing() {
    List<Kind> calls = new ArrayList<>();
    FailingDisk disk = FailingDisk.observed(new CrashingDisk(), call -> calls.add(call.kind()));
    try (FileJournal journal = FileJournal.open(JournalFixtures.FOLDER, JournalFixtures.on(disk))) {
      CounterSessions.created(journal);
      try (Journal.WriteLock first = journal.acquireWriteLock()) {
        calls.clear();
        journal.acquireWriteLockAsOwner().close();
        journal.acquireWriteLock().close();
        assertThat(calls).as("%s", first).doesNotContain(Kind.FORCE, Kind.FORCE_FOLDER);
        calls.clear();
        journal.acquireWriteLock().close();
        assertThat(calls).isEmpty();
      }
      assertThat(journal.lastNumber()).isEqualTo(1);
    }
  }

  @Test
  void the_lock_is_released_when_the_journal_is_closed() {
    FileJournal one = open();
    CounterSessions.created(one);
    Journal.WriteLock writeLock = one.acquireWriteLockAsOwner();
    one.close();
    writeLock.close();
    assertThat(folder.resolve(".fcp/a.counter/owner")).doesNotExist();
    try (FileJournal other = open(SHORT_LOCK_TIMEOUT)) {
      assertThat(other.lastNumber()).isEqualTo(1);
    }
  }

  @Test
  void a_record_that_was_refused_is_not_written_later() {
    JournalRecord other = record(2);
    try (FileJournal one = open(SHORT_LOCK_TIMEOUT);
        FileJournal two = open(SHORT_LOCK_TIMEOUT)) {
      one.append(0, SAVING);
      try (Journal.WriteLock writeLock = one.acquireWriteLock()) {
        assertThatThrownBy(() -> two.append(1, SAVING))
            .as("%s", writeLock)
            .isInstanceOf(JournalException.class);
      }
      assertThat(two.append(1, other)).isEqualTo(new Journal.AppendResult.Written(2));
      assertThat(two.read(1)).containsExactly(SAVING, other);
    }
  }

  @Test
  void a_thread_interrupted_while_waiting_stays_interrupted() {
    try (FileJournal one = open(SHORT_LOCK_TIMEOUT);
        FileJournal two = open(SHORT_LOCK_TIMEOUT);
        Journal.WriteLock writeLock = one.acquireWriteLock()) {
      Thread.currentThread().interrupt();
      assertThatThrownBy(two::acquireWriteLock)
          .as("%s", writeLock)
          .isInstanceOf(JournalException.class);
      assertThat(Thread.interrupted()).isTrue();
    }
  }

  @Test
  void an_error_names_no_former_lock_holder() {
    CrashingDisk disk = new CrashingDisk();
    disk.put(
        JournalFixtures.FOLDER.resolve("owner"),
        "another one ".repeat(9).getBytes(StandardCharsets.UTF_8));
    FileJournal.Settings settings = JournalFixtures.on(disk).withLockTimeout(Duration.ofMillis(20));
    try (FileJournal one = FileJournal.open(JournalFixtures.FOLDER, settings);
        FileJournal two = FileJournal.open(JournalFixtures.FOLDER, settings);
        Journal.WriteLock writeLock = one.acquireWriteLockAsOwner()) {
      assertThatThrownBy(two::acquireWriteLock)
          .as("%s", writeLock)
          .hasMessageMatching("(?s).*it is held by process \\d+ since [^a-y]*");
    }
  }

  @Test
  @Clause("JN-7")
  void after_a_record_with_a_source_others_continue() {
    Source text = Source.of(new byte[] {'7'});
    try (FileJournal one = open(SHORT_LOCK_TIMEOUT);
        FileJournal two = open(SHORT_LOCK_TIMEOUT)) {
      one.append(0, found(text));
      assertThat(two.append(1, SAVING)).isEqualTo(new Journal.AppendResult.Written(2));
      assertThat(two.source(text.id())).contains(text);
    }
  }
}
