package dev.fcp.spec.session;

import static dev.fcp.spec.session.Sessions.add;
import static dev.fcp.spec.session.Sessions.intent;
import static dev.fcp.spec.session.Sessions.reason;
import static dev.fcp.spec.session.Sessions.value;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.fcp.eventlog.history.Step;
import dev.fcp.eventlog.journal.DamagedRecordException;
import dev.fcp.eventlog.journal.InMemoryJournal;
import dev.fcp.eventlog.journal.Journal;
import dev.fcp.eventlog.journal.JournalRecord;
import dev.fcp.eventlog.session.Limits;
import dev.fcp.eventlog.session.Outcome;
import dev.fcp.eventlog.session.Retention;
import dev.fcp.eventlog.session.Session;
import dev.fcp.eventlog.session.SessionSettings;
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

/** How far undo reaches. */
@Clause("SE-29")
class LimitsTest {

  private static final String HASH = "5f".repeat(32);
  private static final Instant START = Instant.parse("2026-01-02T03:04:05Z");

  private final InMemoryJournal journal = InMemoryJournal.empty();
  private Instant now = START;

  @Provide
  Arbitrary<List<SessionOp>> programs() {
    return SessionPrograms.programs(0, 30);
  }

  /** One of the three, or all at once. */
  @Provide
  Arbitrary<NaiveLimit> limits() {
    int none = Integer.MAX_VALUE;
    Arbitrary<Integer> steps = Arbitraries.integers().between(1, 6);
    Arbitrary<Integer> bytes = Arbitraries.integers().between(1, 250);
    Arbitrary<Integer> ages = Arbitraries.integers().between(0, 8);
    return Arbitraries.oneOf(
        steps.map(most -> new NaiveLimit(most, none, none)),
        bytes.map(most -> new NaiveLimit(none, most, none)),
        ages.map(most -> new NaiveLimit(none, none, most)),
        Combinators.combine(steps, bytes, ages).as(NaiveLimit::new));
  }

  private SessionSettings settings(NaiveLimit limit) {
    Limits limits =
        Limits.none()
            .withSteps(limit.steps())
            .withBytes(limit.bytes())
            .withAge(Duration.ofSeconds(limit.age()));
    return settings(limits);
  }

  private SessionSettings settings(Limits limits) {
    return new SessionSettings(() -> now, SessionSettings.standard().ids()).with(limits);
  }

  private Session<Counter, CounterEvent> within(Limits limits) {
    return Session.create(Sessions.DOMAIN, Sessions.ANN, journal, settings(limits));
  }

  private SessionDriver<Counter, CounterEvent> driver(
      Session<Counter, CounterEvent> session, Journal journal, NaiveLimit limit) {
    return SessionDriver.of(
        session,
        any -> Session.resume(Sessions.DOMAIN, journal, settings(limit)),
        CounterWords.VOCABULARY);
  }

  private Session<Counter, CounterEvent> created(Journal journal, NaiveLimit limit) {
    return Session.create(Sessions.DOMAIN, SessionDriver.ORIGIN, journal, settings(limit));
  }

  @Property(tries = 300)
  @Tag("many")
  void undo_reaches_as_far_as_lists_of_whole_models_say(
      @ForAll("programs") List<SessionOp> program, @ForAll("limits") NaiveLimit limit) {
    InMemoryJournal fresh = InMemoryJournal.empty();
    var driver = driver(created(fresh, limit), fresh, limit);
    var naive = new NaiveSession<>(CounterWords.VOCABULARY, new Counter(0), false).within(limit);
    for (int i = 0; i < program.size(); i++) {
      now = START.plusSeconds(i);
      assertThat(driver.run(program.get(i), "" + i)).isEqualTo(naive.run(program.get(i), "" + i));
      assertThat(driver.observe()).isEqualTo(naive.observe());
      assertThat(fresh.lastNumber()).as("one record for each").isEqualTo(naive.records());
      assertThat(Observation.of(Sessions.resumed(fresh).state()))
          .as("who reads the journal needs no limits")
          .isEqualTo(naive.observe());
    }
    assertThat(driver.session().verify().holds()).isTrue();
  }

  @Property(tries = 200)
  @Tag("many")
  void a_session_that_begins_at_a_snapshot_reaches_as_far(
      @ForAll("programs") List<SessionOp> before,
      @ForAll("programs") List<SessionOp> after,
      @ForAll("limits") NaiveLimit limit) {
    InMemoryJournal kept = InMemoryJournal.empty();
    Journal eager = new EagerJournal(kept);
    var driver = driver(created(eager, limit), eager, limit);
    for (int i = 0; i < before.size(); i++) {
      now = START.plusSeconds(i);
      driver.run(before.get(i), "a" + i);
    }
    InMemoryJournal plain = InMemoryJournal.of(kept.lines());
    var folded = driver(Session.resume(Sessions.DOMAIN, plain, settings(limit)), plain, limit);
    var restored = driver(Session.resume(Sessions.DOMAIN, kept, settings(limit)), kept, limit);
    assertThat(kept.snapshots()).isNotEmpty();
    for (int i = 0; i < after.size(); i++) {
      assertThat(restored.observe()).isEqualTo(folded.observe());
      assertThat(restored.run(after.get(i), "b" + i)).isEqualTo(folded.run(after.get(i), "b" + i));
    }
    assertThat(restored.observe()).isEqualTo(folded.observe());
  }

  @Example
  void the_oldest_step_is_out_of_reach_when_there_are_more_than_so_many() {
    Session<Counter, CounterEvent> session = within(Limits.none().withSteps(3));
    List.of(1, 2, 3, 4, 5).forEach(n -> add(session, n));
    assertThat(session.state().undoDepth()).isEqualTo(3);
    assertThat(session.state().canUndo()).isTrue();
    assertThat(session.state().beyondUndo()).isEqualTo(2);
    session.undo(intent("undo"), 99);
    assertThat(value(session)).isEqualTo(3);
    assertThat(session.state().canUndo()).isFalse();
    assertThat(session.state().redoDepth()).isEqualTo(3);
    session.redo(intent("redo"), 99);
    assertThat(value(session)).isEqualTo(15);
  }

  @Example
  void a_batch_is_not_cut_while_it_is_open() {
    Session<Counter, CounterEvent> session = within(Limits.none().withSteps(2));
    session.batch(
        intent("batch"),
        batch -> {
          List.of(1, 2, 3, 4).forEach(n -> add(session, n));
          assertThat(batch.model().value()).isEqualTo(10);
        });
    assertThat(session.state().recent(9)).extracting(Step::label).containsExactly("+3", "+4");
    session.batch(
        intent("fails"),
        batch -> {
          List.of(5, 6, 7).forEach(n -> add(session, n));
          session.step(intent("unfit"), stage -> stage.emit(new CounterEvent.Set(0, 1)));
        });
    assertThat(session.state().recent(9)).extracting(Step::label).containsExactly("+3", "+4");
  }

  @Example
  void the_newest_step_can_be_undone_however_large_or_old_it_is() {
    Session<Counter, CounterEvent> session =
        within(Limits.none().withBytes(1).withAge(Duration.ZERO));
    add(session, 1);
    add(session, 2);
    now = now.plusSeconds(9);
    assertThat(session.state().undoDepth()).isEqualTo(1);
    session.undo(intent("undo"), 1);
    assertThat(value(session)).isEqualTo(1);
  }

  @Example
  void bytes_are_those_of_the_events_as_they_stand_in_the_journal() {
    int one = "{\"type\":\"added\",\"n\":1}".length();
    Session<Counter, CounterEvent> session = within(Limits.none().withBytes(3L * one));
    List.of(1, 2, 3).forEach(n -> add(session, n));
    assertThat(session.state().undoDepth()).isEqualTo(3);
    add(session, 10);
    assertThat(session.state().undoDepth()).as("one byte more than three").isEqualTo(2);
  }

  @Example
  void bytes_are_those_of_the_line_also_after_steps_left_it_and_came_back() {
    int one = "{\"type\":\"added\",\"n\":1}".length();
    Session<Counter, CounterEvent> session = within(Limits.none().withBytes(3L * one));
    List.of(1, 2, 3).forEach(n -> add(session, n));
    session.undo(intent("undo"), 2);
    List.of(4, 5).forEach(n -> add(session, n));
    assertThat(session.state().recent(9)).extracting(Step::label).containsExactly("+1", "+4", "+5");
    session.undo(intent("undo"), 1);
    session.redo(intent("redo"), 1);
    add(session, 6);
    assertThat(session.state().recent(9)).extracting(Step::label).containsExactly("+4", "+5", "+6");
    Session<Counter, CounterEvent> again =
        Session.resume(Sessions.DOMAIN, journal, settings(Limits.none().withBytes(3L * one)));
    List.of(7, 8).forEach(n -> add(again, n));
    assertThat(again.state().recent(9)).extracting(Step::label).containsExactly("+6", "+7", "+8");
  }

  /** The line begins behind it, so that there is nothing to walk over. */
  @Example
  void an_ignored_step_that_is_out_of_reach_is_none_of_those_that_undo_walks_over() {
    Session<Counter, CounterEvent> session = within(Limits.none().withSteps(2));
    session.step(intent("stamp").ignored(), stage -> stage.emit(new CounterEvent.Added(1)));
    List.of(2, 3).forEach(n -> add(session, n));
    assertThat(session.state().undoDepth()).isEqualTo(2);
    session.undo(intent("undo"), 2);
    assertThat(value(session)).isEqualTo(1);
    assertThat(session.state().redoDepth()).isEqualTo(2);
    assertThat(session.state().undoDepth()).isZero();
  }

  @Example
  void a_step_that_is_older_than_the_limit_when_another_is_recorded_is_out_of_reach() {
    Session<Counter, CounterEvent> session = within(Limits.none().withAge(Duration.ofSeconds(5)));
    add(session, 1);
    now = now.plusSeconds(3);
    add(session, 2);
    now = now.plusSeconds(2);
    add(session, 3);
    assertThat(session.state().undoDepth()).as("just as old as that").isEqualTo(3);
    now = now.plusSeconds(1);
    add(session, 4);
    assertThat(session.state().undoDepth()).isEqualTo(3);
  }

  @Example
  void a_saved_state_that_is_out_of_reach_is_never_reached_again() {
    Session<Counter, CounterEvent> session = within(Limits.none().withSteps(2));
    add(session, 1);
    session.file().saved(intent("save"), HASH, session.state().head());
    add(session, 2);
    add(session, 3);
    session.undo(intent("undo"), 2);
    assertThat(session.state().isSaved()).as("as far back as undo goes").isTrue();
    session.redo(intent("redo"), 2);
    add(session, 4);
    session.undo(intent("undo"), 2);
    assertThat(session.state().isSaved()).isFalse();
    assertThat(session.state().canUndo()).isFalse();
  }

  @Example
  void a_name_out_of_reach_keeps_its_state_also_when_its_steps_are_let_go() {
    Session<Counter, CounterEvent> session = within(Limits.none().withSteps(2));
    add(session, 1);
    session.checkpoint(intent("name"), "one");
    List.of(2, 3, 4).forEach(n -> add(session, n));
    assertThat(reason(session.undoTo(intent("to"), "one")))
        .isEqualTo("checkpoint \"one\" lies before the oldest step that can be undone");
    assertThat(session.modelOf("one")).contains(new Counter(1));
    Retention all = new Retention(50, Duration.ofDays(7), 100);
    assertThat(session.retain(intent("let go"), all)).isInstanceOf(Outcome.Recorded.class);
    assertThat(session.retain(intent("let go"), all)).isInstanceOf(Outcome.Unchanged.class);
    assertThat(session.state().history().steps())
        .extracting(Step::label)
        .containsExactly("+2", "+3", "+4");
    assertThat(session.state().undoDepth()).isEqualTo(2);
    assertThat(Sessions.resumed(journal).modelOf("one")).contains(new Counter(1));
  }

  @Example
  void a_record_that_begins_the_line_off_the_line_is_damaged() {
    Session<Counter, CounterEvent> session = Sessions.withThreeSteps(journal);
    JournalRecord.Committed last = (JournalRecord.Committed) journal.read(4).get(0);
    InMemoryJournal other = InMemoryJournal.empty();
    journal.read(1).subList(0, 3).forEach(it -> other.append(other.lastNumber(), it));
    other.append(3, last.startingAt(session.state().head().orElseThrow()));
    assertThatThrownBy(() -> Sessions.resumed(other))
        .isInstanceOf(DamagedRecordException.class)
        .hasMessageContaining("not among those that can be let go");
  }

  @Example
  void a_limit_of_nothing_is_refused() {
    assertThat(Limits.none().withSteps(1).withBytes(1).withAge(Duration.ZERO))
        .isEqualTo(new Limits(1, 1, Duration.ZERO));
    assertThatThrownBy(() -> Limits.none().withSteps(0))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> Limits.none().withBytes(0))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> Limits.none().withAge(Duration.ofSeconds(-1)))
        .isInstanceOf(IllegalArgumentException.class);
    assertThat(Optional.of(Limits.none()).map(Limits::steps)).contains(Integer.MAX_VALUE);
  }
}
