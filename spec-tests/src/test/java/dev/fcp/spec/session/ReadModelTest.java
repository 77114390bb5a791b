package dev.fcp.spec.session;

import static dev.fcp.spec.session.Sessions.add;
import static dev.fcp.spec.session.Sessions.intent;
import static dev.fcp.spec.session.Sessions.value;
import static dev.fcp.spec.session.Sessions.withThreeSteps;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.fcp.eventlog.journal.InMemoryJournal;
import dev.fcp.eventlog.session.Outcome;
import dev.fcp.eventlog.session.Projection;
import dev.fcp.eventlog.session.ReadModel;
import dev.fcp.eventlog.session.Retention;
import dev.fcp.eventlog.session.Session;
import dev.fcp.spec.Clause;
import dev.fcp.spec.domains.counter.Counter;
import dev.fcp.spec.domains.counter.CounterEvent;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Read models of counters: the value, and what their projection was asked for. */
class ReadModelTest {

  private static final CounterEvent NINE = new CounterEvent.Added(9);

  /** What was asked, in words. */
  private final List<String> asked = new ArrayList<>();

  /** Whether the projection fails, and how much too high its answers are. */
  private boolean broken;

  private int tooHigh;

  /** Twice the number of a counter. */
  private final class Twice implements Projection<Counter, CounterEvent, Integer> {

    @Override
    public Integer of(Counter model) {
      asked.add("of " + model.value());
      if (broken) {
        throw new IllegalStateException("of is broken");
      }
      return 2 * model.value();
    }

    @Override
    public Integer after(Integer value, List<CounterEvent> events, Counter model) {
      asked.add(value + " " + events + " to " + model.value());
      if (broken) {
        throw new AssertionError("after is broken");
      }
      return 2 * model.value() + tooHigh;
    }
  }

  private ReadModel<Counter, CounterEvent, Integer> twice(Session<Counter, CounterEvent> session) {
    ReadModel<Counter, CounterEvent, Integer> twice = ReadModel.of(session, "twice", new Twice());
    asked.clear();
    return twice;
  }

  private static Object added(int n) {
    return List.of(new CounterEvent.Added(n));
  }

  @Test
  @Clause("PR-1")
  void it_is_told_of_each_step_with_the_model_after_it() {
    Session<Counter, CounterEvent> session = Sessions.created();
    var twice = twice(session);
    add(session, 1);
    add(session, 2);
    assertThat(twice.now().value()).isEqualTo(6);
    assertThat(asked).containsExactly("0 " + added(1) + " to 1", "2 " + added(2) + " to 3");
  }

  @Test
  @Clause("PR-1")
  void it_is_told_the_inverses_of_what_is_taken_back() {
    Session<Counter, CounterEvent> session = withThreeSteps();
    var twice = twice(session);
    session.undo(intent("undo"), 2);
    assertThat(twice.now().value()).isEqualTo(2);
    assertThat(asked).containsExactly("12 " + added(-3) + " to 3", "6 " + added(-2) + " to 1");
  }

  @Test
  @Clause("PR-1")
  void it_goes_from_branch_to_branch_by_where_they_part() {
    Session<Counter, CounterEvent> session = withThreeSteps();
    var twice = twice(session);
    session.undo(intent("undo"), 2);
    add(session, 4);
    assertThat(twice.now().value()).isEqualTo(10);
    assertThat(asked)
        .containsExactly(
            "12 " + added(-3) + " to 3", "6 " + added(-2) + " to 1", "2 " + added(4) + " to 5");
  }

  @Test
  @Clause("PR-1")
  void it_follows_a_switch_to_what_was_left() {
    Session<Counter, CounterEvent> session = withThreeSteps();
    var left = session.state().head();
    session.undo(intent("undo"), 1);
    add(session, 4);
    var twice = twice(session);
    session.branches().switchTo(intent("switch"), left);
    assertThat(twice.now().value()).isEqualTo(12);
    assertThat(asked).containsExactly("14 " + added(-4) + " to 3", "6 " + added(3) + " to 6");
  }

  @Test
  @Clause("PR-1")
  void what_changes_no_step_asks_for_nothing() {
    Session<Counter, CounterEvent> session = withThreeSteps();
    var twice = twice(session);
    session.checkpoint(intent("name"), "here");
    add(session, 4);
    session.undo(intent("undo"), 1);
    assertThat(twice.now().recordNumber()).isEqualTo(session.state().recordNumber());
    assertThat(asked).isEmpty();
  }

  @Test
  @Clause("PR-1")
  void a_squashed_line_leads_to_the_same() {
    Session<Counter, CounterEvent> session = Sessions.created();
    session.checkpoint(intent("name"), "start");
    add(session, 1);
    var twice = twice(session);
    add(session, 2);
    assertThat(session.squashTo(intent("both"), "start")).isInstanceOf(Outcome.Committed.class);
    assertThat(twice.now().value()).isEqualTo(6);
    assertThat(asked).first().isEqualTo("2 " + added(-1) + " to 0");
    assertThat(twice.verify()).isInstanceOf(ReadModel.Check.Holds.class);
  }

  @Test
  @Clause("PR-2")
  void it_tells_the_step_and_the_record_that_it_reflects() {
    Session<Counter, CounterEvent> session = withThreeSteps();
    var twice = twice(session);
    var first = twice.now();
    assertThat(first.place()).isEqualTo(session.state().head());
    assertThat(first.recordNumber()).isEqualTo(4);
    session.undo(intent("undo"), 3);
    assertThat(twice.now().place()).isEmpty();
    assertThat(twice.now().recordNumber()).isEqualTo(5);
    assertThat(first.value()).isEqualTo(12);
  }

  @Test
  @Clause("PR-2")
  void a_listener_reads_what_it_is_told_of() {
    Session<Counter, CounterEvent> session = Sessions.created();
    var twice = twice(session);
    List<Integer> read = new ArrayList<>();
    session.listen(change -> read.add(twice.now().value()));
    add(session, 1);
    add(session, 2);
    session.undo(intent("undo"), 1);
    assertThat(read).containsExactly(2, 6, 2);
  }

  @Test
  @Clause("PR-3")
  void one_that_fails_keeps_its_last_value_and_says_why() {
    Session<Counter, CounterEvent> session = withThreeSteps();
    var twice = twice(session);
    broken = true;
    add(session, 4);
    assertThat(value(session)).isEqualTo(10);
    var reading = twice.now();
    assertThat(reading.value()).isEqualTo(12);
    assertThat(reading.recordNumber()).isEqualTo(4);
    ReadModel.Failure failure = reading.failure().orElseThrow();
    assertThat(failure.name()).isEqualTo("twice");
    assertThat(failure.recordNumber()).isEqualTo(5);
    assertThat(failure.cause()).hasMessage("after is broken");
    assertThat(twice.verify()).isEqualTo(new ReadModel.Check.Failed<>(failure));
  }

  @Test
  @Clause("PR-3")
  void it_is_not_asked_again_until_it_is_built_anew() {
    Session<Counter, CounterEvent> session = withThreeSteps();
    var twice = twice(session);
    broken = true;
    add(session, 4);
    var unused = twice.now();
    assertThat(twice.rebuild().failure().orElseThrow().cause()).hasMessage("of is broken");
    broken = false;
    asked.clear();
    assertThat(twice.now().value()).isEqualTo(12);
    assertThat(asked).isEmpty();
    assertThat(twice.rebuild().value()).isEqualTo(20);
    add(session, 1);
    assertThat(twice.now().value()).isEqualTo(22);
    assertThat(twice.now().failure()).isEmpty();
  }

  @Test
  @Clause("PR-3")
  void one_that_fails_for_the_first_model_is_none() {
    Session<Counter, CounterEvent> session = withThreeSteps();
    broken = true;
    assertThatThrownBy(() -> ReadModel.of(session, "twice", new Twice()))
        .hasMessage("of is broken");
    assertThat(value(session)).isEqualTo(6);
  }

  @Test
  @Clause("PR-4")
  void one_that_says_something_else_after_steps_than_of_the_model_is_found() {
    Session<Counter, CounterEvent> session = withThreeSteps();
    var twice = twice(session);
    assertThat(twice.verify()).isEqualTo(new ReadModel.Check.Holds<>(twice.now()));
    tooHigh = 1;
    assertThat(twice.verify()).isEqualTo(new ReadModel.Check.Differs<>(twice.now(), 12, 13));
    add(session, 4);
    assertThat(twice.verify()).isEqualTo(new ReadModel.Check.Differs<>(twice.now(), 20, 21));
    assertThat(twice.now().value()).isEqualTo(21);
    assertThat(twice.now().failure()).isEmpty();
  }

  @Test
  @Clause("PR-4")
  void a_projection_that_fails_in_a_check_works_on() {
    Session<Counter, CounterEvent> session = withThreeSteps();
    var twice = twice(session);
    broken = true;
    assertThat(twice.verify()).isInstanceOf(ReadModel.Check.Failed.class);
    broken = false;
    add(session, 4);
    assertThat(twice.now().value()).isEqualTo(20);
  }

  @Test
  @Clause("PR-5")
  void it_takes_up_what_another_session_wrote() {
    InMemoryJournal journal = InMemoryJournal.empty();
    Session<Counter, CounterEvent> session = withThreeSteps(journal);
    var twice = twice(session);
    Session<Counter, CounterEvent> other = Sessions.resumed(journal);
    other.undo(intent("undo"), 1);
    add(other, 4);
    assertThat(twice.now().recordNumber()).isEqualTo(4);
    session.refresh();
    assertThat(twice.now().value()).isEqualTo(14);
    assertThat(asked).containsExactly("12 " + added(-3) + " to 3", "6 " + added(4) + " to 7");
    assertThat(twice.verify()).isInstanceOf(ReadModel.Check.Holds.class);
  }

  @Test
  @Clause("PR-5")
  void where_the_steps_between_are_gone_it_is_built_anew() {
    Session<Counter, CounterEvent> session = Sessions.created();
    var twice = twice(session);
    List.of(1, 2, 3, 4).forEach(n -> add(session, n));
    session.retain(intent("retain"), new Retention(1, Duration.ZERO, 0));
    assertThat(twice.now().value()).isEqualTo(20);
    assertThat(asked).containsExactly("of 10");
    assertThat(twice.verify()).isInstanceOf(ReadModel.Check.Holds.class);
  }

  @Test
  @Clause("PR-5")
  void a_session_that_is_restored_is_followed() {
    Session<Counter, CounterEvent> session = withThreeSteps();
    var twice = twice(session);
    session.step(intent("nine"), stage -> stage.emit(NINE));
    session.restore();
    assertThat(twice.now().value()).isEqualTo(30);
    assertThat(asked).hasSize(1);
  }

  @Test
  @Clause("PR-1")
  void one_that_looks_at_the_whole_model_each_time_is_written_in_a_line() {
    Session<Counter, CounterEvent> session = withThreeSteps();
    Projection<Counter, CounterEvent, String> words = Projection.anew(Counter::toString);
    var reading = ReadModel.of(session, "words", words);
    add(session, 4);
    assertThat(reading.now().value()).isEqualTo(new Counter(10).toString());
    assertThat(reading.verify()).isInstanceOf(ReadModel.Check.Holds.class);
  }
}
