package dev.fcp.spec.session;

import static org.assertj.core.api.Assertions.assertThat;

import dev.fcp.eventlog.history.Step;
import dev.fcp.eventlog.history.StepId.UlidGenerator;
import dev.fcp.eventlog.journal.FileJournal;
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

/**
 * A clock that goes backwards, within a program and between two runs: records are ordered by
 * number.
 */
@Clause({"SE-1", "JN-1"})
class ClockTest {

  private static final Instant START = Instant.parse("2026-01-02T03:04:05Z");
  private static final Duration DAY = Duration.ofDays(1);

  private final CrashingDisk disk = new CrashingDisk();
  private Instant now = START;

  private FileJournal open() {
    return FileJournal.open(JournalFixtures.FOLDER, JournalFixtures.on(disk).withClock(() -> now));
  }

  private Session<Counter, CounterEvent> session(FileJournal journal) {
    SessionSettings settings =
        new SessionSettings(
            () -> now, new UlidGenerator(() -> now, new Random(now.getEpochSecond())));
    return journal.lastNumber() == 0
        ? Session.create(CounterSessions.DOMAIN, CounterSessions.ANN, journal, settings)
        : Session.resume(CounterSessions.DOMAIN, journal, settings);
  }

  /** Adds 1, 2, 3 and so on, each a day earlier than the previous one. */
  private void addBackwards(Session<Counter, CounterEvent> session, int from, int count) {
    for (int n = from; n < from + count; n++) {
      assertThat(CounterSessions.add(session, n)).isInstanceOf(Outcome.Committed.class);
      now = now.minus(DAY);
    }
  }

  private static List<String> labels(int from, int to) {
    return IntStream.rangeClosed(from, to).mapToObj(n -> "+" + n).toList();
  }

  private static List<String> applied(Session<Counter, CounterEvent> session) {
    return session.state().undoableSteps(session.state().undoDepth()).stream()
        .map(Step::label)
        .toList();
  }

  @Test
  void steps_are_undone_and_redone_in_the_order_in_which_they_were_made() {
    try (FileJournal journal = open()) {
      Session<Counter, CounterEvent> session = session(journal);
      addBackwards(session, 1, 10);
      assertThat(applied(session)).isEqualTo(labels(1, 10));
      assertThat(session.state().history().steps()).extracting(Step::id).doesNotHaveDuplicates();
      session.with(CounterSessions.options("undo")).undo(4);
      now = now.minus(DAY);
      session.with(CounterSessions.options("name")).checkpoint("six");
      now = now.minus(DAY);
      session.with(CounterSessions.options("redo")).redo(1);
      assertThat(applied(session)).isEqualTo(labels(1, 7));
      session.with(CounterSessions.options("undo")).undoTo("six");
      assertThat(CounterSessions.value(session)).isEqualTo(21);
      assertThat(session.verify().isValid()).isTrue();
    }
  }

  @Test
  void a_program_started_in_the_past_appends_after_the_recorded_steps() {
    try (FileJournal journal = open()) {
      addBackwards(session(journal), 1, 5);
    }
    now = Instant.EPOCH;
    try (FileJournal journal = open()) {
      assertThat(journal.recoveryReport().isClean()).isTrue();
      Session<Counter, CounterEvent> session = session(journal);
      addBackwards(session, 6, 5);
      assertThat(applied(session)).isEqualTo(labels(1, 10));
      assertThat(session.rebuild().undoDepth()).isEqualTo(10);
      assertThat(session.verify().isValid()).isTrue();
    }
    now = START;
    try (FileJournal journal = open()) {
      Session<Counter, CounterEvent> session = session(journal);
      assertThat(applied(session)).isEqualTo(labels(1, 10));
      assertThat(session.with(CounterSessions.options("undo")).undo(10))
          .isInstanceOf(Outcome.Moved.class);
      assertThat(CounterSessions.value(session)).isZero();
    }
  }

  @Test
  @Clause("JN-14")
  void pruning_starts_at_the_oldest_record_and_stops_at_a_recent_one() {
    try (FileJournal journal = open()) {
      Session<Counter, CounterEvent> session = session(journal);
      now = START.minus(DAY.multipliedBy(30));
      CounterSessions.add(session, 1);
      CounterSessions.add(session, 2);
      now = START;
      CounterSessions.add(session, 3);
      now = START.minus(DAY.multipliedBy(30));
      CounterSessions.add(session, 4);
      CounterSessions.add(session, 5);
      now = START;
      session.with(CounterSessions.options("retain")).prune(new RetentionPolicy(1, DAY, 0));
      assertThat(applied(session)).isEqualTo(labels(3, 5));
      now = START.minus(DAY.multipliedBy(300));
      assertThat(
              session.with(CounterSessions.options("retain")).prune(new RetentionPolicy(1, DAY, 0)))
          .isInstanceOf(Outcome.Unchanged.class);
    }
    try (FileJournal journal = open()) {
      Session<Counter, CounterEvent> session = session(journal);
      assertThat(applied(session)).isEqualTo(labels(3, 5));
      assertThat(CounterSessions.value(session)).isEqualTo(15);
      assertThat(session.verify().isValid()).isTrue();
    }
  }

  @Test
  void recorded_times_are_returned_unchanged() {
    try (FileJournal journal = open()) {
      addBackwards(session(journal), 1, 3);
      assertThat(session(journal).state().history().steps())
          .extracting(Step::time)
          .containsExactly(START, START.minus(DAY), START.minus(DAY.multipliedBy(2)));
    }
  }
}
