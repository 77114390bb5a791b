package dev.fcp.spec.session;

import static dev.fcp.spec.session.CounterSessions.add;
import static dev.fcp.spec.session.CounterSessions.options;
import static dev.fcp.spec.session.CounterSessions.value;
import static dev.fcp.spec.session.CounterSessions.withThreeSteps;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.fcp.eventlog.history.HistoryPoint;
import dev.fcp.eventlog.history.Origin;
import dev.fcp.eventlog.journal.InMemoryJournal;
import dev.fcp.eventlog.session.Outcome;
import dev.fcp.eventlog.session.Projection;
import dev.fcp.eventlog.session.ReadModel;
import dev.fcp.eventlog.session.RetentionPolicy;
import dev.fcp.eventlog.session.Session;
import dev.fcp.spec.Clause;
import dev.fcp.spec.domains.counter.Counter;
import dev.fcp.spec.domains.counter.CounterEvent;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Read models of counters: their values and the calls of their projection. */
class ReadModelTest {

  private static final CounterEvent NINE = new CounterEvent.Added(9);

  /** The calls of the projection, as text. */
  private final List<String> calls = new ArrayList<>();

  /** Whether the projection fails, and how much its values are too high. */
  private boolean isBroken;

  private int tooHigh;

  /** A projection to twice the value of a counter. */
  private final class TwiceProjection implements Projection<Counter, CounterEvent, Integer> {

    @Override
    public String name() {
      return "twice";
    }

    @Override
    public Integer project(Counter model) {
      calls.add("of " + model.value());
      if (isBroken) {
        throw new IllegalStateException("of is broken");
      }
      return 2 * model.value();
    }

    @Override
    public Integer apply(Integer value, List<CounterEvent> events, Counter model) {
      calls.add(value + " " + events + " to " + model.value());
      if (isBroken) {
        throw new AssertionError("after is broken");
      }
      return 2 * model.value() + tooHigh;
    }
  }

  private ReadModel<Counter, CounterEvent, Integer> twice(Session<Counter, CounterEvent> session) {
    ReadModel<Counter, CounterEvent, Integer> twice = session.readModel(new TwiceProjection());
    var unused = twice.now();
    calls.clear();
    return twice;
  }

  private static Object added(int... changes) {
    return Arrays.stream(changes).mapToObj(CounterEvent.Added::new).toList();
  }

  @Test
  @Clause("PR-1")
  void it_receives_the_events_since_the_last_reading_with_the_model_after_them() {
    Session<Counter, CounterEvent> session = CounterSessions.created();
    var twice = twice(session);
    add(session, 1);
    assertThat(twice.now().value()).isEqualTo(2);
    add(session, 2);
    add(session, 3);
    assertThat(twice.now().value()).isEqualTo(12);
    assertThat(calls).containsExactly("0 " + added(1) + " to 1", "2 " + added(2, 3) + " to 6");
  }

  @Test
  @Clause("PR-1")
  void it_receives_the_inverses_of_undone_events() {
    Session<Counter, CounterEvent> session = withThreeSteps();
    var twice = twice(session);
    session.with(options("undo")).undo(2);
    assertThat(twice.now().value()).isEqualTo(2);
    assertThat(calls).containsExactly("12 " + added(-3, -2) + " to 1");
  }

  @Test
  @Clause("PR-1")
  void it_moves_between_branches_through_their_fork() {
    Session<Counter, CounterEvent> session = withThreeSteps();
    var twice = twice(session);
    session.with(options("undo")).undo(2);
    add(session, 4);
    assertThat(twice.now().value()).isEqualTo(10);
    assertThat(calls).containsExactly("12 " + added(-3, -2, 4) + " to 5");
  }

  @Test
  @Clause("PR-1")
  void it_follows_a_switch_back_to_an_abandoned_branch() {
    Session<Counter, CounterEvent> session = withThreeSteps();
    var left = session.state().head();
    session.with(options("undo")).undo(1);
    add(session, 4);
    var twice = twice(session);
    session.with(options("switch")).branches().switchTo(left);
    assertThat(twice.now().value()).isEqualTo(12);
    assertThat(calls).containsExactly("14 " + added(-4, 3) + " to 6");
  }

  @Test
  @Clause("PR-1")
  void an_operation_without_a_step_calls_no_projection() {
    Session<Counter, CounterEvent> session = withThreeSteps();
    var twice = twice(session);
    session.with(options("name")).checkpoint("here");
    add(session, 4);
    session.with(options("undo")).undo(1);
    assertThat(twice.now().recordNumber()).isEqualTo(session.state().recordNumber());
    assertThat(calls).isEmpty();
  }

  @Test
  @Clause("PR-1")
  void squashing_leads_to_the_same_value() {
    Session<Counter, CounterEvent> session = CounterSessions.created();
    session.with(options("name")).checkpoint("start");
    add(session, 1);
    var twice = twice(session);
    add(session, 2);
    assertThat(session.with(options("both")).squashTo("start"))
        .isInstanceOf(Outcome.Committed.class);
    assertThat(twice.now().value()).isEqualTo(6);
    assertThat(calls).containsExactly("2 " + added(-1, 3) + " to 3");
    assertThat(twice.verify().isValid()).isTrue();
  }

  @Test
  @Clause("PR-2")
  void it_reports_the_step_and_the_record_that_it_reflects() {
    Session<Counter, CounterEvent> session = withThreeSteps();
    var twice = twice(session);
    var first = twice.now();
    assertThat(first.point()).isEqualTo(session.state().head());
    assertThat(first.recordNumber()).isEqualTo(4);
    session.with(options("undo")).undo(3);
    assertThat(twice.now().point()).isEqualTo(HistoryPoint.BASE);
    assertThat(twice.now().recordNumber()).isEqualTo(5);
    assertThat(first.value()).isEqualTo(12);
  }

  @Test
  @Clause("PR-2")
  void a_listener_reads_the_state_of_its_notification() {
    Session<Counter, CounterEvent> session = CounterSessions.created();
    var twice = twice(session);
    List<Integer> read = new ArrayList<>();
    session.listen(change -> read.add(twice.now().value()));
    add(session, 1);
    add(session, 2);
    session.with(options("undo")).undo(1);
    assertThat(read).containsExactly(2, 6, 2);
  }

  @Test
  @Clause("PR-6")
  void an_exception_of_the_projection_reaches_its_reader_and_the_next_reading_tries_again() {
    Session<Counter, CounterEvent> session = withThreeSteps();
    var twice = twice(session);
    isBroken = true;
    add(session, 4);
    assertThat(value(session)).isEqualTo(10);
    assertThatThrownBy(twice::now).isInstanceOf(AssertionError.class).hasMessage("after is broken");
    add(session, 1);
    isBroken = false;
    calls.clear();
    assertThat(twice.now().value()).isEqualTo(22);
    assertThat(calls).containsExactly("12 " + added(4, 1) + " to 11");
  }

  @Test
  @Clause("PR-6")
  void an_exception_for_the_first_model_leaves_the_read_model_unread() {
    Session<Counter, CounterEvent> session = withThreeSteps();
    isBroken = true;
    var twice = session.readModel(new TwiceProjection());
    assertThatThrownBy(twice::now).hasMessage("of is broken");
    assertThatThrownBy(twice::verify).hasMessage("of is broken");
    isBroken = false;
    assertThat(twice.now().value()).isEqualTo(12);
  }

  @Test
  @Clause("PR-4")
  void a_projection_that_disagrees_with_its_rebuild_is_found() {
    Session<Counter, CounterEvent> session = withThreeSteps();
    var twice = twice(session);
    assertThat(twice.verify()).isEqualTo(new ReadModel.Check<>(twice.now(), 12, 12));
    assertThat(twice.verify().isValid()).isTrue();
    tooHigh = 1;
    assertThat(twice.verify()).isEqualTo(new ReadModel.Check<>(twice.now(), 12, 13));
    assertThat(twice.verify().isValid()).isFalse();
    add(session, 4);
    assertThat(twice.verify()).isEqualTo(new ReadModel.Check<>(twice.now(), 20, 21));
    assertThat(twice.verify().isValid()).isFalse();
    assertThat(twice.now().value()).isEqualTo(21);
  }

  @Test
  @Clause("PR-7")
  void a_reading_reflects_the_operation_that_returned_before() {
    Session<Counter, CounterEvent> session = CounterSessions.created();
    var twice = twice(session);
    for (int n = 1; n < 9; n++) {
      add(session, 1);
      assertThat(twice.now().value()).isEqualTo(2 * n);
      assertThat(twice.now().point()).isEqualTo(session.state().head());
    }
  }

  @Test
  @Clause("PR-8")
  void callers_of_a_session_share_the_read_model_of_a_projection() {
    Session<Counter, CounterEvent> session = withThreeSteps();
    TwiceProjection projection = new TwiceProjection();
    assertThat(session.readModel(projection).now().value()).isEqualTo(12);
    var other = session.by(Origin.of("bob")).readModel(projection);
    assertThat(other).isSameAs(session.readModel(projection));
    assertThat(other.projection()).isSameAs(projection);
    assertThat(calls).containsExactly("of 6");
  }

  @Test
  @Clause("PR-8")
  void another_projection_with_the_same_name_is_refused() {
    Session<Counter, CounterEvent> session = withThreeSteps();
    var twice = twice(session);
    assertThatIllegalArgumentException()
        .isThrownBy(() -> session.readModel(Projection.recomputing("twice", Counter::value)))
        .withMessageContaining("two projections are named \"twice\"");
    assertThat(twice.now().value()).isEqualTo(12);
  }

  @Test
  @Clause("PR-5")
  void it_follows_steps_of_another_session() {
    InMemoryJournal journal = InMemoryJournal.empty();
    Session<Counter, CounterEvent> session = withThreeSteps(journal);
    var twice = twice(session);
    Session<Counter, CounterEvent> other = CounterSessions.resumed(journal);
    other.with(options("undo")).undo(1);
    add(other, 4);
    assertThat(twice.now().recordNumber()).isEqualTo(4);
    session.refresh();
    assertThat(twice.now().value()).isEqualTo(14);
    assertThat(calls).containsExactly("12 " + added(-3, 4) + " to 7");
    assertThat(twice.verify().isValid()).isTrue();
  }

  @Test
  @Clause("PR-5")
  void it_is_rebuilt_if_the_steps_in_between_were_pruned() {
    Session<Counter, CounterEvent> session = CounterSessions.created();
    var twice = twice(session);
    List.of(1, 2, 3, 4).forEach(n -> add(session, n));
    session.with(options("retain")).prune(new RetentionPolicy(1, Duration.ZERO, 0));
    assertThat(twice.now().value()).isEqualTo(20);
    assertThat(calls).containsExactly("of 10");
    assertThat(twice.verify().isValid()).isTrue();
  }

  @Test
  @Clause("PR-5")
  void it_follows_a_restored_session() {
    Session<Counter, CounterEvent> session = withThreeSteps();
    var twice = twice(session);
    session.step(options("nine"), builder -> builder.emit(NINE));
    session.rebuild();
    assertThat(twice.now().value()).isEqualTo(30);
    assertThat(calls).containsExactly("of 15");
  }

  @Test
  @Clause("PR-1")
  void a_projection_of_the_whole_model_takes_one_line() {
    Session<Counter, CounterEvent> session = withThreeSteps();
    ReadModel<Counter, CounterEvent, String> words =
        session.readModel(Projection.recomputing("words", Counter::toString));
    assertThat(words.now().value()).isEqualTo(new Counter(6).toString());
    add(session, 4);
    assertThat(words.now().value()).isEqualTo(new Counter(10).toString());
    assertThat(words.verify().isValid()).isTrue();
  }
}
