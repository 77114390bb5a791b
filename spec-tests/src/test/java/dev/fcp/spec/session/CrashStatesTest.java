package dev.fcp.spec.session;

import static org.assertj.core.api.Assertions.assertThat;

import dev.fcp.eventlog.journal.Durability;
import dev.fcp.eventlog.journal.FileJournal;
import dev.fcp.eventlog.journal.SnapshotPolicy;
import dev.fcp.eventlog.session.Retention;
import dev.fcp.eventlog.session.Session;
import dev.fcp.spec.Clause;
import dev.fcp.spec.domains.counter.Counter;
import dev.fcp.spec.domains.counter.CounterEvent;
import dev.fcp.spec.generator.DeepOnly;
import dev.fcp.spec.journal.CrashingDisk;
import java.nio.file.Path;
import java.time.Duration;
import java.util.SplittableRandom;
import java.util.function.Consumer;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Short runs, and after them every state that a power cut may have left at any moment: each write
 * and cut that was not forced is there, is not, or is there in some of its sectors; each name leads
 * where it led at any time since it was forced; all in any order. Up to {@link #MOST} states of a
 * moment are looked at, each of them; of a moment that has more, so many are chosen by chance.
 */
@Clause({"JN-9", "JN-5"})
class CrashStatesTest {

  private static final int MOST = 1 << 12;
  private static final int SECTOR_BYTES = 256;
  private static final int LARGE_SECTOR_BYTES = 512;
  private static final int SMALL_SECTOR_BYTES = 128;
  private static final long SEGMENT_BYTES = 300;
  private static final Path OLD = WrittenJournals.FOLDER;
  private static final Path NEW = OLD.resolveSibling("b.counter");

  private static FileJournal open(CrashTrace trace) {
    return FileJournal.open(OLD, WrittenJournals.on(trace.disk()));
  }

  private static void acts(CrashTrace trace, FileJournal journal, int... rounds) {
    Session<Counter, CounterEvent> session = trace.session(journal);
    for (int round : rounds) {
      trace.act(journal, session, () -> WrittenJournals.act(session, round));
    }
  }

  private static void require(CrashTrace trace, int least) {
    requireAll(trace, least);
    trace.requirePrefixes(OLD);
  }

  /** None was left out, and there were so many at least that the run was what it should be. */
  private static void requireAll(CrashTrace trace, int least) {
    assertThat(trace.sampled()).isZero();
    assertThat(trace.states().size()).isGreaterThanOrEqualTo(least);
  }

  @Test
  void a_new_journal_of_six_records_is_a_prefix_in_every_state() {
    CrashTrace trace = new CrashTrace(SMALL_SECTOR_BYTES, MOST);
    try (FileJournal journal = open(trace)) {
      acts(trace, journal, 0, 1, 3, 4, 5);
    }
    assertThat(trace.size()).isEqualTo(6);
    require(trace, 750);
  }

  @Test
  void a_journal_that_is_opened_again_and_goes_on_is_a_prefix_in_every_state() {
    CrashTrace trace = new CrashTrace(SMALL_SECTOR_BYTES, MOST);
    try (FileJournal journal = open(trace)) {
      acts(trace, journal, 0, 7);
    }
    try (FileJournal journal = open(trace)) {
      acts(trace, journal, 8, 9, 1);
    }
    assertThat(trace.size()).isEqualTo(6);
    require(trace, 500);
  }

  @Test
  @Tag("many")
  void snapshots_that_are_cut_off_lose_nothing_in_every_state() {
    CrashTrace trace = new CrashTrace(SMALL_SECTOR_BYTES, MOST);
    SnapshotPolicy everyTwo = new SnapshotPolicy(2, 1L << 20, Duration.ofDays(9));
    try (FileJournal journal =
        FileJournal.open(OLD, WrittenJournals.on(trace.disk()).with(everyTwo))) {
      acts(trace, journal, 0, 1, 2, 5);
      assertThat(journal.snapshots()).hasSizeGreaterThanOrEqualTo(3);
    }
    require(trace, 1000);
  }

  /** Here the records behind the kept ones go on in another segment. */
  @Test
  @Tag("many")
  void records_that_are_let_go_and_a_new_segment_are_whole_in_every_state() {
    CrashTrace trace = new CrashTrace(SECTOR_BYTES, MOST);
    try (FileJournal journal = open(trace)) {
      acts(trace, journal, 0, 9, 1, 5, 2);
      Session<Counter, CounterEvent> session = trace.session(journal);
      trace.act(
          journal,
          session,
          () -> session.retain(Sessions.intent("retain"), new Retention(1, Duration.ZERO, 1)));
      trace.act(journal, session, () -> WrittenJournals.act(session, 0));
      assertThat(journal.firstNumber()).isGreaterThan(1);
    }
    assertThat(trace.disk().files()).doesNotContainKey(OLD.resolve("000000000001.jsonl"));
    require(trace, 600);
  }

  @Test
  void segments_of_one_or_two_records_are_a_prefix_in_every_state() {
    CrashTrace trace = new CrashTrace(SMALL_SECTOR_BYTES, MOST);
    try (FileJournal journal =
        FileJournal.open(OLD, WrittenJournals.on(trace.disk()).withSegments(SEGMENT_BYTES))) {
      acts(trace, journal, 0, 1, 3, 4, 5);
    }
    assertThat(trace.disk().files().keySet())
        .filteredOn(file -> file.toString().endsWith(".jsonl"))
        .hasSizeBetween(4, 6);
    require(trace, 500);
  }

  @Test
  @Tag("many")
  void records_that_wait_for_their_force_are_a_prefix_in_every_state() {
    CrashTrace trace = new CrashTrace(LARGE_SECTOR_BYTES, MOST);
    FileJournal.Settings settings = WrittenJournals.on(trace.disk()).with(Durability.none());
    try (FileJournal journal = FileJournal.open(OLD, settings)) {
      trace.oweNothing();
      Session<Counter, CounterEvent> session = trace.session(journal);
      for (int round : new int[] {0, 13, 26, 3}) {
        int now = round;
        trace.oweNothing();
        trace.act(journal, session, () -> WrittenJournals.act(session, now));
      }
    }
    require(trace, 1200);
  }

  private static CrashTrace going(Consumer<FileJournal> way) {
    CrashTrace trace = new CrashTrace(SECTOR_BYTES, MOST);
    try (FileJournal journal = open(trace)) {
      acts(trace, journal, 0, 1, 5);
      trace.reach(1);
      way.accept(journal);
      trace.reach(2);
    }
    return trace;
  }

  @Test
  @Tag("many")
  @Clause("JN-18")
  void a_journal_that_is_moved_is_whole_in_one_folder_or_both_in_every_state() {
    CrashTrace trace = going(journal -> journal.moveTo(NEW));
    requireAll(trace, 900);
    int[] both = {0};
    trace.sweep((state, owed) -> both[0] += requireOne(trace, state.disk(), owed, true));
    assertThat(both[0]).isPositive();
  }

  @Test
  @Tag("many")
  @Clause("JN-18")
  void a_journal_that_is_copied_is_whole_where_it_was_in_every_state() {
    CrashTrace trace = going(journal -> journal.copyTo(NEW));
    requireAll(trace, 900);
    int[] both = {0};
    trace.sweep((state, owed) -> both[0] += requireOne(trace, state.disk(), owed, false));
    assertThat(both[0]).isPositive();
  }

  /** Whether both folders hold it, as a number. */
  private static int requireOne(
      CrashTrace trace, CrashingDisk crashed, CrashTrace.Promise owed, boolean moves) {
    String where = crashed.files().keySet() + ", " + owed;
    boolean inOld = FileJournal.exists(OLD, crashed);
    boolean inNew = FileJournal.exists(NEW, crashed);
    assertThat(inNew && owed.stage() == 0).as(where).isFalse();
    assertThat(!inNew && owed.stage() == 2).as(where).isFalse();
    assertThat(inOld || (moves && inNew) || owed.acknowledged() == 0).as(where).isTrue();
    assertThat(inOld && moves && owed.stage() == 2).as(where).isFalse();
    if (inOld || !inNew) {
      trace.requirePrefix(crashed, OLD, owed, where);
    }
    if (inNew) {
      trace.requirePrefix(crashed, NEW, owed, where);
    }
    return inOld && inNew ? 1 : 0;
  }

  @Test
  @Clause({"JN-9", "DO-10"})
  void a_journal_that_is_forgotten_is_all_there_or_gone_in_every_state() {
    CrashTrace trace = new CrashTrace(SMALL_SECTOR_BYTES, MOST);
    try (FileJournal journal = open(trace)) {
      acts(trace, journal, 0, 1, 5);
    }
    trace.reach(1);
    FileJournal.forget(OLD, WrittenJournals.on(trace.disk()));
    trace.reach(2);
    FileJournal.open(OLD, WrittenJournals.on(trace.disk())).close();
    requireAll(trace, 400);
    trace.sweep((state, owed) -> requireAllOrNothing(trace, state.disk(), owed));
  }

  private static void requireAllOrNothing(
      CrashTrace trace, CrashingDisk crashed, CrashTrace.Promise owed) {
    if (FileJournal.exists(OLD, crashed) || owed.stage() == 0) {
      assertThat(owed.stage()).isLessThan(2);
      trace.requirePrefix(crashed, OLD, owed, owed.toString());
      return;
    }
    try (FileJournal journal = FileJournal.open(OLD, WrittenJournals.on(crashed))) {
      assertThat(journal.lastNumber()).isZero();
      assertThat(journal.recovery().isClean()).isTrue();
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

  private static void requireRandomRuns(int runs, int rounds, int sectorBytes, int most) {
    RandomGenerator chance = new SplittableRandom(7);
    int states = 0;
    for (int run = 0; run < runs; run++) {
      CrashTrace trace = new CrashTrace(sectorBytes, most);
      for (int half = 0; half < 2; half++) {
        try (FileJournal journal = open(trace)) {
          acts(trace, journal, chance.ints(rounds / 2, 0, 39).toArray());
        }
      }
      states += trace.states().size();
      trace.requirePrefixes(OLD);
    }
    assertThat(states).isGreaterThan(20 * runs * rounds);
  }
}
