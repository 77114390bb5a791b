package dev.fcp.spec.session;

import static org.assertj.core.api.Assertions.assertThat;

import dev.fcp.eventlog.journal.Durability;
import dev.fcp.eventlog.journal.FileJournal;
import dev.fcp.eventlog.journal.FileJournal.SnapshotPolicy;
import dev.fcp.eventlog.journal.JournalException;
import dev.fcp.eventlog.session.Session;
import dev.fcp.eventlog.session.SessionSettings;
import dev.fcp.spec.Clause;
import dev.fcp.spec.domains.counter.Counter;
import dev.fcp.spec.domains.counter.CounterEvent;
import dev.fcp.spec.generator.Tries;
import dev.fcp.spec.journal.CrashingDisk;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Test;

/**
 * The power is cut at any disk call, and what was not forced is dropped, torn, garbled or
 * reordered: the recovered records are a prefix that contains every acknowledged record and nothing
 * that was never submitted.
 */
@Clause({"JN-5", "JN-9"})
class CrashSweepTest {

  private static final SnapshotPolicy FREQUENT_SNAPSHOTS =
      new SnapshotPolicy(6, 1L << 20, Duration.ofDays(9));
  private static final long SEED = 20_260_101;
  private static final int RANDOM_CRASHES = 300;
  private static final int ROUNDS = 39;
  private static final int STATES_PER_CRASH = 2;
  private static final Path FIRST = JournalFixtures.FOLDER.resolve("000000000001.jsonl");

  /** The round in which old records are pruned for the first time. */
  private static final int PRUNE_INTERVAL = 25;

  private static final long SMALL_SEGMENT_BYTES = 1000;

  /** Segments of this size are compressed when they are closed. */
  private static final long COMPRESSED_SEGMENT_BYTES = 5000;

  /** The observation after each record, by its number; the first is before any record. */
  private final List<Observation> observations = new ArrayList<>();

  private long segmentBytes = JournalFixtures.LARGE_SEGMENT_BYTES;

  private FileJournal.Settings on(CrashingDisk disk, Durability durability) {
    return JournalFixtures.on(disk)
        .withSnapshotPolicy(FREQUENT_SNAPSHOTS)
        .withDurability(durability)
        .withSegmentBytes(segmentBytes);
  }

  /**
   * The progress of a run: the number of acknowledged records, and the maximum number of submitted
   * ones.
   */
  private record Run(long acknowledged, long submitted) {}

  /** Works on a disk until the program ends or the power is cut; the journal is opened twice. */
  private Run run(CrashingDisk disk, Durability durability, int rounds) {
    SessionSettings settings = JournalFixtures.settings();
    long acknowledged = 0;
    long underWay = 1;
    try {
      for (int half = 0; half < 2; half++) {
        try (FileJournal journal = FileJournal.open(JournalFixtures.FOLDER, on(disk, durability))) {
          Session<Counter, CounterEvent> session = JournalFixtures.open(journal, settings);
          acknowledged = record(session, acknowledged);
          for (int round = half * rounds / 2; round < (half + 1) * rounds / 2; round++) {
            underWay = session.state().recordNumber() + 2;
            JournalFixtures.runRound(session, round);
            acknowledged = record(session, acknowledged);
          }
        }
      }
    } catch (JournalException e) {
      // The power was cut.
      return new Run(acknowledged, underWay);
    }
    return new Run(acknowledged, acknowledged);
  }

  /** Records the observation; equal programs with equal clocks and ids give equal records. */
  private long record(Session<Counter, CounterEvent> session, long acknowledged) {
    long number = session.state().recordNumber();
    while (observations.size() <= number) {
      observations.add(Observation.of(session.state()));
    }
    return Math.max(number, acknowledged);
  }

  @Test
  void after_a_crash_at_any_call_a_prefix_with_all_acknowledged_records_is_recovered() {
    CrashingDisk baseline = new CrashingDisk();
    run(baseline, Durability.everyRecord(), ROUNDS);
    long calls = baseline.callCount();
    assertThat(calls).isGreaterThan(500);
    Tries.sweep((int) calls, point -> baseline.changedNamesAt(point + 1))
        .forEach(point -> requirePrefixes(point + 1, ROUNDS, STATES_PER_CRASH));
  }

  @Test
  @Clause("JN-3")
  void after_a_crash_at_any_call_a_prefix_of_compressed_segments_is_recovered() {
    segmentBytes = COMPRESSED_SEGMENT_BYTES;
    CrashingDisk baseline = new CrashingDisk();
    run(baseline, Durability.everyRecord(), PRUNE_INTERVAL);
    assertThat(baseline.files().keySet().stream().map(Path::toString))
        .filteredOn(file -> file.endsWith(".jsonl.gz"))
        .isNotEmpty();
    Tries.sweep((int) baseline.callCount(), point -> baseline.changedNamesAt(point + 1))
        .forEach(point -> requirePrefixes(point + 1, PRUNE_INTERVAL, STATES_PER_CRASH));
  }

  private void requirePrefixes(int call, int rounds, int states) {
    CrashingDisk disk = new CrashingDisk();
    disk.cutPowerAt(call);
    Run run = run(disk, Durability.everyRecord(), rounds);
    for (int state = 0; state < states; state++) {
      RandomGenerator chance = new SplittableRandom(call * 31L + state);
      requirePrefix(disk.afterPowerCut(chance), run, "call " + call + ", state " + state);
    }
  }

  /** Each record has its own segment, and names are added and removed in any order. */
  @Test
  @Clause("JN-14")
  void after_a_crash_while_pruning_the_remaining_records_can_be_verified() {
    segmentBytes = 1;
    CrashingDisk before = new CrashingDisk();
    run(before, Durability.everyRecord(), PRUNE_INTERVAL);
    assertThat(before.files()).containsKey(FIRST);
    CrashingDisk after = new CrashingDisk();
    run(after, Durability.everyRecord(), PRUNE_INTERVAL + 1);
    assertThat(after.files()).doesNotContainKey(FIRST);
    int first = (int) before.callCount() / 2;
    Tries.sweep((int) after.callCount() - first + 1)
        .forEach(point -> requirePrefixes(first + point, PRUNE_INTERVAL + 1, 4));
  }

  @Test
  void random_crashes_at_every_level_of_durability_leave_a_prefix() {
    run(new CrashingDisk(), Durability.everyRecord(), ROUNDS);
    List<Durability> levels =
        List.of(Durability.everyRecord(), Durability.interval(), Durability.none());
    List<Long> sizes =
        List.of(JournalFixtures.LARGE_SEGMENT_BYTES, SMALL_SEGMENT_BYTES, COMPRESSED_SEGMENT_BYTES);
    RandomGenerator random = new SplittableRandom(SEED);
    for (int crash = 0; crash < Tries.of(RANDOM_CRASHES); crash++) {
      Durability level = levels.get(crash % levels.size());
      long call = 1 + random.nextInt(1500);
      CrashingDisk disk = new CrashingDisk();
      disk.cutPowerAt(call);
      segmentBytes = sizes.get(crash / levels.size() % sizes.size());
      Run run = run(disk, level, ROUNDS);
      boolean mustBeAcknowledged = level instanceof Durability.EveryRecord;
      Run bounds = mustBeAcknowledged ? run : new Run(0, observations.size());
      requirePrefix(disk.afterPowerCut(random), bounds, "%s, call %d".formatted(level, call));
    }
  }

  private void requirePrefix(CrashingDisk crashed, Run run, String where) {
    try (FileJournal journal =
        FileJournal.open(JournalFixtures.FOLDER, on(crashed, Durability.everyRecord()))) {
      long last = journal.lastNumber();
      assertThat(last).as(where).isBetween(run.acknowledged(), run.submitted());
      if (last == 0) {
        return;
      }
      Session<Counter, CounterEvent> session =
          Session.resume(CounterSessions.DOMAIN, journal, SessionSettings.standard());
      assertThat(session.state().recordNumber()).isEqualTo(last);
      assertThat(Observation.of(session.state())).as(where).isEqualTo(observations.get((int) last));
      CounterSessions.add(session, 1);
      assertThat(session.verify().isValid()).as(where).isTrue();
    }
  }
}
