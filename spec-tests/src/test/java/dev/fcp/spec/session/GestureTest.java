package dev.fcp.spec.session;

import static dev.fcp.spec.session.CounterSessions.ANN;
import static dev.fcp.spec.session.CounterSessions.add;
import static dev.fcp.spec.session.CounterSessions.value;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.fcp.eventlog.history.Origin;
import dev.fcp.eventlog.history.Step;
import dev.fcp.eventlog.journal.InMemoryJournal;
import dev.fcp.eventlog.session.Gesture;
import dev.fcp.eventlog.session.Outcome;
import dev.fcp.eventlog.session.Session;
import dev.fcp.eventlog.session.SessionSettings;
import dev.fcp.spec.Clause;
import dev.fcp.spec.domains.counter.Counter;
import dev.fcp.spec.domains.counter.CounterEvent;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The edits of a gesture are one step, whatever they are and however long the gesture takes. */
@Clause("SE-32")
class GestureTest {

  private static final Origin BEN = Origin.of("ben");

  private final InMemoryJournal journal = InMemoryJournal.empty();
  private Instant now = Instant.parse("2026-01-02T03:04:05Z");
  private final Session<Counter, CounterEvent> session =
      Session.create(
          CounterSessions.DOMAIN,
          ANN,
          journal,
          new SessionSettings(() -> now, SessionSettings.standard().ids()));
  private final Gesture<Counter, CounterEvent> drag = session.beginGesture("drag");

  private Outcome drag(int n) {
    return drag.step(builder -> builder.emit(new CounterEvent.Added(n)));
  }

  private List<String> undoable() {
    return session.state().undoableSteps(9).stream().map(Step::label).toList();
  }

  @Test
  void edits_join_one_step_however_long_the_gesture_pauses() {
    add(session, 1);
    drag(10);
    assertThat(value(session)).isEqualTo(11);
    now = now.plus(Duration.ofDays(400));
    drag(20);
    assertThat(undoable()).containsExactly("+1", "drag");
    session.undo();
    assertThat(value(session)).isEqualTo(1);
    session.redo();
    assertThat(value(session)).isEqualTo(31);
  }

  @Test
  void every_edit_is_published_and_recorded_at_once() {
    for (int n = 1; n <= 3; n++) {
      long records = journal.lastNumber();
      assertThat(drag(n)).isInstanceOf(Outcome.Committed.class);
      assertThat(journal.lastNumber()).isEqualTo(records + 1);
      assertThat(session.state().canUndo()).isTrue();
      assertThat(session.state().undoDepth()).isEqualTo(1);
    }
    assertThat(value(session)).isEqualTo(6);
    Session<Counter, CounterEvent> resumed = CounterSessions.resumed(journal);
    assertThat(resumed.state().undoDepth()).isEqualTo(1);
    assertThat(value(resumed)).isEqualTo(6);
  }

  @Test
  void a_step_of_another_origin_ends_the_step() {
    drag(1);
    session.by(BEN).step("other", builder -> builder.emit(new CounterEvent.Added(5)));
    drag(2);
    drag(3);
    assertThat(undoable()).containsExactly("drag", "other", "drag");
  }

  @Test
  void undo_ends_the_step_also_if_it_is_redone() {
    drag(1);
    drag(2);
    session.undo();
    assertThat(value(session)).isZero();
    session.redo();
    drag(4);
    assertThat(undoable()).containsExactly("drag", "drag");
    session.undo();
    assertThat(value(session)).isEqualTo(3);
  }

  @Test
  void a_checkpoint_or_a_save_ends_the_step() {
    drag(1);
    session.checkpoint("c");
    drag(2);
    session.markSaved();
    drag(3);
    assertThat(session.state().undoDepth()).isEqualTo(3);
    session.undo();
    assertThat(session.state().isSaved()).isTrue();
  }

  @Test
  void a_refused_edit_does_not_end_the_step() {
    drag(1);
    assertThat(drag.step(builder -> builder.emit(new CounterEvent.Set(7, 8))))
        .isInstanceOf(Outcome.Refused.class);
    drag(2);
    assertThat(session.state().undoDepth()).isEqualTo(1);
    assertThat(value(session)).isEqualTo(3);
  }

  @Test
  void edits_that_together_do_nothing_leave_no_step() {
    drag(1);
    assertThat(drag(-1)).isInstanceOf(Outcome.Recorded.class);
    assertThat(session.state().canUndo()).isFalse();
    drag(2);
    assertThat(session.state().undoDepth()).isEqualTo(1);
  }

  @Test
  void nothing_joins_after_the_end() {
    drag(1);
    drag.end();
    assertThatThrownBy(() -> drag(2))
        .isInstanceOf(IllegalStateException.class)
        .hasMessage("the gesture \"drag\" has ended");
    try (Gesture<Counter, CounterEvent> next = session.beginGesture("drag")) {
      next.step(builder -> builder.emit(new CounterEvent.Added(2)));
    }
    assertThat(undoable()).containsExactly("drag", "drag");
  }
}
