package dev.fcp.spec.session;

import static org.assertj.core.api.Assertions.assertThat;

import dev.fcp.eventlog.journal.FileJournal;
import dev.fcp.eventlog.journal.FileJournal.SnapshotPolicy;
import dev.fcp.eventlog.journal.RecoveryReport;
import dev.fcp.eventlog.session.Outcome;
import dev.fcp.eventlog.session.Session;
import dev.fcp.spec.Clause;
import dev.fcp.spec.domains.counter.Counter;
import dev.fcp.spec.domains.counter.CounterEvent;
import dev.fcp.spec.journal.CrashingDisk;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Damaged records before a snapshot from which the document can be loaded. */
@Clause("JN-10")
class DamageBeforeSnapshotTest {

  private static final Path SEGMENT = JournalFixtures.FOLDER.resolve("000000000001.jsonl");
  private static final SnapshotPolicy EVERY_EIGHT =
      new SnapshotPolicy(8, 1L << 40, Duration.ofDays(9999));

  private final CrashingDisk disk = new CrashingDisk();

  /** Writes steps of +1 in records 2 to 21, with snapshots after 1, 9 and 17. */
  @BeforeEach
  void writeTwentySteps() {
    try (FileJournal journal = open()) {
      Session<Counter, CounterEvent> session = CounterSessions.created(journal);
      for (int i = 0; i < 20; i++) {
        CounterSessions.add(session, 1);
      }
      assertThat(journal.snapshotNumbers()).containsExactly(1L, 9L, 17L);
    }
  }

  private FileJournal open() {
    return FileJournal.open(
        JournalFixtures.FOLDER, JournalFixtures.on(disk).withSnapshotPolicy(EVERY_EIGHT));
  }

  /** Returns the offset of the line of a record. */
  private int offset(int record) {
    String text = new String(disk.files().get(SEGMENT), StandardCharsets.ISO_8859_1);
    int offset = 0;
    for (int line = 1; line < record; line++) {
      offset = text.indexOf('\n', offset) + 1;
    }
    return offset;
  }

  private static RecoveryReport.Loss onlyLoss(RecoveryReport report) {
    assertThat(report.losses()).hasSize(1);
    return report.losses().get(0);
  }

  @Test
  void the_state_is_right_and_undo_stops_at_the_reported_damage() {
    int start = offset(5);
    disk.flipBit(SEGMENT, start + 40, 3);
    try (FileJournal journal = open()) {
      RecoveryReport.Loss loss = onlyLoss(journal.recoveryReport());
      assertThat(loss.kind()).isEqualTo(RecoveryReport.Kind.BEFORE_SNAPSHOT);
      assertThat(loss.file()).isEqualTo("000000000001.jsonl");
      assertThat(loss.offsetBytes()).isEqualTo(start);
      Session<Counter, CounterEvent> session = CounterSessions.resumed(journal);
      assertThat(CounterSessions.value(session)).isEqualTo(20);
      int depth = session.state().undoDepth();
      assertThat(depth).isBetween(1, 16);
      assertThat(journal.recoveryReport().lines(depth).get(0))
          .endsWith(depth + " steps can be undone");
      assertThat(journal.recoveryReport().lines(depth).get(1))
          .startsWith("  000000000001.jsonl, byte " + start + ": damage before the snapshot");
      assertThat(session.with(CounterSessions.options("undo")).undo(99))
          .isInstanceOf(Outcome.Moved.class);
      assertThat(CounterSessions.value(session)).isEqualTo(20 - depth);
      session.with(CounterSessions.options("redo")).redo(99);
      assertThat(CounterSessions.value(session)).isEqualTo(20);
    }
  }

  @Test
  void work_continues_after_it_and_the_damage_stays_in_the_file() {
    disk.flipBit(SEGMENT, offset(5) + 40, 3);
    byte[] damaged = disk.files().get(SEGMENT);
    try (FileJournal journal = open()) {
      CounterSessions.add(CounterSessions.resumed(journal), 1);
    }
    try (FileJournal journal = open()) {
      assertThat(onlyLoss(journal.recoveryReport()).kind())
          .isEqualTo(RecoveryReport.Kind.BEFORE_SNAPSHOT);
      assertThat(CounterSessions.value(CounterSessions.resumed(journal))).isEqualTo(21);
    }
    assertThat(disk.files().get(SEGMENT)).startsWith(damaged);
    assertThat(disk.files().keySet()).noneMatch(file -> file.toString().endsWith(".aside"));
  }

  @Test
  void damage_after_the_snapshot_loses_the_records_from_there_on() {
    disk.flipBit(SEGMENT, offset(19) + 40, 3);
    try (FileJournal journal = open()) {
      assertThat(journal.lastNumber()).isEqualTo(18);
      assertThat(onlyLoss(journal.recoveryReport()).readableRecords())
          .contains(new RecoveryReport.RecordRange(20, 21));
      assertThat(CounterSessions.value(CounterSessions.resumed(journal))).isEqualTo(17);
    }
  }

  /** The previous snapshot is used. */
  @Test
  void a_damaged_snapshot_is_reported_and_loses_nothing() {
    disk.flipBit(JournalFixtures.FOLDER.resolve("000000000017.snapshot"), 40, 3);
    try (FileJournal journal = open()) {
      assertThat(journal.recoveryReport().damagedSnapshots())
          .isEqualTo(List.of("000000000017.snapshot"));
      Session<Counter, CounterEvent> session = CounterSessions.resumed(journal);
      assertThat(CounterSessions.value(session)).isEqualTo(20);
      assertThat(session.state().undoDepth()).isEqualTo(20);
    }
  }

  @Test
  void a_damaged_record_of_the_snapshot_itself_limits_undo_and_nothing_else() {
    disk.flipBit(SEGMENT, offset(17) + 40, 3);
    try (FileJournal journal = open()) {
      Session<Counter, CounterEvent> session = CounterSessions.resumed(journal);
      assertThat(CounterSessions.value(session)).isEqualTo(20);
      assertThat(journal.recoveryReport().isClean()).isFalse();
      int depth = session.state().undoDepth();
      session.with(CounterSessions.options("undo")).undo(depth);
      assertThat(CounterSessions.value(session)).isEqualTo(20 - depth);
    }
  }
}
