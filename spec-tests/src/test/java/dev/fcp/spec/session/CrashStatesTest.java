package dev.fcp.spec.session;

import static org.assertj.core.api.Assertions.assertThat;

import dev.fcp.eventlog.journal.Durability;
import dev.fcp.eventlog.journal.FileJournal;
import dev.fcp.eventlog.journal.FileJournal.SnapshotPolicy;
import dev.fcp.eventlog.session.RetentionPolicy;
import dev.fcp.eventlog.session.Session;
import dev.fcp.spec.Clause;
import dev.fcp.spec.domains.counter.Counter;
import dev.fcp.spec.domains.counter.CounterEvent;
import dev.fcp.spec.generator.DeepOnly;
import dev.fcp.spec.journal.CrashState;
import dev.fcp.spec.journal.CrashingDisk;
import java.nio.file.Path;
import java.time.Duration;
import java.util.SplittableRandom;
import java.util.function.Consumer;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Short runs, and every state that a power cut could leave at any moment of them: each write and
 * truncation that was not forced is applied completely, in some of its sectors, or not at all; each
 * name refers to any of its targets since the last force; all in any order. All states of a moment
 * are checked if there are at most {@link #MAX_STATES}; otherwise a random sample of that size.
 */
@Clause({"JN-9", "JN-5"})
class CrashStatesTest {

  private static final int MAX_STATES = 1 << 12;
  private static final int SECTOR_BYTES = 256;
  private static final int LARGE_SECTOR_BYTES = 512;
  private static final int SMALL_SECTOR_BYTES = 128;
  private static final long SEGMENT_BYTES = 300;
  private static final Path OLD = JournalFixtures.FOLDER;
  private static final Path NEW = OLD.resolveSibling("b.counter");

  private static FileJournal open(CrashTrace trace) {
    return FileJournal.open(OLD, JournalFixtures.on(trace.disk()));
  }

  private static void runRounds(CrashTrace trace, FileJournal journal, int... rounds) {
    Session<Counter, CounterEvent> session = trace.session(journal);
    for (int round : rounds) {
      trace.run(journal, session, () -> JournalFixtures.runRound(session, round));
    }
  }

  private static void require(CrashTrace trace, int minStates) {
    requireAll(trace, minStates);
    trace.requirePrefixes(OLD);
  }

  /**
   * Requires that no moment was sampled, and that there were enough states for the test to be
   * meaningful.
   */
  private static void requireAll(CrashTrace trace, int minStates) {
    assertThat(trace.sampledCount()).isZero();
    assertThat(trace.states().size()).isGreaterThanOrEqualTo(minStates);
  }

  @Test
  void a_new_journal_of_six_records_is_a_prefix_in_every_state() {
    CrashTrace trace = new CrashTrace(SMALL_SECTOR_BYTES, MAX_STATES);
    try (FileJournal journal = open(trace)) {
      runRounds(trace, journal, 0, 1, 3, 4, 5);
    }
    assertThat(trace.size()).isEqualTo(6);
    require(trace, 750);
  }

  @Test
  void a_journal_that_is_reopened_and_continued_is_a_prefix_in_every_state() {
    CrashTrace trace = new CrashTrace(SMALL_SECTOR_BYTES, MAX_STATES);
    try (FileJournal journal = open(trace)) {
      runRounds(trace, journal, 0, 7);
    }
    try (FileJournal journal = open(trace)) {
      runRounds(trace, journal, 8, 9, 1);
    }
    assertThat(trace.size()).isEqualTo(6);
    require(trace, 500);
  }

  @Test
  @Tag("many")
  void torn_snapshots_lose_nothing_in_every_state() {
    CrashTrace trace = new CrashTrace(SMALL_SECTOR_BYTES, MAX_STATES);
    SnapshotPolicy everyTwo = new SnapshotPolicy(2, 1L << 20, Duration.ofDays(9));
    try (FileJournal journal =
        FileJournal.open(OLD, JournalFixtures.on(trace.disk()).withSnapshotPolicy(everyTwo))) {
      runRounds(trace, journal, 0, 1, 2, 18);
      assertThat(journal.snapshotNumbers()).hasSizeGreaterThanOrEqualTo(3);
    }
    require(trace, 1000);
  }

  /** The records after the kept ones are in another segment. */
  @Test
  @Tag("many")
  void pruned_records_and_a_new_segment_are_intact_in_every_state() {
    CrashTrace trace = new CrashTrace(SECTOR_BYTES, MAX_STATES);
    try (FileJournal journal = open(trace)) {
      runRounds(trace, journal, 0, 9, 1, 18, 2);
      Session<Counter, CounterEvent> session = trace.session(journal);
      trace.run(
          journal,
          session,
          () ->
              session
                  .with(CounterSessions.options("retain"))
                  .prune(new RetentionPolicy(1, Duration.ZERO, 1)));
      trace.run(journal, session, () -> JournalFixtures.runRound(session, 0));
      assertThat(journal.firstNumber()).isGreaterThan(1);
    }
    assertThat(trace.disk().files()).doesNotContainKey(OLD.resolve("000000000001.jsonl"));
    require(trace, 600);
  }

  @Test
  void segments_of_one_or_two_records_are_a_prefix_in_every_state() {
    CrashTrace trace = new CrashTrace(SMALL_SECTOR_BYTES, MAX_STATES);
    try (FileJournal journal =
        FileJournal.open(OLD, JournalFixtures.on(trace.disk()).withSegmentBytes(SEGMENT_BYTES))) {
      runRounds(trace, journal, 0, 1, 3, 4, 5);
    }
    assertThat(trace.disk().files().keySet())
        .filteredOn(file -> file.toString().endsWith(".jsonl"))
        .hasSizeBetween(4, 6);
    require(trace, 500);
  }

  @Test
  @Tag("many")
  void unforced_records_are_a_prefix_in_every_state() {
    CrashTrace trace = new CrashTrace(LARGE_SECTOR_BYTES, MAX_STATES);
    FileJournal.Settings settings =
        JournalFixtures.on(trace.disk()).withDurability(Durability.none());
    try (FileJournal journal = FileJournal.open(OLD, settings)) {
      trace.guaranteeNothing();
      Session<Counter, CounterEvent> session = trace.session(journal);
      for (int round : new int[] {0, 13, 26, 3}) {
        int now = round;
        trace.guaranteeNothing();
        trace.run(journal, session, () -> JournalFixtures.runRound(session, now));
      }
    }
    require(trace, 1200);
  }

  private static CrashTrace moveTrace(Consumer<FileJournal> move) {
    CrashTrace trace = new CrashTrace(SECTOR_BYTES, MAX_STATES);
    try (FileJournal journal = open(trace)) {
      runRounds(trace, journal, 0, 1, 5);
      trace.enterPhase(1);
      move.accept(journal);
      trace.enterPhase(2);
    }
    return trace;
  }

  @Test
  @Tag("many")
  @Clause("JN-18")
  void a_moved_journal_is_intact_in_one_folder_or_both_in_every_state() {
    CrashTrace trace = moveTrace(journal -> journal.moveTo(NEW));
    requireAll(trace, 900);
    trace.sweep((state, guarantee) -> requireOne(trace, state.disk(), guarantee, true));
    requireStateWithBoth(trace);
  }

  @Test
  @Tag("many")
  @Clause("JN-18")
  void a_copied_journal_is_intact_in_its_old_folder_in_every_state() {
    CrashTrace trace = moveTrace(journal -> journal.copyTo(NEW));
    requireAll(trace, 900);
    trace.sweep((state, guarantee) -> requireOne(trace, state.disk(), guarantee, false));
    requireStateWithBoth(trace);
  }

  private static void requireStateWithBoth(CrashTrace trace) {
    assertThat(trace.states().keySet())
        .map(CrashState::disk)
        .anyMatch(disk -> FileJournal.exists(OLD, disk) && FileJournal.exists(NEW, disk));
  }

  /** Requires that one folder holds the journal. */
  private static void requireOne(
      CrashTrace trace, CrashingDisk crashed, CrashTrace.Guarantee guarantee, boolean isMove) {
    String where = crashed.files().keySet() + ", " + guarantee;
    boolean inOld = FileJournal.exists(OLD, crashed);
    boolean inNew = FileJournal.exists(NEW, crashed);
    assertThat(inNew && guarantee.phase() == 0).as(where).isFalse();
    assertThat(!inNew && guarantee.phase() == 2).as(where).isFalse();
    assertThat(inOld || (isMove && inNew) || guarantee.acknowledged() == 0).as(where).isTrue();
    assertThat(inOld && isMove && guarantee.phase() == 2).as(where).isFalse();
    if (inOld || !inNew) {
      trace.requirePrefix(crashed, OLD, guarantee, where);
    }
    if (inNew) {
      trace.requirePrefix(crashed, NEW, guarantee, where);
    }
  }

  @Test
  @Clause({"JN-9", "DO-10"})
  void a_deleted_journal_is_intact_or_gone_in_every_state() {
    CrashTrace trace = new CrashTrace(SMALL_SECTOR_BYTES, MAX_STATES);
    try (FileJournal journal = open(trace)) {
      runRounds(trace, journal, 0, 1, 5);
    }
    trace.enterPhase(1);
    FileJournal.delete(OLD, JournalFixtures.on(trace.disk()));
    trace.enterPhase(2);
    FileJournal.open(OLD, JournalFixtures.on(trace.disk())).close();
    requireAll(trace, 400);
    trace.sweep((state, guarantee) -> requireAllOrNothing(trace, state.disk(), guarantee));
  }

  private static void requireAllOrNothing(
      CrashTrace trace, CrashingDisk crashed, CrashTrace.Guarantee guarantee) {
    if (FileJournal.exists(OLD, crashed) || guarantee.phase() == 0) {
      assertThat(guarantee.phase()).isLessThan(2);
      trace.requirePrefix(crashed, OLD, guarantee, guarantee.toString());
      return;
    }
    try (FileJournal journal = FileJournal.open(OLD, JournalFixtures.on(crashed))) {
      assertThat(journal.lastNumber()).isZero();
      assertThat(journal.recoveryReport().isClean()).isTrue();
    }
  }

  @Test
  @Tag("many")
  void random_runs_are_prefixes_in_every_state() {
    requireRandomRuns(2, 6, SECTOR_BYTES, 1 << 10);
  }

  @Test
  @DeepOnly
  void many_longer_random_runs_are_prefixes_in_every_state() {
    requireRandomRuns(12, 12, 64, 1 << 10);
  }

  private static void requireRandomRuns(int runs, int rounds, int sectorBytes, int maxStates) {
    RandomGenerator random = new SplittableRandom(7);
    int states = 0;
    for (int run = 0; run < runs; run++) {
      CrashTrace trace = new CrashTrace(sectorBytes, maxStates);
      for (int half = 0; half < 2; half++) {
        try (FileJournal journal = open(trace)) {
          runRounds(trace, journal, random.ints(rounds / 2, 0, 39).toArray());
        }
      }
      states += trace.states().size();
      trace.requirePrefixes(OLD);
    }
    assertThat(states).isGreaterThan(20 * runs * rounds);
  }
}
