package dev.fcp.spec.session;

import static dev.fcp.spec.session.Sessions.intent;
import static dev.fcp.spec.session.Sessions.reason;
import static dev.fcp.spec.session.Sessions.value;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.fcp.eventlog.domain.Value;
import dev.fcp.eventlog.history.Focus;
import dev.fcp.eventlog.history.Step;
import dev.fcp.eventlog.journal.InMemoryJournal;
import dev.fcp.eventlog.journal.JournalRecordCodec;
import dev.fcp.eventlog.session.Intent;
import dev.fcp.eventlog.session.Outcome;
import dev.fcp.eventlog.session.Session;
import dev.fcp.eventlog.session.SessionChange;
import dev.fcp.eventlog.session.Stage;
import dev.fcp.spec.Clause;
import dev.fcp.spec.domains.counter.Counter;
import dev.fcp.spec.domains.counter.CounterEvent;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Selection and caret, kept with a step and given back. */
@Clause("SE-28")
class FocusTest {

  private final InMemoryJournal journal = InMemoryJournal.empty();
  private final Session<Counter, CounterEvent> session = Sessions.created(journal);

  private static Value.Fields caret(int at) {
    return Value.Fields.of(Map.of("caret", Value.of(at)));
  }

  private static Focus focus(int before, int after) {
    return new Focus(caret(before), caret(after));
  }

  private static Outcome add(Session<Counter, CounterEvent> session, int n, Focus focus) {
    return session.step(
        intent("+" + n).with(focus), stage -> stage.emit(new CounterEvent.Added(n)));
  }

  private static Value.Fields undone(Session<Counter, CounterEvent> session, int count) {
    return given(session.undo(intent("undo"), count));
  }

  private static Value.Fields redone(Session<Counter, CounterEvent> session, int count) {
    return given(session.redo(intent("redo"), count));
  }

  private static Value.Fields given(Outcome outcome) {
    return outcome instanceof Outcome.Moved moved ? moved.focus() : Value.Fields.NONE;
  }

  private Focus last() {
    return session.state().recent(1).get(0).focus();
  }

  @Test
  void undo_gives_what_was_selected_before_and_redo_what_was_selected_after() {
    add(session, 1, focus(10, 11));
    add(session, 2, focus(20, 21));
    add(session, 3, focus(30, 31));
    assertThat(undone(session, 1)).isEqualTo(caret(30));
    assertThat(undone(session, 2)).isEqualTo(caret(10));
    assertThat(redone(session, 1)).isEqualTo(caret(11));
    assertThat(redone(session, 2)).isEqualTo(caret(31));
    session.checkpoint(intent("name"), "here");
    add(session, 4, focus(40, 41));
    assertThat(given(session.undoTo(intent("to"), "here"))).isEqualTo(caret(40));
    Sessions.add(session, 5);
    assertThat(undone(session, 1)).as("nobody said").isEqualTo(Value.Fields.NONE);
  }

  @Test
  void listeners_are_told_where_the_user_was() {
    List<SessionChange> told = new ArrayList<>();
    session.listen(told::add);
    add(session, 1, focus(10, 11));
    session.undo(intent("undo"), 1);
    session.redo(intent("redo"), 1);
    session.checkpoint(intent("name"), "here");
    assertThat(told)
        .extracting(SessionChange::focus)
        .containsExactly(caret(11), caret(10), caret(11), Value.Fields.NONE);
  }

  @Test
  void what_is_selected_then_may_be_known_in_the_body_only() {
    session.step(
        intent("new").with(new Focus(caret(1), Value.Fields.NONE)),
        stage -> {
          stage.emit(new CounterEvent.Added(5));
          stage.focusOn(caret(stage.model().value()));
        });
    assertThat(last()).isEqualTo(focus(1, 5));
  }

  @Test
  void what_a_failed_part_of_a_step_selected_is_forgotten() {
    session.step(
        intent("outer").with(focus(1, 2)),
        stage -> {
          stage.emit(new CounterEvent.Added(5));
          assertThatThrownBy(() -> session.step(intent("inner"), inner -> selectAndFail(inner)))
              .isInstanceOf(SessionOp.Failure.class);
        });
    assertThat(last()).isEqualTo(focus(1, 2));
  }

  private static void selectAndFail(Stage<Counter, CounterEvent> stage) {
    stage.focusOn(caret(99));
    throw new SessionOp.Failure();
  }

  @Test
  void a_joined_step_has_that_before_the_first_and_after_the_last() {
    for (int i = 1; i <= 3; i++) {
      Intent typing = intent("type").merging("key", Duration.ofHours(1));
      int n = i;
      session.step(typing.with(focus(n, n + 1)), stage -> stage.emit(new CounterEvent.Added(n)));
    }
    assertThat(session.state().undoDepth()).isEqualTo(1);
    assertThat(last()).isEqualTo(focus(1, 4));
    assertThat(undone(session, 1)).isEqualTo(caret(1));
  }

  @Test
  void squashed_steps_have_that_before_the_first_and_after_the_last() {
    session.checkpoint(intent("name"), "start");
    add(session, 1, focus(1, 2));
    Sessions.add(session, 2);
    add(session, 3, focus(5, 6));
    session.squashTo(intent("all"), "start");
    assertThat(last()).isEqualTo(focus(1, 6));
  }

  @Test
  void each_step_of_a_batch_has_its_own() {
    session.batch(
        intent("batch").with(focus(7, 7)),
        batch -> {
          add(session, 1, focus(1, 2));
          add(session, 2, focus(3, 4));
        });
    assertThat(session.state().recent(2))
        .extracting(Step::focus)
        .containsExactly(focus(1, 2), focus(3, 4));
  }

  @Test
  void it_is_there_after_a_restart_and_in_the_middle_of_undo() {
    add(session, 1, focus(10, 11));
    add(session, 2, focus(20, 21));
    assertThat(undone(session, 1)).isEqualTo(caret(20));
    Session<Counter, CounterEvent> again = Sessions.resumed(journal);
    assertThat(undone(again, 1)).isEqualTo(caret(10));
    Session<Counter, CounterEvent> oncemore = Sessions.resumed(journal);
    assertThat(redone(oncemore, 2)).isEqualTo(caret(21));
  }

  @Test
  void a_step_without_it_is_written_as_ever() {
    Sessions.add(session, 1);
    add(session, 2, new Focus(Value.Fields.NONE, caret(3)));
    assertThat(JournalRecordCodec.toLine(journal.read(2).get(0))).doesNotContain("focus");
    assertThat(JournalRecordCodec.toLine(journal.read(3).get(0)))
        .contains("\"focus\":{\"after\":{\"caret\":3}}");
  }

  @Test
  void more_than_a_step_keeps_is_refused_and_changes_nothing() {
    Value.Fields fits = Value.Fields.of(Map.of("text", Value.of("x".repeat(4096 - 11))));
    Value.Fields large = Value.Fields.of(Map.of("text", Value.of("x".repeat(4096 - 10))));
    assertThat(add(session, 1, new Focus(fits, fits))).isInstanceOf(Outcome.Committed.class);
    Outcome refused = add(session, 2, new Focus(large, fits));
    assertThat(reason(refused))
        .isEqualTo("what is selected takes 4097 bytes, a step keeps at most 4096");
    assertThat(add(session, 2, new Focus(fits, large))).isInstanceOf(Outcome.Refused.class);
    assertThat(value(session)).isEqualTo(1);
    assertThatThrownBy(() -> last(large)).isInstanceOf(IllegalArgumentException.class);
  }

  private Step<CounterEvent> last(Value.Fields before) {
    return session.state().recent(1).get(0).withFocus(new Focus(before, before));
  }
}
