package dev.fcp.spec.session;

import static dev.fcp.spec.session.NumberedRecords.record;
import static org.assertj.core.api.Assertions.assertThat;

import dev.fcp.eventlog.domain.Value;
import dev.fcp.eventlog.history.HistoryPoint;
import dev.fcp.eventlog.journal.Durability;
import dev.fcp.eventlog.journal.FileJournal;
import dev.fcp.eventlog.journal.Journal;
import dev.fcp.eventlog.journal.Journal.Receipt;
import dev.fcp.eventlog.journal.Journal.Snapshot;
import dev.fcp.eventlog.journal.Journal.SubmitResult;
import dev.fcp.eventlog.journal.JournalRecord;
import dev.fcp.eventlog.session.Session;
import dev.fcp.spec.Clause;
import dev.fcp.spec.domains.counter.Counter;
import dev.fcp.spec.domains.counter.CounterEvent;
import dev.fcp.spec.journal.CrashingDisk;
import dev.fcp.spec.journal.FailingDisk;
import dev.fcp.spec.journal.FailingDisk.Kind;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Several threads write to one file journal: which thread writes and forces the records. */
@Clause("JN-5")
class JournalGroupCommitTest {

  private static final int THREADS = 8;
  private static final int RECORDS = 60;

  @TempDir private Path folder;

  private FileJournal open(Durability durability) {
    return FileJournal.open(
        folder.resolve(".fcp/a.counter"),
        FileJournal.Settings.defaults().withDurability(durability));
  }

  static Stream<Durability> levels() {
    return Stream.of(Durability.everyRecord(), Durability.interval(), Durability.none());
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
      assertThat(journal.recoveryReport().isClean()).isTrue();
      assertThat(journal.read(1)).doesNotHaveDuplicates().hasSize(THREADS * RECORDS);
    }
  }

  private static void appendAll(Journal journal, int first) {
    int n = first;
    while (n < first + RECORDS) {
      if (journal.append(journal.lastNumber(), record(n)) instanceof Journal.AppendResult.Written) {
        n++;
      }
    }
  }

  @ParameterizedTest
  @MethodSource("levels")
  void a_record_that_nobody_awaits_is_written_and_others_continue(Durability durability) {
    try (FileJournal journal = open(durability);
        FileJournal other = open(durability)) {
      assertThat(journal.submit(0, record(1), Receipt.NONE))
          .isInstanceOf(SubmitResult.Accepted.class);
      assertThat(other.append(1, record(2))).isEqualTo(new Journal.AppendResult.Written(2));
      assertThat(other.read(1)).containsExactly(record(1), record(2));
    }
  }

  @Test
  void an_interrupt_stops_no_write_and_is_preserved() {
    try (FileJournal journal = open(Durability.everyRecord())) {
      Session<Counter, CounterEvent> session = CounterSessions.created(journal);
      Thread.currentThread().interrupt();
      CounterSessions.add(session, 1);
      journal.writeNamedSnapshot("one", Snapshot.of(2, Value.Fields.of(Map.of()), new byte[0]));
      journal.flush();
      assertThat(Thread.interrupted()).isTrue();
      CounterSessions.add(session, 2);
      assertThat(session.rebuild().model().value()).isEqualTo(3);
    }
  }

  @Test
  void a_writer_that_is_faster_than_the_disk_blocks() throws Exception {
    CountDownLatch stuck = new CountDownLatch(1);
    CountDownLatch free = new CountDownLatch(1);
    boolean[] slow = {false};
    FailingDisk disk =
        FailingDisk.observed(
            new CrashingDisk(),
            call -> {
              if (slow[0] && call.kind() == Kind.WRITE) {
                stuck.countDown();
                awaitQuietly(free);
              }
            });
    try (FileJournal journal =
            FileJournal.open(
                JournalFixtures.FOLDER,
                JournalFixtures.on(disk).withDurability(Durability.none()));
        ExecutorService first = Executors.newSingleThreadExecutor();
        Journal.WriteLock writeLock = journal.acquireWriteLock();
        AutoCloseable release = free::countDown) {
      assertThat(release).isNotNull();
      journal.append(0, large(0));
      assertThat(journal.read(1)).as("%s", writeLock).containsExactly(large(0));
      slow[0] = true;
      Future<?> writing = first.submit(() -> journal.append(1, large(1)));
      stuck.await();
      AtomicLong handedOver = new AtomicLong();
      Thread eager = new Thread(() -> submit(journal, handedOver));
      eager.start();
      while (eager.getState() != Thread.State.WAITING) {
        Thread.onSpinWait();
      }
      assertThat(handedOver.get()).as("records of a mebibyte").isEqualTo(16);
      free.countDown();
      eager.join();
      assertThat(writing.get()).isEqualTo(new Journal.AppendResult.Written(2));
      assertThat(journal.read(3)).hasSize(24).last().isEqualTo(large(25));
    }
  }

  /** Submits records 3 to 26 and waits for none of them. */
  private static void submit(Journal journal, AtomicLong handedOver) {
    for (int n = 2; n < 26; n++) {
      journal.submit(n, large(n), Receipt.NONE);
      handedOver.incrementAndGet();
    }
  }

  private static void awaitQuietly(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }

  /** Returns a record of a little more than one mebibyte. */
  private static JournalRecord large(int n) {
    return new JournalRecord.Saving(
        Instant.EPOCH, CounterSessions.ANN, n + "x".repeat(1 << 20), HistoryPoint.BASE);
  }

  @ParameterizedTest
  @MethodSource("levels")
  void a_journal_has_no_thread_of_its_own(Durability durability) {
    try (FileJournal journal = open(durability)) {
      for (int n = 1; n <= 3; n++) {
        journal.submit(n - 1, record(n), Receipt.NONE);
        assertThat(threads()).isEmpty();
      }
    }
    assertThat(threads()).isEmpty();
  }

  @Test
  void asking_whether_a_record_failed_does_not_block() throws InterruptedException {
    try (FileJournal journal = open(Durability.none())) {
      Receipt receipt =
          ((SubmitResult.Accepted) journal.submit(0, record(1), Receipt.NONE)).receipt();
      Thread asking = new Thread(receipt::hasFailed);
      asking.start();
      asking.join();
      assertThat(journal.read(1)).containsExactly(record(1));
    }
  }

  @Test
  void a_synchronous_append_needs_no_thread() {
    try (FileJournal journal = open(Durability.everyRecord())) {
      assertThat(journal.append(5, record(6))).isInstanceOf(Journal.AppendResult.Stale.class);
      journal.flush();
      journal.acquireWriteLock().close();
      assertThat(threads()).isEmpty();
    }
  }

  /** The threads that execute code of a journal. */
  private static Set<Thread> threads() {
    return Thread.getAllStackTraces().entrySet().stream()
        .filter(thread -> Stream.of(thread.getValue()).anyMatch(JournalGroupCommitTest::isJournal))
        .map(Map.Entry::getKey)
        .collect(Collectors.toSet());
  }

  private static boolean isJournal(StackTraceElement frame) {
    return frame.getClassName().startsWith(FileJournal.class.getPackageName());
  }

  /** A disk whose next forces wait until they are let through. */
  private static final class BlockingDisk {

    private final List<Kind> calls = Collections.synchronizedList(new ArrayList<>());
    private final Semaphore reached = new Semaphore(0);
    private final Semaphore mayForce = new Semaphore(0);
    private volatile boolean blocks;

    FileJournal.Settings settings() {
      return JournalFixtures.on(FailingDisk.observed(new CrashingDisk(), this::observe));
    }

    /** Starts a thread that appends record 0, and returns when its force waits. */
    Thread blockedIn(Journal journal) throws InterruptedException {
      blocks = true;
      Thread first = new Thread(() -> journal.append(0, record(0)));
      first.start();
      reached.acquire();
      return first;
    }

    private void observe(FailingDisk.Call call) {
      calls.add(call.kind());
      if (blocks && call.kind() == Kind.FORCE) {
        reached.release();
        mayForce.acquireUninterruptibly();
      }
    }
  }

  @Test
  void records_submitted_during_a_force_are_forced_once_and_only_written() throws Exception {
    BlockingDisk disk = new BlockingDisk();
    try (FileJournal journal = FileJournal.open(JournalFixtures.FOLDER, disk.settings());
        Journal.WriteLock writeLock = journal.acquireWriteLock()) {
      Thread first = disk.blockedIn(journal);
      disk.calls.clear();
      Receipt last = Receipt.NONE;
      for (int n = 1; n <= 100; n++) {
        last = ((SubmitResult.Accepted) journal.submit(n, record(n), last)).receipt();
      }
      disk.mayForce.release(2);
      last.await();
      first.join();
      assertThat(disk.calls).as("%s", writeLock).containsExactly(Kind.WRITE, Kind.FORCE);
      disk.blocks = false;
      assertThat(journal.read(2)).hasSize(100);
    }
  }

  @Test
  void all_but_the_thread_that_forces_wake_once() throws Exception {
    BlockingDisk disk = new BlockingDisk();
    try (FileJournal journal = FileJournal.open(JournalFixtures.FOLDER, disk.settings());
        Journal.WriteLock writeLock = journal.acquireWriteLock()) {
      Thread first = disk.blockedIn(journal);
      List<Waiting> waiting = new ArrayList<>();
      for (int n = 1; n <= THREADS; n++) {
        SubmitResult result = journal.submit(n, record(n), Receipt.NONE);
        waiting.add(new Waiting(((SubmitResult.Accepted) result).receipt()));
      }
      waiting.forEach(Waiting::start);
      disk.mayForce.release();
      disk.reached.acquire();
      disk.mayForce.release();
      for (Waiting thread : waiting) {
        thread.join();
      }
      first.join();
      disk.blocks = false;
      List<Long> waits = waiting.stream().map(it -> it.waits).sorted().toList();
      assertThat(waits.subList(0, THREADS - 1)).as("%s", writeLock).containsOnly(1L);
    }
  }

  /** A thread that waits for a record and then says how often it was suspended. */
  private static final class Waiting extends Thread {

    private final Receipt receipt;
    private long waits;

    Waiting(Receipt receipt) {
      this.receipt = receipt;
    }

    @Override
    public synchronized void start() {
      super.start();
      while (getState() != State.WAITING) {
        Thread.onSpinWait();
      }
    }

    @Override
    public void run() {
      receipt.await();
      waits = ManagementFactory.getThreadMXBean().getThreadInfo(threadId()).getWaitedCount();
    }
  }
}
