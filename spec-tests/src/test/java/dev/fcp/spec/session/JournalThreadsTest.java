package dev.fcp.spec.session;

import static org.assertj.core.api.Assertions.assertThat;

import dev.fcp.eventlog.domain.Value;
import dev.fcp.eventlog.journal.Durability;
import dev.fcp.eventlog.journal.FileJournal;
import dev.fcp.eventlog.journal.Journal;
import dev.fcp.eventlog.journal.Journal.Receipt;
import dev.fcp.eventlog.journal.Journal.Submitted;
import dev.fcp.eventlog.journal.JournalRecord;
import dev.fcp.eventlog.journal.Snapshot;
import dev.fcp.eventlog.session.Session;
import dev.fcp.spec.Clause;
import dev.fcp.spec.domains.counter.Counter;
import dev.fcp.spec.domains.counter.CounterEvent;
import dev.fcp.spec.journal.CrashingDisk;
import dev.fcp.spec.journal.FailingDisk;
import dev.fcp.spec.journal.FailingDisk.Kind;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Threads that write to one file journal, and who does the writing. */
@Clause("JN-5")
class JournalThreadsTest {

  private static final int THREADS = 8;
  private static final int RECORDS = 60;

  @TempDir private Path folder;

  private FileJournal open(Durability durability) {
    return FileJournal.open(
        folder.resolve(".fcp/a.counter"), FileJournal.Settings.standard().with(durability));
  }

  private static JournalRecord saving(int n) {
    return new JournalRecord.Saving(
        Instant.EPOCH, Sessions.ANN, "%064x".formatted(n), Optional.empty());
  }

  static Stream<Durability> levels() {
    return Stream.of(Durability.everyStep(), Durability.interval(), Durability.none());
  }

  @ParameterizedTest
  @MethodSource("levels")
  void records_of_many_threads_are_all_there_in_one_order(Durability durability) throws Exception {
    try (FileJournal journal = open(durability);
        ExecutorService threads = Executors.newFixedThreadPool(THREADS)) {
      List<Future<?>> running = new ArrayList<>();
      for (int thread = 0; thread < THREADS; thread++) {
        int first = thread * RECORDS;
        running.add(threads.submit(() -> appendAll(journal, first)));
      }
      for (Future<?> thread : running) {
        assertThat(thread.get()).isNull();
      }
      assertThat(journal.lastNumber()).isEqualTo(THREADS * RECORDS);
    }
    try (FileJournal journal = open(durability)) {
      assertThat(journal.recovery().isClean()).isTrue();
      assertThat(journal.read(1)).doesNotHaveDuplicates().hasSize(THREADS * RECORDS);
    }
  }

  private static void appendAll(Journal journal, int first) {
    int n = first;
    while (n < first + RECORDS) {
      if (journal.append(journal.lastNumber(), saving(n)) instanceof Journal.Appended.Written) {
        n++;
      }
    }
  }

  @ParameterizedTest
  @MethodSource("levels")
  void a_record_that_nobody_waits_for_is_written_and_others_go_on(Durability durability) {
    try (FileJournal journal = open(durability);
        FileJournal other = open(durability)) {
      assertThat(journal.submit(0, saving(1), Receipt.NONE)).isInstanceOf(Submitted.Accepted.class);
      assertThat(other.append(1, saving(2))).isEqualTo(new Journal.Appended.Written(2));
      assertThat(other.read(1)).containsExactly(saving(1), saving(2));
    }
  }

  @Test
  void an_interrupt_stops_no_write_and_is_kept() {
    try (FileJournal journal = open(Durability.everyStep())) {
      Session<Counter, CounterEvent> session = Sessions.created(journal);
      Thread.currentThread().interrupt();
      Sessions.add(session, 1);
      journal.keepNamed("one", Snapshot.of(2, Value.Fields.of(Map.of()), new byte[0]));
      journal.flush();
      assertThat(Thread.interrupted()).isTrue();
      Sessions.add(session, 2);
      assertThat(session.restore().model().value()).isEqualTo(3);
    }
  }

  @Test
  void what_is_handed_over_before_anybody_waits_is_forced_once() {
    List<Kind> calls = new ArrayList<>();
    FailingDisk disk = new FailingDisk(new CrashingDisk(), call -> !calls.add(call.kind()));
    try (FileJournal journal = FileJournal.open(WrittenJournals.FOLDER, WrittenJournals.on(disk));
        Journal.Hold hold = journal.hold()) {
      journal.append(0, saving(0));
      calls.clear();
      Receipt last = Receipt.NONE;
      for (int n = 1; n <= 100; n++) {
        last = ((Submitted.Accepted) journal.submit(n, saving(n), last)).receipt();
      }
      last.await();
      assertThat(calls).as("%s", hold).hasSizeLessThan(100).contains(Kind.FORCE);
      assertThat(journal.read(2)).hasSize(100);
    }
  }
}
