package dev.fcp.spec.session;

import static org.assertj.core.api.Assertions.assertThat;

import dev.fcp.eventlog.journal.FileJournal;
import dev.fcp.eventlog.journal.FileJournal.SnapshotPolicy;
import dev.fcp.eventlog.session.HistoricalViews.View;
import dev.fcp.eventlog.session.RetentionPolicy;
import dev.fcp.eventlog.session.Session;
import dev.fcp.eventlog.session.SessionSettings;
import dev.fcp.eventlog.session.UndoLimits;
import dev.fcp.spec.Clause;
import dev.fcp.spec.domains.counter.Counter;
import dev.fcp.spec.domains.counter.CounterEvent;
import dev.fcp.spec.journal.CrashingDisk;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The snapshots of states to which undo does not go back. */
@Clause({"JN-4", "HI-2"})
class ThinnedSnapshotsTest {

  private static final int RECORDS_APART = 5;
  private static final int UNDOABLE = 60;

  private static final SnapshotPolicy OFTEN =
      new SnapshotPolicy(RECORDS_APART, 1L << 40, Duration.ofDays(9999));

  private final CrashingDisk disk = new CrashingDisk();
  private UndoLimits limits = UndoLimits.none().withMaxSteps(UNDOABLE);

  private FileJournal open() {
    return FileJournal.open(
        JournalFixtures.FOLDER, JournalFixtures.on(disk).withSnapshotPolicy(OFTEN));
  }

  private SessionSettings settings() {
    return SessionSettings.standard().withUndoLimits(limits);
  }

  private List<Long> write(int steps) {
    try (FileJournal journal = open()) {
      Session<Counter, CounterEvent> session =
          journal.lastNumber() == 0
              ? Session.create(CounterSessions.DOMAIN, CounterSessions.ANN, journal, settings())
              : resume(journal);
      for (int i = 0; i < steps; i++) {
        CounterSessions.add(session, 1);
      }
      return journal.snapshotNumbers();
    }
  }

  private Session<Counter, CounterEvent> resume(FileJournal journal) {
    return Session.resume(CounterSessions.DOMAIN, journal, settings());
  }

  @Test
  void snapshots_within_reach_of_undo_are_as_close_as_the_policy_says() {
    List<Long> numbers = write(500);
    long last = numbers.getLast();
    List<Long> reachable = numbers.stream().filter(it -> it > last - UNDOABLE).toList();
    assertThat(reachable).hasSizeGreaterThanOrEqualTo(UNDOABLE / RECORDS_APART - 1);
    for (int i = 1; i < reachable.size(); i++) {
      assertThat(reachable.get(i) - reachable.get(i - 1)).isLessThanOrEqualTo(RECORDS_APART);
    }
  }

  @Test
  void their_number_grows_with_the_logarithm_of_the_number_of_steps() {
    int first = write(500).size();
    int second = write(500).size();
    int third = write(1000).size();
    assertThat(second - first).isBetween(-3, 5);
    assertThat(third - second).isBetween(-3, 5);
    assertThat(third).isLessThan(45);
  }

  @Test
  void without_limits_all_are_kept() {
    limits = UndoLimits.none();
    assertThat(write(200)).hasSize(200 / RECORDS_APART + 1);
  }

  @Test
  void each_state_is_read_whichever_snapshots_are_left() throws IOException {
    List<Long> numbers = write(200);
    requireStates();
    for (long number : numbers) {
      disk.delete(snapshot(number));
      requireStates();
    }
  }

  private void requireStates() {
    try (FileJournal journal = open()) {
      Session<Counter, CounterEvent> session = resume(journal);
      assertThat(session.verify().isValid()).isTrue();
      for (int value = 0; value <= 200; value += 25) {
        View<Counter> view = session.views().viewAfter(value + 1).orElseThrow();
        assertThat(view.model().value()).isEqualTo(value);
      }
    }
  }

  private static Path snapshot(long number) {
    return JournalFixtures.FOLDER.resolve("%012d.snapshot".formatted(number));
  }

  @Test
  void a_pruned_journal_keeps_the_snapshot_with_which_it_begins() {
    write(300);
    try (FileJournal journal = open()) {
      Session<Counter, CounterEvent> session = resume(journal);
      session
          .with(CounterSessions.options("prune"))
          .prune(new RetentionPolicy(200, Duration.ZERO, 9));
    }
    write(600);
    try (FileJournal journal = open()) {
      Session<Counter, CounterEvent> session = resume(journal);
      assertThat(session.verify().isValid()).isTrue();
      assertThat(session.rebuild().model().value()).isEqualTo(900);
      assertThat(journal.firstNumber()).isGreaterThan(1);
    }
  }
}
