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

/** Failures while a journal is moved or copied to another folder. */
@Clause({"JN-18", "JN-9"})
class MovedJournalFailureTest {

  private static final Path OLD = JournalFixtures.FOLDER;
  private static final Path NEW = OLD.resolveSibling("b.counter");
  private static final int ROUNDS_BEFORE = 15;
  private static final int ROUNDS_AFTER = 4;
  private static final int STATES_PER_CRASH = 4;

  /** The kinds of transfer to another folder. */
  enum Transfer {
    MOVE,
    COPY;

    void run(FileJournal journal) {
      switch (this) {
        case MOVE -> journal.moveTo(NEW);
        case COPY -> journal.copyTo(NEW);
      }
    }
  }

  /** The progress of a run: the records acknowledged at its end and at the time of the transfer. */
  private static final class Run {
    private final List<Observation> observations = new ArrayList<>();
    private long acknowledged;
    private long submitted;
    private long transferredAt;
    private boolean isTransferred;

    void record(Session<Counter, CounterEvent> session) {
      acknowledged = session.state().recordNumber();
      while (observations.size() <= acknowledged) {
        observations.add(Observation.of(session.state()));
      }
    }
  }

  private static Run run(CrashingDisk disk, Transfer transfer) {
    Run run = new Run();
    try (FileJournal journal = FileJournal.open(OLD, JournalFixtures.on(disk))) {
      run.submitted = 1;
      Session<Counter, CounterEvent> session =
          JournalFixtures.open(journal, JournalFixtures.settings());
      run.record(session);
      for (int round = 0; round < ROUNDS_BEFORE + ROUNDS_AFTER; round++) {
        if (round == ROUNDS_BEFORE) {
          run.transferredAt = run.acknowledged;
          run.submitted = run.acknowledged;
          transfer.run(journal);
          run.isTransferred = true;
        }
        run.submitted = run.acknowledged + 2;
        JournalFixtures.runRound(session, round);
        run.record(session);
      }
    } catch (JournalException e) {
      assertThat(e).hasMessageContaining("the power is cut");
    }
    return run;
  }

  @ParameterizedTest
  @EnumSource
  @Tag("many")
  void after_a_crash_at_any_call_one_folder_or_both_hold_all_records(Transfer transfer) {
    CrashingDisk baseline = new CrashingDisk();
    List<Observation> observations = run(baseline, transfer).observations;
    int both =
        Tries.sweep((int) baseline.callCount(), point -> baseline.changedNamesAt(point + 1))
            .map(point -> requireWhole(point + 1, transfer, observations))
            .sum();
    assertThat(both).isPositive();
  }

  /** Returns in how many states after a crash at a call both folders hold the journal. */
  private static int requireWhole(int call, Transfer transfer, List<Observation> seen) {
    CrashingDisk disk = new CrashingDisk();
    disk.cutPowerAt(call);
    Run run = run(disk, transfer);
    int both = 0;
    for (int state = 0; state < STATES_PER_CRASH; state++) {
      CrashingDisk crashed = disk.afterPowerCut(new SplittableRandom(call * 31L + state));
      both += requireIntact(crashed, transfer, run, seen, "call " + call + ", state " + state);
    }
    return both;
  }

  private static int requireIntact(
      CrashingDisk crashed,
      Transfer transfer,
      Run run,
      List<Observation> observations,
      String where) {
    boolean inNew = FileJournal.exists(NEW, crashed);
    boolean inOld = FileJournal.exists(OLD, crashed);
    boolean leaves = run.transferredAt > 0;
    if (inNew) {
      assertThat(leaves).as(where).isTrue();
      requireRecords(crashed, NEW, run.acknowledged, run.submitted, observations, where);
    } else {
      assertThat(run.isTransferred).as(where).isFalse();
      requireRecords(crashed, OLD, run.acknowledged, run.submitted, observations, where);
    }
    if (inOld && inNew) {
      requireRecords(crashed, OLD, run.transferredAt, run.transferredAt, observations, where);
    }
    assertThat(inOld || transfer == Transfer.MOVE || !leaves).as(where).isTrue();
    assertThat(inOld && transfer == Transfer.MOVE && run.isTransferred).as(where).isFalse();
    return inOld && inNew ? 1 : 0;
  }

  private static void requireRecords(
      CrashingDisk disk,
      Path folder,
      long min,
      long max,
      List<Observation> observations,
      String where) {
    try (FileJournal journal = FileJournal.open(folder, JournalFixtures.on(disk))) {
      long last = journal.lastNumber();
      assertThat(last).as(where).isBetween(min, max);
      if (last > 0) {
        Session<Counter, CounterEvent> session =
            Session.resume(CounterSessions.DOMAIN, journal, SessionSettings.standard());
        assertThat(Observation.of(session.state()))
            .as(where)
            .isEqualTo(observations.get((int) last));
        assertThat(session.verify().isValid()).as(where).isTrue();
      }
    }
  }

  @ParameterizedTest
  @EnumSource
  void whatever_call_fails_it_continues_in_one_of_the_folders(Transfer transfer) {
    int hasFailed = 0;
    int calls = transferWithFailureAt(transfer, Integer.MAX_VALUE).callCount;
    assertThat(calls).isGreaterThan(30);
    for (int call = 0; call < calls; call++) {
      hasFailed += transferWithFailureAt(transfer, call).hasFailed ? 1 : 0;
    }
    assertThat(hasFailed).isEqualTo(calls);
  }

  private record Failure(int callCount, boolean hasFailed) {}

  private static Failure transferWithFailureAt(Transfer transfer, int failingCall) {
    CrashingDisk crashingDisk = new CrashingDisk();
    int[] calls = {Integer.MIN_VALUE};
    FailingDisk disk = new FailingDisk(crashingDisk, call -> calls[0]++ == failingCall);
    boolean hasFailed = false;
    int counted;
    Path folder;
    try (FileJournal journal = FileJournal.open(OLD, JournalFixtures.on(disk))) {
      Session<Counter, CounterEvent> session =
          JournalFixtures.open(journal, JournalFixtures.settings());
      for (int round = 0; round < ROUNDS_BEFORE; round++) {
        JournalFixtures.runRound(session, round);
      }
      // The lock is held so that nothing else calls the disk.
      Journal.WriteLock writeLock = journal.acquireWriteLock();
      try {
        calls[0] = 0;
        transfer.run(journal);
      } catch (JournalException e) {
        hasFailed = true;
      }
      counted = calls[0];
      calls[0] = Integer.MIN_VALUE;
      writeLock.close();
      folder = journal.folder();
      CounterSessions.add(session, 1000);
      assertThat(session.verify().isValid()).isTrue();
    }
    requireOne(crashingDisk, transfer, folder, hasFailed, "call " + failingCall);
    return new Failure(counted, hasFailed);
  }

  private static void requireOne(
      CrashingDisk disk, Transfer transfer, Path folder, boolean hasFailed, String where) {
    assertThat(FileJournal.exists(NEW, disk)).as(where).isEqualTo(folder.equals(NEW));
    if (!hasFailed) {
      assertThat(folder).isEqualTo(NEW);
      assertThat(FileJournal.exists(OLD, disk)).isEqualTo(transfer == Transfer.COPY);
    }
    try (FileJournal journal = FileJournal.open(folder, JournalFixtures.on(disk))) {
      assertThat(journal.recoveryReport().isClean()).as(where).isTrue();
      assertThat(CounterSessions.value(CounterSessions.resumed(journal)))
          .as(where)
          .isGreaterThan(1000);
    }
  }
}
