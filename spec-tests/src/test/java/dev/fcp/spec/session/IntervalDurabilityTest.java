package dev.fcp.spec.session;

import static org.assertj.core.api.Assertions.assertThat;

import dev.fcp.eventlog.history.HistoryPoint;
import dev.fcp.eventlog.history.Origin;
import dev.fcp.eventlog.journal.Durability;
import dev.fcp.eventlog.journal.FileJournal;
import dev.fcp.eventlog.journal.JournalRecord;
import dev.fcp.spec.Clause;
import dev.fcp.spec.journal.CrashingDisk;
import dev.fcp.spec.journal.FailingDisk;
import dev.fcp.spec.journal.FailingDisk.Kind;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** Records that are acknowledged at once and forced a little later. */
@Clause("JN-6")
class IntervalDurabilityTest {

  private static final long MILLI = TimeUnit.MILLISECONDS.toNanos(1);

  private final CrashingDisk crashingDisk = new CrashingDisk();
  private final AtomicInteger forces = new AtomicInteger();
  private final CountDownLatch forcedCount = new CountDownLatch(1);

  private FileJournal open(Durability durability) {
    FailingDisk disk =
        FailingDisk.observed(
            crashingDisk,
            call -> {
              if (call.kind() == Kind.FORCE) {
                forces.incrementAndGet();
                forcedCount.countDown();
              }
            });
    return FileJournal.open(
        JournalFixtures.FOLDER, JournalFixtures.on(disk).withDurability(durability));
  }

  private static void append(FileJournal journal, int records) {
    for (int i = 0; i < records; i++) {
      JournalRecord record =
          new JournalRecord.Saving(Instant.EPOCH, Origin.of("ann"), "" + i, HistoryPoint.BASE);
      journal.append(journal.lastNumber(), record);
    }
  }

  @Test
  void a_force_is_due_half_a_second_after_the_last_record_and_five_after_the_first() {
    Durability.Interval interval = Durability.interval();
    assertThat(interval.dueNanos(0, 0)).isEqualTo(500 * MILLI);
    assertThat(interval.dueNanos(0, 400 * MILLI)).isEqualTo(900 * MILLI);
    assertThat(interval.dueNanos(0, 4_500 * MILLI)).isEqualTo(5_000 * MILLI);
    assertThat(interval.dueNanos(0, 4_900 * MILLI)).isEqualTo(5_000 * MILLI);
    assertThat(interval.dueNanos(-300 * MILLI, 100 * MILLI)).isEqualTo(600 * MILLI);
  }

  @Test
  void delays_can_be_as_long_as_a_duration() {
    Duration longest = Duration.ofSeconds(Long.MAX_VALUE);
    assertThat(new Durability.Interval(longest, longest).dueNanos(5, 7) - 5)
        .isEqualTo(Long.MAX_VALUE);
    assertThat(new Durability.Interval(Duration.ofMillis(500), longest).dueNanos(0, 400 * MILLI))
        .isEqualTo(900 * MILLI);
  }

  @Test
  void many_records_are_forced_once_when_the_force_is_due() {
    Durability.Interval later = new Durability.Interval(Duration.ofHours(1), Duration.ofHours(1));
    try (FileJournal journal = open(later)) {
      append(journal, 1);
      assertThat(journal.read(1)).hasSize(1);
      // Releasing the lock also performs the force that is due.
      journal.acquireWriteLock().close();
      assertThat(forces).hasValue(0);
      append(journal, 99);
      assertThat(journal.read(1)).hasSize(100);
      journal.acquireWriteLock().close();
      assertThat(forces).hasValue(0);
      journal.flush();
      assertThat(forces).hasValue(1);
      append(journal, 100);
      assertThat(journal.read(1)).hasSize(200);
      assertThat(forces).hasValue(1);
    }
    assertThat(forces).as("one force for the flush, and one of the file for the close").hasValue(3);
    try (FileJournal journal = open(later)) {
      assertThat(journal.lastNumber()).isEqualTo(200);
    }
  }

  @Test
  void a_record_is_forced_in_the_background_when_the_force_is_due() throws InterruptedException {
    Durability soon = new Durability.Interval(Duration.ofNanos(1), Duration.ofNanos(1));
    try (FileJournal journal = open(soon)) {
      append(journal, 1);
      assertThat(forcedCount.await(1, TimeUnit.MINUTES)).isTrue();
    }
  }

  @Test
  void nothing_is_forced_in_the_background_at_the_lowest_level() {
    try (FileJournal journal = open(Durability.none())) {
      append(journal, 50);
      assertThat(forces).hasValue(0);
    }
    assertThat(forces.get()).isPositive();
  }

  @Test
  void each_record_is_forced_before_it_is_acknowledged_at_the_highest_level() {
    try (FileJournal journal = open(Durability.everyRecord())) {
      append(journal, 1);
      int first = forces.get();
      append(journal, 10);
      assertThat(first).isPositive();
      assertThat(forces).hasValue(first + 10);
    }
  }
}
