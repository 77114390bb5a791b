package dev.fcp.spec.session;

import static org.assertj.core.api.Assertions.assertThat;

import dev.fcp.eventlog.journal.FileJournal;
import dev.fcp.eventlog.journal.SnapshotPolicy;
import dev.fcp.eventlog.session.Session;
import dev.fcp.spec.Clause;
import dev.fcp.spec.domains.counter.Counter;
import dev.fcp.spec.domains.counter.CounterEvent;
import dev.fcp.spec.journal.CrashingDisk;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;

/** When another snapshot pays, by a clock that the test sets. */
@Clause("JN-4")
class SnapshotAgeTest {

  private static final Duration DAY = Duration.ofDays(1);

  private final CrashingDisk disk = new CrashingDisk();
  private Instant now = Instant.parse("2026-01-02T03:04:05Z");

  private FileJournal open(SnapshotPolicy policy) {
    FileJournal.Settings settings = WrittenJournals.on(disk).with(policy).with(() -> now);
    return FileJournal.open(WrittenJournals.FOLDER, settings);
  }

  @Test
  void a_snapshot_is_taken_when_the_last_one_is_a_day_old_and_something_happened_since() {
    SnapshotPolicy standard = SnapshotPolicy.standard();
    assertThat(standard).isEqualTo(new SnapshotPolicy(1000, 1L << 24, DAY));
    try (FileJournal journal = open(standard)) {
      Session<Counter, CounterEvent> session = Sessions.created(journal);
      Sessions.add(session, 1);
      now = now.plus(DAY).minusNanos(1);
      Sessions.add(session, 2);
      assertThat(journal.snapshots()).containsExactly(1L);
      now = now.plusNanos(1);
      Sessions.add(session, 3);
      assertThat(journal.snapshots()).containsExactly(1L, 4L);
      now = now.plus(DAY);
      assertThat(journal.wantsSnapshot()).isFalse();
      Sessions.add(session, 4);
      assertThat(journal.snapshots()).containsExactly(1L, 4L, 5L);
    }
  }

  @Test
  void a_clock_that_went_back_takes_no_snapshot_and_loses_none() {
    try (FileJournal journal = open(SnapshotPolicy.standard())) {
      Session<Counter, CounterEvent> session = Sessions.created(journal);
      now = now.minus(Duration.ofDays(4000));
      Sessions.add(session, 1);
      assertThat(journal.snapshots()).containsExactly(1L);
    }
    try (FileJournal journal = open(SnapshotPolicy.standard())) {
      assertThat(Sessions.value(Sessions.resumed(journal))).isEqualTo(1);
    }
  }

  @Test
  void a_snapshot_is_taken_after_so_many_records_also_those_of_earlier_programs() {
    SnapshotPolicy everyFive = new SnapshotPolicy(5, 1L << 40, Duration.ofDays(9999));
    for (int program = 0; program < 7; program++) {
      try (FileJournal journal = open(everyFive)) {
        Sessions.add(
            journal.lastNumber() == 0 ? Sessions.created(journal) : Sessions.resumed(journal), 1);
      }
    }
    try (FileJournal journal = open(everyFive)) {
      assertThat(journal.snapshots()).containsExactly(1L, 6L);
    }
  }

  @Test
  void a_snapshot_is_taken_after_so_many_bytes() {
    try (FileJournal journal = open(new SnapshotPolicy(1000, 900, Duration.ofDays(9999)))) {
      Session<Counter, CounterEvent> session = Sessions.created(journal);
      Sessions.add(session, 1);
      assertThat(journal.snapshots()).containsExactly(1L);
      session.checkpoint(Sessions.intent("name"), "x".repeat(900));
      assertThat(journal.snapshots()).containsExactly(1L, 3L);
    }
  }
}
