package dev.fcp.spec.session;

import static dev.fcp.spec.session.CounterSessions.add;
import static dev.fcp.spec.session.CounterSessions.options;
import static dev.fcp.spec.session.CounterSessions.reason;
import static dev.fcp.spec.session.CounterSessions.value;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.fcp.eventlog.history.Step;
import dev.fcp.eventlog.journal.InMemoryJournal;
import dev.fcp.eventlog.journal.Journal;
import dev.fcp.eventlog.journal.JournalException.DamagedRecordException;
import dev.fcp.eventlog.journal.JournalRecord;
import dev.fcp.eventlog.session.Outcome;
import dev.fcp.eventlog.session.RetentionPolicy;
import dev.fcp.eventlog.session.Session;
import dev.fcp.eventlog.session.SessionSettings;
import dev.fcp.eventlog.session.UndoLimits;
import dev.fcp.spec.Clause;
import dev.fcp.spec.domains.counter.Counter;
import dev.fcp.spec.domains.counter.CounterEvent;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.Tag;

/** The limits of undo. */
@Clause("SE-29")
class UndoLimitsTest {

  private static final String HASH = "5f".repeat(32);
  private static final Instant START = Instant.parse("2026-01-02T03:04:05Z");

  private final InMemoryJournal journal = InMemoryJournal.empty();
  private Instant now = START;

  @Provide
  Arbitrary<List<SessionOperation>> programs() {
    return SessionPrograms.programs(0, 30);
  }

  /** Generates one of the three limits, or all. */
  @Provide
  Arbitrary<NaiveUndoLimits> limits() {
    int none = Integer.MAX_VALUE;
    Arbitrary<Integer> steps = Arbitraries.integers().between(1, 6);
    Arbitrary<Integer> bytes = Arbitraries.integers().between(1, 250);
    Arbitrary<Integer> ages = Arbitraries.integers().between(0, 8);
    return Arbitraries.oneOf(
        steps.map(most -> new NaiveUndoLimits(most, none, none)),
        bytes.map(most -> new NaiveUndoLimits(none, most, none)),
        ages.map(most -> new NaiveUndoLimits(none, none, most)),
        Combinators.combine(steps, bytes, ages).as(NaiveUndoLimits::new));
  }

  private SessionSettings settings(NaiveUndoLimits limit) {
    UndoLimits limits =
        UndoLimits.none()
            .withMaxSteps(limit.maxSteps())
            .withMaxBytes(limit.maxBytes())
            .withMaxAge(Duration.ofSeconds(limit.maxAge()));
    return settings(limits);
  }

  private SessionSettings settings(UndoLimits limits) {
    return new SessionSettings(() -> now, SessionSettings.standard().ids()).withUndoLimits(limits);
  }

  private Session<Counter, CounterEvent> resumeWithLimits(UndoLimits limits) {
    return Session.create(CounterSessions.DOMAIN, CounterSessions.ANN, journal, settings(limits));
  }

  private SessionProgramRunner<Counter, CounterEvent> driver(
      Session<Counter, CounterEvent> session, Journal journal, NaiveUndoLimits limit) {
    return SessionProgramRunner.of(
        session,
        any -> Session.resume(CounterSessions.DOMAIN, journal, settings(limit)),
        CounterProgramEvents.EVENTS);
  }

  private Session<Counter, CounterEvent> created(Journal journal, NaiveUndoLimits limit) {
    return Session.create(
        CounterSessions.DOMAIN, SessionProgramRunner.ORIGIN, journal, settings(limit));
  }

  @Property(tries = 300)
  @Tag("many")
  void undo_has_the_same_limit_as_in_the_naive_model(
      @ForAll("programs") List<SessionOperation> program, @ForAll("limits") NaiveUndoLimits limit) {
    InMemoryJournal fresh = InMemoryJournal.empty();
    var driver = driver(created(fresh, limit), fresh, limit);
    var naive =
        new NaiveSession<>(CounterProgramEvents.EVENTS, new Counter(0), false).withLimits(limit);
    for (int i = 0; i < program.size(); i++) {
      now = START.plusSeconds(i);
      assertThat(driver.run(program.get(i), "" + i)).isEqualTo(naive.run(program.get(i), "" + i));
      assertThat(driver.observe()).isEqualTo(naive.observe());
      assertThat(fresh.lastNumber()).as("one record for each").isEqualTo(naive.records());
      assertThat(Observation.of(CounterSessions.resumed(fresh).state()))
          .as("a reader of the journal does not need the limits")
          .isEqualTo(naive.observe());
    }
    assertThat(driver.session().verify().isValid()).isTrue();
  }

  @Property(tries = 200)
  @Tag("many")
  void a_session_resumed_from_a_snapshot_has_the_same_limit(
      @ForAll("programs") List<SessionOperation> before,
      @ForAll("programs") List<SessionOperation> after,
      @ForAll("limits") NaiveUndoLimits limit) {
    InMemoryJournal copiedJournal = InMemoryJournal.empty();
    Journal eager = new AlwaysSnapshotJournal(copiedJournal);
    var driver = driver(created(eager, limit), eager, limit);
    for (int i = 0; i < before.size(); i++) {
      now = START.plusSeconds(i);
      driver.run(before.get(i), "a" + i);
    }
    InMemoryJournal plain = InMemoryJournal.of(copiedJournal.lines());
    var folded =
        driver(Session.resume(CounterSessions.DOMAIN, plain, settings(limit)), plain, limit);
    var restored =
        driver(
            Session.resume(CounterSessions.DOMAIN, copiedJournal, settings(limit)),
            copiedJournal,
            limit);
    assertThat(copiedJournal.snapshotNumbers()).isNotEmpty();
    for (int i = 0; i < after.size(); i++) {
      assertThat(restored.observe()).isEqualTo(folded.observe());
      assertThat(restored.run(after.get(i), "b" + i)).isEqualTo(folded.run(after.get(i), "b" + i));
    }
    assertThat(restored.observe()).isEqualTo(folded.observe());
  }

  @Example
  void the_oldest_step_cannot_be_undone_beyond_the_maximum_count() {
    Session<Counter, CounterEvent> session = resumeWithLimits(UndoLimits.none().withMaxSteps(3));
    List.of(1, 2, 3, 4, 5).forEach(n -> add(session, n));
    assertThat(session.state().undoDepth()).isEqualTo(3);
    assertThat(session.state().canUndo()).isTrue();
    assertThat(session.state().stepCountBeforeUndoStack()).isEqualTo(2);
    session.with(options("undo")).undo(99);
    assertThat(value(session)).isEqualTo(3);
    assertThat(session.state().canUndo()).isFalse();
    assertThat(session.state().redoDepth()).isEqualTo(3);
    session.with(options("redo")).redo(99);
    assertThat(value(session)).isEqualTo(15);
  }

  @Example
  void a_batch_is_not_cut_while_it_is_open() {
    Session<Counter, CounterEvent> session = resumeWithLimits(UndoLimits.none().withMaxSteps(2));
    session.batch(
        options("batch"),
        batch -> {
          List.of(1, 2, 3, 4).forEach(n -> add(session, n));
          assertThat(batch.model().value()).isEqualTo(10);
        });
    assertThat(session.state().undoableSteps(9))
        .extracting(Step::label)
        .containsExactly("+3", "+4");
    session.batch(
        options("fails"),
        batch -> {
          List.of(5, 6, 7).forEach(n -> add(session, n));
          session.step(options("unfit"), builder -> builder.emit(new CounterEvent.Set(0, 1)));
        });
    assertThat(session.state().undoableSteps(9))
        .extracting(Step::label)
        .containsExactly("+3", "+4");
  }

  @Example
  void the_newest_step_can_be_undone_however_large_or_old_it_is() {
    Session<Counter, CounterEvent> session =
        resumeWithLimits(UndoLimits.none().withMaxBytes(1).withMaxAge(Duration.ZERO));
    add(session, 1);
    add(session, 2);
    now = now.plusSeconds(9);
    assertThat(session.state().undoDepth()).isEqualTo(1);
    session.with(options("undo")).undo(1);
    assertThat(value(session)).isEqualTo(1);
  }

  @Example
  void the_bytes_are_those_of_the_events_in_the_journal() {
    int eventBytes = "{\"type\":\"added\",\"n\":1}".length();
    Session<Counter, CounterEvent> session =
        resumeWithLimits(UndoLimits.none().withMaxBytes(3L * eventBytes));
    List.of(1, 2, 3).forEach(n -> add(session, n));
    assertThat(session.state().undoDepth()).isEqualTo(3);
    add(session, 10);
    assertThat(session.state().undoDepth())
        .as("three steps need one byte more than the limit")
        .isEqualTo(2);
  }

  @Example
  void the_bytes_of_the_undo_stack_are_right_after_steps_left_and_rejoined_it() {
    int eventBytes = "{\"type\":\"added\",\"n\":1}".length();
    Session<Counter, CounterEvent> session =
        resumeWithLimits(UndoLimits.none().withMaxBytes(3L * eventBytes));
    List.of(1, 2, 3).forEach(n -> add(session, n));
    session.with(options("undo")).undo(2);
    List.of(4, 5).forEach(n -> add(session, n));
    assertThat(session.state().undoableSteps(9))
        .extracting(Step::label)
        .containsExactly("+1", "+4", "+5");
    session.with(options("undo")).undo(1);
    session.with(options("redo")).redo(1);
    add(session, 6);
    assertThat(session.state().undoableSteps(9))
        .extracting(Step::label)
        .containsExactly("+4", "+5", "+6");
    Session<Counter, CounterEvent> resumed =
        Session.resume(
            CounterSessions.DOMAIN,
            journal,
            settings(UndoLimits.none().withMaxBytes(3L * eventBytes)));
    List.of(7, 8).forEach(n -> add(resumed, n));
    assertThat(resumed.state().undoableSteps(9))
        .extracting(Step::label)
        .containsExactly("+6", "+7", "+8");
  }

  /** The undo stack begins after it, so undo has nothing to skip. */
  @Example
  void an_ignored_step_beyond_the_limit_is_not_skipped_by_undo() {
    Session<Counter, CounterEvent> session = resumeWithLimits(UndoLimits.none().withMaxSteps(2));
    session.step(options("stamp").ignored(), builder -> builder.emit(new CounterEvent.Added(1)));
    List.of(2, 3).forEach(n -> add(session, n));
    assertThat(session.state().undoDepth()).isEqualTo(2);
    session.with(options("undo")).undo(2);
    assertThat(value(session)).isEqualTo(1);
    assertThat(session.state().redoDepth()).isEqualTo(2);
    assertThat(session.state().undoDepth()).isZero();
  }

  @Example
  void a_step_older_than_the_maximum_age_at_the_next_record_cannot_be_undone() {
    Session<Counter, CounterEvent> session =
        resumeWithLimits(UndoLimits.none().withMaxAge(Duration.ofSeconds(5)));
    add(session, 1);
    now = now.plusSeconds(3);
    add(session, 2);
    now = now.plusSeconds(2);
    add(session, 3);
    assertThat(session.state().undoDepth()).as("exactly as old as the limit").isEqualTo(3);
    now = now.plusSeconds(1);
    add(session, 4);
    assertThat(session.state().undoDepth()).isEqualTo(3);
  }

  @Example
  void a_saved_state_beyond_the_limit_is_never_reached_again() {
    Session<Counter, CounterEvent> session = resumeWithLimits(UndoLimits.none().withMaxSteps(2));
    add(session, 1);
    session.with(options("save")).fileRecorder().recordSaved(HASH, session.state().head());
    add(session, 2);
    add(session, 3);
    session.with(options("undo")).undo(2);
    assertThat(session.state().isSaved()).as("at the undo limit").isTrue();
    session.with(options("redo")).redo(2);
    add(session, 4);
    session.with(options("undo")).undo(2);
    assertThat(session.state().isSaved()).isFalse();
    assertThat(session.state().canUndo()).isFalse();
  }

  @Example
  void a_checkpoint_beyond_the_limit_keeps_its_state_when_its_steps_are_pruned() {
    Session<Counter, CounterEvent> session = resumeWithLimits(UndoLimits.none().withMaxSteps(2));
    add(session, 1);
    session.with(options("name")).checkpoint("one");
    List.of(2, 3, 4).forEach(n -> add(session, n));
    assertThat(reason(session.with(options("to")).undoTo("one")))
        .isEqualTo("checkpoint \"one\" lies before the oldest step that can be undone");
    assertThat(session.modelNamed("one")).contains(new Counter(1));
    RetentionPolicy all = new RetentionPolicy(50, Duration.ofDays(7), 100);
    assertThat(session.with(options("let go")).prune(all)).isInstanceOf(Outcome.Recorded.class);
    assertThat(session.with(options("let go")).prune(all)).isInstanceOf(Outcome.Unchanged.class);
    assertThat(session.state().history().steps())
        .extracting(Step::label)
        .containsExactly("+2", "+3", "+4");
    assertThat(session.state().undoDepth()).isEqualTo(2);
    assertThat(CounterSessions.resumed(journal).modelNamed("one")).contains(new Counter(1));
  }

  @Example
  void a_record_with_an_undo_limit_off_the_undo_stack_is_damaged() {
    Session<Counter, CounterEvent> session = CounterSessions.withThreeSteps(journal);
    JournalRecord.Committed last = (JournalRecord.Committed) journal.read(4).get(0);
    InMemoryJournal other = InMemoryJournal.empty();
    journal.read(1).subList(0, 3).forEach(it -> other.append(other.lastNumber(), it));
    other.append(3, last.withUndoLimit(session.state().head().step().orElseThrow()));
    assertThatThrownBy(() -> CounterSessions.resumed(other))
        .isInstanceOf(DamagedRecordException.class)
        .hasMessageContaining("cannot be discarded");
  }

  @Example
  void a_limit_of_zero_is_refused() {
    assertThat(UndoLimits.none().withMaxSteps(1).withMaxBytes(1).withMaxAge(Duration.ZERO))
        .isEqualTo(new UndoLimits(1, 1, Duration.ZERO));
    assertThatThrownBy(() -> UndoLimits.none().withMaxSteps(0))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> UndoLimits.none().withMaxBytes(0))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> UndoLimits.none().withMaxAge(Duration.ofSeconds(-1)))
        .isInstanceOf(IllegalArgumentException.class);
    assertThat(Optional.of(UndoLimits.none()).map(UndoLimits::maxSteps))
        .contains(Integer.MAX_VALUE);
  }
}
