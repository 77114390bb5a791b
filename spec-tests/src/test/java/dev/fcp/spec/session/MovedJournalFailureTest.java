package dev.fcp.spec.session;

import static org.assertj.core.api.Assertions.assertThat;

import dev.fcp.eventlog.journal.FileJournal;
import dev.fcp.eventlog.journal.Journal;
import dev.fcp.eventlog.journal.JournalException;
import dev.fcp.eventlog.session.Session;
import dev.fcp.eventlog.session.SessionSettings;
import dev.fcp.spec.Clause;
import dev.fcp.spec.domains.counter.Counter;
import dev.fcp.spec.domains.counter.CounterEvent;
import dev.fcp.spec.generator.Tries;
import dev.fcp.spec.journal.CrashingDisk;
import dev.fcp.spec.journal.FailingDisk;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A journal that is interrupted on its way to another folder. */
@Clause({"JN-18", "JN-9"})
class MovedJournalFailureTest {

  private static final Path OLD = WrittenJournals.FOLDER;
  private static final Path NEW = OLD.resolveSibling("b.counter");
  private static final int ROUNDS_BEFORE = 15;
  private static final int ROUNDS_AFTER = 4;
  private static final int STATES_PER_CRASH = 4;

  /** The ways to another folder. */
  enum Way {
    MOVE,
    COPY;

    void go(FileJournal journal) {
      switch (this) {
        case MOVE -> journal.moveTo(NEW);
        case COPY -> journal.copyTo(NEW);
      }
    }
  }

  /** How far a run came: what was acknowledged at the end and when the journal left the folder. */
  private static final class Run {
    private final List<Observation> seen = new ArrayList<>();
    private long acknowledged;
    private long underWay;
    private long leftAt;
    private boolean gone;

    void note(Session<Counter, CounterEvent> session) {
      acknowledged = session.state().recordNumber();
      while (seen.size() <= acknowledged) {
        seen.add(Observation.of(session.state()));
      }
    }
  }

  private static Run run(CrashingDisk disk, Way way) {
    Run run = new Run();
    try (FileJournal journal = FileJournal.open(OLD, WrittenJournals.on(disk))) {
      run.underWay = 1;
      Session<Counter, CounterEvent> session =
          WrittenJournals.open(journal, WrittenJournals.settings());
      run.note(session);
      for (int round = 0; round < ROUNDS_BEFORE + ROUNDS_AFTER; round++) {
        if (round == ROUNDS_BEFORE) {
          run.leftAt = run.acknowledged;
          run.underWay = run.acknowledged;
          way.go(journal);
          run.gone = true;
        }
        run.underWay = run.acknowledged + 2;
        WrittenJournals.act(session, round);
        run.note(session);
      }
    } catch (JournalException e) {
      assertThat(e).hasMessageContaining("the power is cut");
    }
    return run;
  }

  @ParameterizedTest
  @EnumSource
  @Tag("many")
  void after_a_crash_at_any_call_one_folder_or_both_hold_everything(Way way) {
    CrashingDisk whole = new CrashingDisk();
    List<Observation> seen = run(whole, way).seen;
    int both =
        Tries.sweep((int) whole.calls(), point -> whole.changedNamesAt(point + 1))
            .map(point -> requireWhole(point + 1, way, seen))
            .sum();
    assertThat(both).isPositive();
  }

  /** In how many of the states after a crash at a call both folders hold it. */
  private static int requireWhole(int call, Way way, List<Observation> seen) {
    CrashingDisk disk = new CrashingDisk();
    disk.stopAt(call);
    Run run = run(disk, way);
    int both = 0;
    for (int state = 0; state < STATES_PER_CRASH; state++) {
      CrashingDisk crashed = disk.crashed(new SplittableRandom(call * 31L + state));
      both += requireWhole(crashed, way, run, seen, "call " + call + ", state " + state);
    }
    return both;
  }

  private static int requireWhole(
      CrashingDisk crashed, Way way, Run run, List<Observation> seen, String where) {
    boolean inNew = FileJournal.exists(NEW, crashed);
    boolean inOld = FileJournal.exists(OLD, crashed);
    boolean leaves = run.leftAt > 0;
    if (inNew) {
      assertThat(leaves).as(where).isTrue();
      requireRecords(crashed, NEW, run.acknowledged, run.underWay, seen, where);
    } else {
      assertThat(run.gone).as(where).isFalse();
      requireRecords(crashed, OLD, run.acknowledged, run.underWay, seen, where);
    }
    if (inOld && inNew) {
      requireRecords(crashed, OLD, run.leftAt, run.leftAt, seen, where);
    }
    assertThat(inOld || way == Way.MOVE || !leaves).as(where).isTrue();
    assertThat(inOld && way == Way.MOVE && run.gone).as(where).isFalse();
    return inOld && inNew ? 1 : 0;
  }

  private static void requireRecords(
      CrashingDisk disk, Path folder, long least, long most, List<Observation> seen, String where) {
    try (FileJournal journal = FileJournal.open(folder, WrittenJournals.on(disk))) {
      long last = journal.lastNumber();
      assertThat(last).as(where).isBetween(least, most);
      if (last > 0) {
        Session<Counter, CounterEvent> session =
            Session.resume(Sessions.DOMAIN, journal, SessionSettings.standard());
        assertThat(Observation.of(session.state())).as(where).isEqualTo(seen.get((int) last));
        assertThat(session.verify().holds()).as(where).isTrue();
      }
    }
  }

  @ParameterizedTest
  @EnumSource
  void whatever_call_fails_it_goes_on_in_one_of_the_folders(Way way) {
    int told = 0;
    int calls = goWithFailureAt(way, Integer.MAX_VALUE).calls;
    assertThat(calls).isGreaterThan(30);
    for (int call = 0; call < calls; call++) {
      told += goWithFailureAt(way, call).told ? 1 : 0;
    }
    assertThat(told).isEqualTo(calls);
  }

  private record Failure(int calls, boolean told) {}

  private static Failure goWithFailureAt(Way way, int failing) {
    CrashingDisk kept = new CrashingDisk();
    int[] calls = {Integer.MIN_VALUE};
    FailingDisk disk = new FailingDisk(kept, call -> calls[0]++ == failing);
    boolean told = false;
    int counted;
    Path folder;
    try (FileJournal journal = FileJournal.open(OLD, WrittenJournals.on(disk))) {
      Session<Counter, CounterEvent> session =
          WrittenJournals.open(journal, WrittenJournals.settings());
      for (int round = 0; round < ROUNDS_BEFORE; round++) {
        WrittenJournals.act(session, round);
      }
      // Held, so that nothing else calls the disk.
      Journal.Hold hold = journal.hold();
      try {
        calls[0] = 0;
        way.go(journal);
      } catch (JournalException e) {
        told = true;
      }
      counted = calls[0];
      calls[0] = Integer.MIN_VALUE;
      hold.close();
      folder = journal.folder();
      Sessions.add(session, 1000);
      assertThat(session.verify().holds()).isTrue();
    }
    requireOne(kept, way, folder, told, "call " + failing);
    return new Failure(counted, told);
  }

  private static void requireOne(
      CrashingDisk disk, Way way, Path folder, boolean told, String where) {
    assertThat(FileJournal.exists(NEW, disk)).as(where).isEqualTo(folder.equals(NEW));
    if (!told) {
      assertThat(folder).isEqualTo(NEW);
      assertThat(FileJournal.exists(OLD, disk)).isEqualTo(way == Way.COPY);
    }
    try (FileJournal journal = FileJournal.open(folder, WrittenJournals.on(disk))) {
      assertThat(journal.recovery().isClean()).as(where).isTrue();
      assertThat(Sessions.value(Sessions.resumed(journal))).as(where).isGreaterThan(1000);
    }
  }
}
