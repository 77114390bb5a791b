package dev.fcp.spec.session;

import static org.assertj.core.api.Assertions.assertThat;

import dev.fcp.eventlog.history.HistoryPoint;
import dev.fcp.eventlog.journal.FileJournal;
import dev.fcp.eventlog.journal.FileJournal.SnapshotPolicy;
import dev.fcp.eventlog.session.RetentionPolicy;
import dev.fcp.eventlog.session.Session;
import dev.fcp.eventlog.session.SessionSettings;
import dev.fcp.spec.Clause;
import dev.fcp.spec.domains.counter.Counter;
import dev.fcp.spec.domains.counter.CounterEvent;
import dev.fcp.spec.journal.CrashingDisk;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;

/**
 * Random programs with pruning, in a journal whose records move to an archive and in one without:
 * the states are the same, and the archive has what was pruned.
 */
@Clause({"AR-2", "AR-8"})
class ArchivedProgramsTest {

  private static final SnapshotPolicy FREQUENT =
      new SnapshotPolicy(7, 1L << 30, Duration.ofDays(99));

  /** Rounds of {@link JournalFixtures#runRound}, and those after them. */
  private static final int ROUNDS = 65;

  private static final int PRUNE = ROUNDS;
  private static final int MOVE = ROUNDS + 1;
  private static final int REOPEN = ROUNDS + 2;
  private static final int SWITCH = ROUNDS + 3;

  @Provide
  Arbitrary<List<Integer>> programs() {
    return Arbitraries.frequencyOf(
            net.jqwik.api.Tuple.of(12, Arbitraries.integers().between(0, ROUNDS - 1)),
            net.jqwik.api.Tuple.of(4, Arbitraries.integers().between(PRUNE, SWITCH)))
        .list()
        .ofMinSize(20)
        .ofMaxSize(60);
  }

  /** A session and the journal that it is reopened from. */
  private static final class Run {

    private final SessionSettings settings = JournalFixtures.settings();
    private final FileJournal.Settings journals;
    private final boolean isArchived;
    private FileJournal journal;
    private Session<Counter, CounterEvent> session;

    Run(boolean isArchived) {
      CrashingDisk disk = new CrashingDisk();
      this.isArchived = isArchived;
      this.journals =
          ArchivedJournals.settings(disk, disk).withSnapshotPolicy(FREQUENT).withSegmentBytes(1000);
      ArchivedJournals.create(disk);
      this.journal =
          isArchived
              ? ArchivedJournals.open(journals)
              : FileJournal.open(JournalFixtures.FOLDER, journals);
      this.session = JournalFixtures.open(journal, settings);
    }

    Observation run(int operation, int number) {
      switch (operation) {
        case PRUNE -> session.prune(new RetentionPolicy(2 + number % 3, Duration.ZERO, 4));
        case MOVE -> {
          if (isArchived) {
            session.archive(ArchivedJournals.TWO_STEPS.withMinUndoDepth(1 + number % 5));
          }
        }
        case REOPEN -> {
          journal.close();
          journal = FileJournal.open(JournalFixtures.FOLDER, journals);
          session = JournalFixtures.open(journal, settings);
        }
        case SWITCH -> {
          var steps = session.state().history().stepIds();
          if (!steps.isEmpty()) {
            session.branches().switchTo(HistoryPoint.after(steps.get(number % steps.size())));
          }
        }
        default -> JournalFixtures.runRound(session, operation);
      }
      return Observation.of(session.state());
    }

    List<Long> rawNumbers() {
      List<Long> numbers = new ArrayList<>();
      FileJournal.forEachLine(
          JournalFixtures.FOLDER,
          journals,
          line -> numbers.add(Long.parseLong(line.replaceAll("^.*?\"n\":(\\d+),.*$", "$1"))));
      return numbers;
    }
  }

  @Property(tries = 150)
  void the_states_are_those_of_a_journal_without_archive(
      @ForAll("programs") List<Integer> program) {
    Run archived = new Run(true);
    Run plain = new Run(false);
    for (int i = 0; i < program.size(); i++) {
      Observation expected = plain.run(program.get(i), i);
      assertThat(archived.run(program.get(i), i))
          .as("#%d: %d", i, program.get(i))
          .isEqualTo(expected);
      assertThat(archived.session.digest()).isEqualTo(plain.session.digest());
    }
    assertThat(archived.journal.lastNumber()).isEqualTo(plain.journal.lastNumber());
    assertThat(archived.session.verify().isValid()).isTrue();
    assertThat(archived.rawNumbers())
        .isEqualTo(
            IntStream.rangeClosed(1, (int) archived.journal.lastNumber())
                .mapToObj(Long::valueOf)
                .toList());
    assertThat(archived.journal.archiveStatus().missing()).isEmpty();
    archived.journal.close();
    plain.journal.close();
  }
}
