package dev.fcp.spec.session;

import static dev.fcp.spec.session.CounterSessions.ANN;
import static dev.fcp.spec.session.CounterSessions.DOMAIN;
import static dev.fcp.spec.session.CounterSessions.add;
import static dev.fcp.spec.session.CounterSessions.options;
import static org.assertj.core.api.Assertions.assertThat;

import dev.fcp.eventlog.history.StepId.UlidGenerator;
import dev.fcp.eventlog.journal.FileJournal;
import dev.fcp.eventlog.journal.FileJournal.SnapshotPolicy;
import dev.fcp.eventlog.session.Outcome;
import dev.fcp.eventlog.session.RetentionPolicy;
import dev.fcp.eventlog.session.Session;
import dev.fcp.eventlog.session.SessionSettings;
import dev.fcp.spec.Clause;
import dev.fcp.spec.domains.counter.Counter;
import dev.fcp.spec.domains.counter.CounterEvent;
import dev.fcp.spec.journal.CrashingDisk;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Journals that were pruned after their records had moved over the steps that are gone now. */
@Clause("JN-14")
class PrunedJournalTest {

  private static final SnapshotPolicy EVERY_RECORD = new SnapshotPolicy(1, 1, Duration.ofMillis(1));
  private static final RetentionPolicy LAST_STEP = new RetentionPolicy(1, Duration.ZERO, 0);

  private final CrashingDisk disk = new CrashingDisk();
  private Instant now = Instant.parse("2026-01-01T00:00:00Z");

  private FileJournal open(SnapshotPolicy policy) {
    return FileJournal.open(
        JournalFixtures.FOLDER,
        JournalFixtures.on(disk).withSnapshotPolicy(policy).withClock(() -> now));
  }

  private SessionSettings settings() {
    return new SessionSettings(() -> now, new UlidGenerator(() -> now, new Random(7)));
  }

  private static Outcome type(Session<Counter, CounterEvent> session) {
    return session.step(
        options("type").merging("typing"), builder -> builder.emit(new CounterEvent.Added(1)));
  }

  @Test
  void it_is_valid_although_a_kept_record_replaced_a_pruned_step() {
    try (FileJournal journal = open(EVERY_RECORD)) {
      Session<Counter, CounterEvent> session = Session.create(DOMAIN, ANN, journal, settings());
      type(session);
      type(session);
      add(session, 4);
      assertThat(session.with(options("prune")).prune(LAST_STEP))
          .isInstanceOf(Outcome.Recorded.class);
      assertThat(session.verify().isValid()).isTrue();
    }
  }

  @Test
  void it_is_valid_although_a_kept_record_moved_to_a_pruned_step() {
    try (FileJournal journal = open(SnapshotPolicy.defaults())) {
      Session<Counter, CounterEvent> session = Session.create(DOMAIN, ANN, journal, settings());
      for (int hour = 0; hour < 9 * 24; hour++) {
        now = now.plus(Duration.ofHours(1));
        if (hour % 24 < 20) {
          add(session, 1);
        }
        if (hour == 70) {
          session.with(options("undo")).undo(58);
          session.with(options("redo")).redo(58);
        }
      }
      session.with(options("prune")).prune(RetentionPolicy.standard());
      assertThat(journal.firstNumber()).isGreaterThan(1);
      assertThat(session.verify().isValid()).isTrue();
    }
  }

  @Test
  @Clause("SE-1")
  void a_session_that_did_not_prune_it_can_be_rebuilt() {
    try (FileJournal journal = open(EVERY_RECORD);
        FileJournal other = open(EVERY_RECORD)) {
      Session<Counter, CounterEvent> session = Session.create(DOMAIN, ANN, journal, settings());
      List.of(1, 2, 3).forEach(n -> add(session, n));
      Session<Counter, CounterEvent> reader = Session.resume(DOMAIN, other, settings());
      session.with(options("undo")).undo(2);
      session.with(options("redo")).redo(2);
      session.with(options("prune")).prune(LAST_STEP);
      reader.rebuild();
      assertThat(Observation.of(reader.state())).isEqualTo(Observation.of(session.state()));
    }
  }

  @Test
  @Clause("SE-12")
  void it_is_valid_after_records_of_every_kind() {
    try (FileJournal journal = open(EVERY_RECORD)) {
      Session<Counter, CounterEvent> session =
          JournalFixtures.open(journal, JournalFixtures.settings());
      for (int first = 0; first < 300; first += 5) {
        IntStream.range(first, first + 5)
            .forEach(round -> JournalFixtures.runRound(session, round));
        session.with(options("prune")).prune(LAST_STEP);
        assertThat(session.verify().isValid()).as("rounds from %d", first).isTrue();
      }
    }
  }
}
