package dev.fcp.spec.session;

import static org.assertj.core.api.Assertions.assertThat;

import dev.fcp.eventlog.domain.Value;
import dev.fcp.eventlog.history.HistoryPoint;
import dev.fcp.eventlog.journal.FileJournal;
import dev.fcp.eventlog.journal.FileJournal.SnapshotPolicy;
import dev.fcp.eventlog.journal.Journal;
import dev.fcp.eventlog.journal.Journal.Snapshot;
import dev.fcp.eventlog.journal.JournalRecord;
import dev.fcp.eventlog.session.Session;
import dev.fcp.spec.Clause;
import dev.fcp.spec.domains.counter.Counter;
import dev.fcp.spec.domains.counter.CounterEvent;
import dev.fcp.spec.journal.CrashingDisk;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** When a snapshot is due, with a clock that the test sets. */
@Clause("JN-4")
class SnapshotAgeTest {

  private static final Duration DAY = Duration.ofDays(1);
  private static final SnapshotPolicy DAILY = new SnapshotPolicy(1000, 1L << 30, DAY);

  private final CrashingDisk disk = new CrashingDisk();
  private Instant now = Instant.parse("2026-01-02T03:04:05Z");

  private FileJournal open(SnapshotPolicy policy) {
    FileJournal.Settings settings =
        JournalFixtures.on(disk).withSnapshotPolicy(policy).withClock(() -> now);
    return FileJournal.open(JournalFixtures.FOLDER, settings);
  }

  private void append(Journal journal) {
    JournalRecord record =
        new JournalRecord.Saving(now, CounterSessions.ANN, "ab".repeat(32), HistoryPoint.BASE);
    assertThat(journal.append(journal.lastNumber(), record))
        .isInstanceOf(Journal.AppendResult.Written.class);
  }

  private static void keepSnapshot(Journal journal) {
    journal.writeSnapshot(
        Snapshot.of(journal.lastNumber(), Value.Fields.of(Map.of()), new byte[0]));
  }

  @Test
  void a_snapshot_is_taken_a_day_after_the_last_one_if_something_was_recorded_since() {
    SnapshotPolicy standard = SnapshotPolicy.defaults();
    assertThat(standard).isEqualTo(new SnapshotPolicy(1000, 1L << 24, DAY));
    try (FileJournal journal = open(standard)) {
      Session<Counter, CounterEvent> session = CounterSessions.created(journal);
      CounterSessions.add(session, 1);
      now = now.plus(DAY).minusNanos(1);
      CounterSessions.add(session, 2);
      assertThat(journal.snapshotNumbers()).containsExactly(1L);
      now = now.plusNanos(1);
      CounterSessions.add(session, 3);
      assertThat(journal.snapshotNumbers()).containsExactly(1L, 4L);
      now = now.plus(DAY);
      assertThat(journal.isSnapshotDue()).isFalse();
      CounterSessions.add(session, 4);
      assertThat(journal.snapshotNumbers()).containsExactly(1L, 4L, 5L);
    }
  }

  @Test
  void a_clock_that_went_backwards_takes_no_snapshot_and_loses_none() {
    try (FileJournal journal = open(SnapshotPolicy.defaults())) {
      Session<Counter, CounterEvent> session = CounterSessions.created(journal);
      now = now.minus(Duration.ofDays(4000));
      CounterSessions.add(session, 1);
      assertThat(journal.snapshotNumbers()).containsExactly(1L);
    }
    try (FileJournal journal = open(SnapshotPolicy.defaults())) {
      assertThat(CounterSessions.value(CounterSessions.resumed(journal))).isEqualTo(1);
    }
  }

  @Test
  void a_snapshot_is_taken_after_a_number_of_records_including_those_of_earlier_runs() {
    SnapshotPolicy everyFive = new SnapshotPolicy(5, 1L << 40, Duration.ofDays(9999));
    for (int program = 0; program < 7; program++) {
      try (FileJournal journal = open(everyFive)) {
        CounterSessions.add(
            journal.lastNumber() == 0
                ? CounterSessions.created(journal)
                : CounterSessions.resumed(journal),
            1);
      }
    }
    try (FileJournal journal = open(everyFive)) {
      assertThat(journal.snapshotNumbers()).containsExactly(1L, 6L);
    }
  }

  @Test
  void a_snapshot_is_taken_after_a_number_of_bytes() {
    try (FileJournal journal = open(new SnapshotPolicy(1000, 900, Duration.ofDays(9999)))) {
      Session<Counter, CounterEvent> session = CounterSessions.created(journal);
      CounterSessions.add(session, 1);
      assertThat(journal.snapshotNumbers()).containsExactly(1L);
      session.with(CounterSessions.options("name")).checkpoint("x".repeat(900));
      assertThat(journal.snapshotNumbers()).containsExactly(1L, 3L);
    }
  }

  @Test
  void a_snapshot_ages_while_nobody_has_the_journal_open() {
    try (FileJournal journal = open(DAILY)) {
      append(journal);
      keepSnapshot(journal);
      append(journal);
      assertThat(journal.isSnapshotDue()).isFalse();
    }
    now = now.plus(Duration.ofHours(23));
    try (FileJournal journal = open(DAILY)) {
      assertThat(journal.isSnapshotDue()).isFalse();
      now = now.plus(Duration.ofHours(2));
      assertThat(journal.isSnapshotDue()).isTrue();
    }
    try (FileJournal journal = open(DAILY)) {
      assertThat(journal.isSnapshotDue()).isTrue();
      keepSnapshot(journal);
      append(journal);
      assertThat(journal.isSnapshotDue()).isFalse();
    }
  }

  @Test
  void an_old_snapshot_without_a_record_after_it_is_not_replaced() {
    try (FileJournal journal = open(DAILY)) {
      append(journal);
      keepSnapshot(journal);
    }
    now = now.plus(Duration.ofDays(9));
    try (FileJournal journal = open(DAILY)) {
      assertThat(journal.isSnapshotDue()).isFalse();
      append(journal);
      assertThat(journal.isSnapshotDue()).isTrue();
    }
  }

  @Test
  void a_snapshot_that_another_session_took_counts() {
    try (FileJournal journal = open(DAILY);
        FileJournal other = open(DAILY)) {
      append(journal);
      keepSnapshot(journal);
      now = now.plus(Duration.ofDays(2));
      append(other);
      assertThat(other.isSnapshotDue()).isTrue();
      append(journal);
      keepSnapshot(journal);
      assertThat(other.lastNumber()).isEqualTo(3);
      assertThat(other.isSnapshotDue()).isFalse();
    }
  }

  @Test
  void a_snapshot_from_the_future_is_not_old() {
    try (FileJournal journal = open(DAILY)) {
      append(journal);
      keepSnapshot(journal);
      append(journal);
    }
    now = now.minus(Duration.ofDays(30));
    try (FileJournal journal = open(DAILY)) {
      assertThat(journal.isSnapshotDue()).isFalse();
    }
  }
}
