package dev.fcp.spec.session;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.fcp.eventlog.domain.Value;
import dev.fcp.eventlog.history.HistoryPoint;
import dev.fcp.eventlog.journal.Durability;
import dev.fcp.eventlog.journal.FileJournal;
import dev.fcp.eventlog.journal.FileJournal.SnapshotPolicy;
import dev.fcp.eventlog.journal.Journal.Snapshot;
import dev.fcp.eventlog.journal.JournalRecord;
import dev.fcp.spec.Clause;
import dev.fcp.spec.journal.CrashingDisk;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.OptionalLong;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** When a snapshot is due, which snapshots can be read, and which are deleted. */
@Clause("JN-4")
class SnapshotsTest {

  private static final Path FOLDER = JournalFixtures.FOLDER;
  private static final Duration AGE = Duration.ofHours(1);
  private static final SnapshotPolicy RARE_SNAPSHOTS = new SnapshotPolicy(1_000, 1L << 30, AGE);

  private final CrashingDisk disk = new CrashingDisk();
  private Instant now = Instant.parse("2026-01-01T00:00:00Z");

  private FileJournal open(SnapshotPolicy policy) {
    return open(policy, Durability.everyRecord());
  }

  private FileJournal open(SnapshotPolicy policy, Durability durability) {
    return FileJournal.open(
        FOLDER,
        JournalFixtures.on(disk)
            .withDurability(durability)
            .withSnapshotPolicy(policy)
            .withClock(() -> now));
  }

  private void append(FileJournal journal) {
    long last = journal.lastNumber();
    journal.append(
        last,
        new JournalRecord.Saving(
            now, CounterSessions.ANN, "%064x".formatted(last), HistoryPoint.BASE));
  }

  private static void keep(FileJournal journal, long number) {
    byte[] model = ("model " + number).getBytes(StandardCharsets.US_ASCII);
    journal.writeSnapshot(
        Snapshot.of(number, Value.Fields.of(Map.of("n", Value.of(number))), model));
  }

  private static Path file(long number) {
    return FOLDER.resolve("%012d.snapshot".formatted(number));
  }

  /** Returns the number of records after which another snapshot is due. */
  private OptionalLong recordsUntilDue(SnapshotPolicy policy) {
    try (FileJournal journal = open(policy)) {
      assertThat(journal.isSnapshotDue()).as("there is no record yet").isFalse();
      append(journal);
      assertThat(journal.isSnapshotDue()).as("the first record is the base").isTrue();
      keep(journal, journal.lastNumber());
      for (long records = 0; records < 9; records++) {
        if (journal.isSnapshotDue()) {
          return OptionalLong.of(records);
        }
        append(journal);
      }
      return OptionalLong.empty();
    }
  }

  @Test
  void a_snapshot_is_due_after_the_configured_number_of_records() {
    assertThat(recordsUntilDue(new SnapshotPolicy(3, 1L << 30, AGE))).hasValue(3);
  }

  @Test
  void records_before_the_journal_was_opened_count() {
    SnapshotPolicy policy = new SnapshotPolicy(3, 1L << 30, AGE);
    try (FileJournal journal = open(policy)) {
      append(journal);
      keep(journal, 1);
      append(journal);
      append(journal);
      assertThat(journal.isSnapshotDue()).isFalse();
    }
    try (FileJournal journal = open(policy)) {
      assertThat(journal.isSnapshotDue()).isFalse();
      append(journal);
      assertThat(journal.isSnapshotDue()).isTrue();
    }
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  @Clause("JN-9")
  void the_records_before_a_snapshot_are_durable_whichever_journal_wrote_them(boolean isOther) {
    try (FileJournal writing = open(RARE_SNAPSHOTS, Durability.none());
        FileJournal other = open(RARE_SNAPSHOTS, Durability.none())) {
      for (int number = 1; number <= 3; number++) {
        append(writing);
      }
      keep(isOther ? other : writing, 3);
      for (int seed = 0; seed < 20; seed++) {
        CrashingDisk crashed = disk.afterPowerCut(new SplittableRandom(seed));
        try (FileJournal reopened = FileJournal.open(FOLDER, JournalFixtures.on(crashed))) {
          assertThat(reopened.recoveryReport().isClean()).isTrue();
          assertThat(reopened.lastNumber()).isEqualTo(3);
          assertThat(reopened.snapshotNumbers()).containsExactly(3L);
        }
      }
    }
  }

  @Test
  void the_limits_of_a_policy_are_positive() {
    assertThat(new SnapshotPolicy(1, 1, Duration.ofNanos(1)).maxRecords()).isEqualTo(1);
    assertThatIllegalArgumentException().isThrownBy(() -> new SnapshotPolicy(0, 1, AGE));
    assertThatIllegalArgumentException().isThrownBy(() -> new SnapshotPolicy(1, 0, AGE));
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new SnapshotPolicy(1, 1, Duration.ZERO))
        .withMessageContaining("all must be positive");
  }

  @Test
  void a_snapshot_is_due_after_the_configured_number_of_bytes() {
    assertThat(recordsUntilDue(RARE_SNAPSHOTS)).isEmpty();
    int length = new String(disk.files().get(segment()), StandardCharsets.UTF_8).indexOf('\n');
    int json = length - "{\"crc\":\"12345678\",\"prev\":\"12345678\",\"n\":1,".length() + 1;
    disk.files().keySet().forEach(this::delete);
    assertThat(recordsUntilDue(new SnapshotPolicy(1_000, 2L * json, AGE))).hasValue(2);
    disk.files().keySet().forEach(this::delete);
    assertThat(recordsUntilDue(new SnapshotPolicy(1_000, 2L * json + 1, AGE))).hasValue(3);
  }

  private static Path segment() {
    return FOLDER.resolve("000000000001.jsonl");
  }

  private void delete(Path file) {
    try {
      disk.delete(file);
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  @Test
  void no_snapshot_is_older_than_the_longest_age() {
    Duration longest = Duration.ofSeconds(Long.MAX_VALUE);
    try (FileJournal journal = open(new SnapshotPolicy(1_000, 1L << 30, longest))) {
      append(journal);
      keep(journal, 1);
      append(journal);
      now = Instant.MAX;
      assertThat(journal.isSnapshotDue()).isFalse();
    }
  }

  @Test
  void a_snapshot_is_due_at_the_configured_age_if_something_was_recorded_since() {
    try (FileJournal journal = open(RARE_SNAPSHOTS)) {
      append(journal);
      keep(journal, 1);
      now = now.plus(AGE);
      assertThat(journal.isSnapshotDue()).isFalse();
      append(journal);
      assertThat(journal.isSnapshotDue()).isTrue();
      now = now.minusNanos(1);
      assertThat(journal.isSnapshotDue()).isFalse();
    }
  }

  @Test
  void a_snapshot_of_missing_records_is_not_read() throws IOException {
    try (FileJournal journal = open(RARE_SNAPSHOTS)) {
      for (int number = 1; number <= 4; number++) {
        append(journal);
      }
      keep(journal, 2);
      keep(journal, 4);
      byte[] four = disk.files().get(file(4));
      disk.put(file(9), four);
      assertThat(journal.snapshotNumbers()).containsExactly(2L, 4L);
      disk.put(file(3), four);
      assertThat(journal.snapshot(3)).isEmpty();
      assertThat(journal.snapshot(1)).isEmpty();
      assertThat(new String(journal.snapshot(4).orElseThrow().model(), StandardCharsets.US_ASCII))
          .isEqualTo("model 4");
    }
  }

  @Test
  void a_snapshot_of_another_journal_is_not_read() {
    CrashingDisk other = new CrashingDisk();
    try (FileJournal journal = FileJournal.open(FOLDER, JournalFixtures.on(other))) {
      append(journal);
      now = now.plusSeconds(1);
      append(journal);
      keep(journal, 2);
    }
    try (FileJournal journal = open(RARE_SNAPSHOTS)) {
      append(journal);
      append(journal);
      disk.put(file(2), other.files().get(file(2)));
      assertThat(journal.snapshot(2)).isEmpty();
      keep(journal, 2);
      assertThat(journal.snapshot(2)).isPresent();
    }
  }

  @Test
  @Clause("JN-14")
  void the_snapshot_before_the_first_kept_record_stays_and_older_ones_are_deleted() {
    try (FileJournal journal = open(RARE_SNAPSHOTS)) {
      for (int number = 1; number <= 5; number++) {
        append(journal);
        keep(journal, number);
      }
      journal.discardBefore(4);
      assertThat(journal.snapshotNumbers()).containsExactly(3L, 4L, 5L);
      assertThat(journal.snapshot(3)).isPresent();
    }
    assertThat(disk.files()).doesNotContainKeys(file(1), file(2)).containsKey(file(3));
  }
}
