package dev.fcp.spec.session;

import static org.assertj.core.api.Assertions.assertThat;

import dev.fcp.eventlog.history.HistoryPoint;
import dev.fcp.eventlog.history.RollbackSelection;
import dev.fcp.eventlog.history.StepId;
import dev.fcp.eventlog.journal.FileJournal;
import dev.fcp.eventlog.journal.FileJournal.SnapshotPolicy;
import dev.fcp.eventlog.journal.JournalException;
import dev.fcp.eventlog.session.ReadModel;
import dev.fcp.eventlog.session.RetentionPolicy;
import dev.fcp.eventlog.session.Rollbacks;
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
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.Tuple;
import org.junit.jupiter.api.Test;

/**
 * Random programs in journals that store values of projections and move records to an archive,
 * whose sessions are closed, killed and opened again: each value equals that of the model, and the
 * fold of all steps.
 */
@Clause({"PR-1", "PR-2", "PR-7", "PR-9"})
class StoredProjectionProgramsTest {

  private static final SnapshotPolicy FREQUENT =
      new SnapshotPolicy(7, 1L << 30, Duration.ofDays(99));

  /** Rounds of {@link JournalFixtures#runRound}, and those after them. */
  private static final int ROUNDS = 65;

  private static final int PRUNE = ROUNDS;
  private static final int MOVE = ROUNDS + 1;
  private static final int CLOSE = ROUNDS + 2;
  private static final int KILL = ROUNDS + 3;
  private static final int SWITCH = ROUNDS + 4;
  private static final int JUMP = ROUNDS + 5;
  private static final int ROLL_BACK = ROUNDS + 6;
  private static final int CHANGE_VERSION = ROUNDS + 7;
  private static final int BY_ANOTHER = ROUNDS + 8;

  @Provide
  Arbitrary<List<Integer>> programs() {
    return Arbitraries.frequencyOf(
            Tuple.of(12, Arbitraries.integers().between(0, ROUNDS - 1)),
            Tuple.of(9, Arbitraries.integers().between(PRUNE, BY_ANOTHER)))
        .list()
        .ofMinSize(20)
        .ofMaxSize(70);
  }

  /** A session and the journal that it is reopened from. */
  private static final class Run {

    private final CrashingDisk disk;
    private final SessionSettings settings = JournalFixtures.settings();
    private final FileJournal.Settings journals;
    private final List<Object> calls = new ArrayList<>();
    private int version = 1;
    private FileJournal journal;
    private Session<Counter, CounterEvent> session;

    Run(CrashingDisk disk) {
      this.disk = disk;
      this.journals =
          ArchivedJournals.settings(disk, disk).withSnapshotPolicy(FREQUENT).withSegmentBytes(1000);
      ArchivedJournals.create(disk);
      this.journal = ArchivedJournals.open(journals);
      this.session = JournalFixtures.open(journal, settings);
    }

    private void reopen() {
      journal = FileJournal.open(JournalFixtures.FOLDER, journals);
      session = JournalFixtures.open(journal, settings);
    }

    ReadModel<Counter, CounterEvent, Integer> readModel() {
      return session.readModel(new DoubledCounter(version, calls));
    }

    void run(int operation, int number) {
      switch (operation) {
        case PRUNE -> session.prune(new RetentionPolicy(2 + number % 3, Duration.ZERO, 4));
        case MOVE -> session.archive(ArchivedJournals.TWO_STEPS.withMinUndoDepth(1 + number % 5));
        case CLOSE -> {
          session.close();
          reopen();
        }
        case KILL -> {
          journal.close();
          reopen();
        }
        case SWITCH, JUMP -> {
          List<StepId> steps = session.state().history().stepIds();
          if (!steps.isEmpty()) {
            HistoryPoint point = HistoryPoint.after(steps.get(number % steps.size()));
            var unused =
                operation == JUMP
                    ? session.branches().jumpTo(point)
                    : session.branches().switchTo(point);
          }
        }
        case ROLL_BACK -> {
          var steps = session.state().undoableSteps(number % 7 + 1);
          if (!steps.isEmpty()) {
            var plan = session.rollbacks().plan(RollbackSelection.of(steps.getLast().id()));
            session.rollbacks().rollback(plan, Rollbacks.Mode.BEST_EFFORT);
          }
        }
        case CHANGE_VERSION -> {
          version = 1 + version % 2;
          run(CLOSE, number);
        }
        case BY_ANOTHER -> {
          try (FileJournal second = FileJournal.open(JournalFixtures.FOLDER, journals)) {
            Session<Counter, CounterEvent> other = JournalFixtures.open(second, settings);
            var unused = other.readModel(new DoubledCounter(version, calls)).now();
            JournalFixtures.runRound(other, number);
            other.close();
          }
          session.refresh();
        }
        default -> JournalFixtures.runRound(session, operation);
      }
    }

    void check(Object what) {
      var reading = readModel().now();
      assertThat(reading.value()).as("%s", what).isEqualTo(2 * session.model().value());
      assertThat(reading.point()).as("%s", what).isEqualTo(session.state().head());
      assertThat(reading.recordNumber()).isEqualTo(session.state().recordNumber());
    }

    boolean hasStored() {
      return disk.files().keySet().stream().anyMatch(StoredProjectionProgramsTest::isStored);
    }
  }

  private static boolean isStored(Path file) {
    return file.toString().endsWith(".projection");
  }

  @Property(tries = 150)
  void each_value_equals_that_of_the_model(@ForAll("programs") List<Integer> program) {
    Run run = new Run(new CrashingDisk());
    for (int i = 0; i < program.size(); i++) {
      run.run(program.get(i), i);
      if (i % 3 != 1) {
        run.check("#%d: %d".formatted(i, program.get(i)));
      }
    }
    assertThat(run.readModel().verify().isValid()).isTrue();
    run.session.close();
  }

  /** A program that stores, replaces, uses and deletes values. */
  private static void runEveryWay(CrashingDisk disk) {
    Run run = new Run(disk);
    for (int i = 0; i < 60; i++) {
      run.run(i % 13 == 12 ? 0 : i, i);
      run.check(i);
      if (i % 20 == 19) {
        run.run(i == 39 ? PRUNE : CLOSE, i);
        run.check(i);
      }
    }
    assertThat(run.hasStored()).isTrue();
    run.session.close();
  }

  @Test
  void after_a_power_cut_at_any_call_a_value_is_right_or_computed() {
    CrashingDisk whole = new CrashingDisk();
    runEveryWay(whole);
    int calls = (int) whole.callCount();
    Tries.sweep(calls, point -> false)
        .forEach(point -> {
          CrashingDisk cut = new CrashingDisk();
          cut.cutPowerAt(point + 1L);
          try {
            runEveryWay(cut);
          } catch (JournalException | java.io.UncheckedIOException e) {
            // The power was cut.
          }
          for (int seed = 0; seed < 2; seed++) {
            CrashingDisk after = cut.afterPowerCut(new SplittableRandom(29L * point + seed));
            Run run = new Run(after);
            String what = "call %d, seed %d".formatted(point + 1, seed);
            run.check(what);
            assertThat(run.readModel().verify().isValid()).as(what).isTrue();
            run.session.close();
          }
        });
  }
}
