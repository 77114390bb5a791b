package dev.fcp.spec.session;

import static dev.fcp.spec.session.CounterSessions.options;
import static dev.fcp.spec.session.CounterSessions.reason;
import static dev.fcp.spec.session.CounterSessions.value;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.fcp.eventlog.domain.Value;
import dev.fcp.eventlog.history.EditorSelection;
import dev.fcp.eventlog.history.Step;
import dev.fcp.eventlog.journal.InMemoryJournal;
import dev.fcp.eventlog.journal.JournalRecordCodec;
import dev.fcp.eventlog.session.EditOptions;
import dev.fcp.eventlog.session.Outcome;
import dev.fcp.eventlog.session.Session;
import dev.fcp.eventlog.session.SessionChange;
import dev.fcp.eventlog.session.StepBuilder;
import dev.fcp.spec.Clause;
import dev.fcp.spec.domains.counter.Counter;
import dev.fcp.spec.domains.counter.CounterEvent;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** The editor selection of a step is recorded and returned by undo and redo. */
@Clause("SE-28")
class EditorSelectionTest {

  private final InMemoryJournal journal = InMemoryJournal.empty();
  private final Session<Counter, CounterEvent> session = CounterSessions.created(journal);

  private static Value.Fields caret(int offset) {
    return Value.Fields.of(Map.of("caret", Value.of(offset)));
  }

  private static EditorSelection editorSelection(int before, int after) {
    return new EditorSelection(caret(before), caret(after));
  }

  private static Outcome add(
      Session<Counter, CounterEvent> session, int n, EditorSelection selection) {
    return session.step(
        options("+" + n).withEditorSelection(selection),
        builder -> builder.emit(new CounterEvent.Added(n)));
  }

  private static Value.Fields undone(Session<Counter, CounterEvent> session, int count) {
    return given(session.with(options("undo")).undo(count));
  }

  private static Value.Fields redone(Session<Counter, CounterEvent> session, int count) {
    return given(session.with(options("redo")).redo(count));
  }

  private static Value.Fields given(Outcome outcome) {
    return outcome instanceof Outcome.Moved moved ? moved.editorSelection() : Value.Fields.EMPTY;
  }

  private EditorSelection last() {
    return session.state().undoableSteps(1).get(0).editorSelection();
  }

  @Test
  void undo_returns_the_selection_before_a_step_and_redo_the_one_after_it() {
    add(session, 1, editorSelection(10, 11));
    add(session, 2, editorSelection(20, 21));
    add(session, 3, editorSelection(30, 31));
    assertThat(undone(session, 1)).isEqualTo(caret(30));
    assertThat(undone(session, 2)).isEqualTo(caret(10));
    assertThat(redone(session, 1)).isEqualTo(caret(11));
    assertThat(redone(session, 2)).isEqualTo(caret(31));
    session.with(options("name")).checkpoint("here");
    add(session, 4, editorSelection(40, 41));
    assertThat(given(session.with(options("to")).undoTo("here"))).isEqualTo(caret(40));
    CounterSessions.add(session, 5);
    assertThat(undone(session, 1)).as("no selection was given").isEqualTo(Value.Fields.EMPTY);
  }

  @Test
  void listeners_receive_the_editor_selection() {
    List<SessionChange> changes = new ArrayList<>();
    session.listen(changes::add);
    add(session, 1, editorSelection(10, 11));
    session.with(options("undo")).undo(1);
    session.with(options("redo")).redo(1);
    session.with(options("name")).checkpoint("here");
    assertThat(changes)
        .extracting(SessionChange::editorSelection)
        .containsExactly(caret(11), caret(10), caret(11), Value.Fields.EMPTY);
  }

  @Test
  void the_selection_after_a_step_may_be_set_in_its_body() {
    session.step(
        options("new").withEditorSelection(new EditorSelection(caret(1), Value.Fields.EMPTY)),
        builder -> {
          builder.emit(new CounterEvent.Added(5));
          builder.setEditorSelection(caret(builder.model().value()));
        });
    assertThat(last()).isEqualTo(editorSelection(1, 5));
  }

  @Test
  void the_selection_of_a_failed_part_of_a_step_is_discarded() {
    session.step(
        options("outer").withEditorSelection(editorSelection(1, 2)),
        builder -> {
          builder.emit(new CounterEvent.Added(5));
          assertThatThrownBy(() -> session.step(options("inner"), inner -> selectAndFail(inner)))
              .isInstanceOf(SessionOperation.Failure.class);
        });
    assertThat(last()).isEqualTo(editorSelection(1, 2));
  }

  private static void selectAndFail(StepBuilder<Counter, CounterEvent> builder) {
    builder.setEditorSelection(caret(99));
    throw new SessionOperation.Failure();
  }

  @Test
  void a_merged_step_has_the_selection_before_the_first_and_after_the_last_step() {
    for (int i = 1; i <= 3; i++) {
      EditOptions typing = options("type").merging("key", Duration.ofHours(1));
      int n = i;
      session.step(
          typing.withEditorSelection(editorSelection(n, n + 1)),
          builder -> builder.emit(new CounterEvent.Added(n)));
    }
    assertThat(session.state().undoDepth()).isEqualTo(1);
    assertThat(last()).isEqualTo(editorSelection(1, 4));
    assertThat(undone(session, 1)).isEqualTo(caret(1));
  }

  @Test
  void a_squashed_step_has_the_selection_before_the_first_and_after_the_last_step() {
    session.with(options("name")).checkpoint("start");
    add(session, 1, editorSelection(1, 2));
    CounterSessions.add(session, 2);
    add(session, 3, editorSelection(5, 6));
    session.with(options("all")).squashTo("start");
    assertThat(last()).isEqualTo(editorSelection(1, 6));
  }

  @Test
  void each_step_of_a_batch_has_its_own_selection() {
    session.batch(
        options("batch").withEditorSelection(editorSelection(7, 7)),
        batch -> {
          add(session, 1, editorSelection(1, 2));
          add(session, 2, editorSelection(3, 4));
        });
    assertThat(session.state().undoableSteps(2))
        .extracting(Step::editorSelection)
        .containsExactly(editorSelection(1, 2), editorSelection(3, 4));
  }

  @Test
  void the_selection_survives_a_restart_in_the_middle_of_undo() {
    add(session, 1, editorSelection(10, 11));
    add(session, 2, editorSelection(20, 21));
    assertThat(undone(session, 1)).isEqualTo(caret(20));
    Session<Counter, CounterEvent> resumed = CounterSessions.resumed(journal);
    assertThat(undone(resumed, 1)).isEqualTo(caret(10));
    Session<Counter, CounterEvent> resumedAgain = CounterSessions.resumed(journal);
    assertThat(redone(resumedAgain, 2)).isEqualTo(caret(21));
  }

  @Test
  void a_step_without_a_selection_has_no_member_for_it() {
    CounterSessions.add(session, 1);
    add(session, 2, new EditorSelection(Value.Fields.EMPTY, caret(3)));
    assertThat(JournalRecordCodec.toLine(journal.read(2).get(0))).doesNotContain("focus");
    assertThat(JournalRecordCodec.toLine(journal.read(3).get(0)))
        .contains("\"focus\":{\"after\":{\"caret\":3}}");
  }

  @Test
  void a_selection_that_is_too_large_is_refused_and_changes_nothing() {
    Value.Fields fits = Value.Fields.of(Map.of("text", Value.of("x".repeat(4096 - 11))));
    Value.Fields large = Value.Fields.of(Map.of("text", Value.of("x".repeat(4096 - 10))));
    assertThat(add(session, 1, new EditorSelection(fits, fits)))
        .isInstanceOf(Outcome.Committed.class);
    Outcome refused = add(session, 2, new EditorSelection(large, fits));
    assertThat(reason(refused))
        .isEqualTo("what is selected takes 4097 bytes, a step keeps at most 4096");
    assertThat(add(session, 2, new EditorSelection(fits, large)))
        .isInstanceOf(Outcome.Refused.class);
    assertThat(value(session)).isEqualTo(1);
    assertThatThrownBy(() -> last(large)).isInstanceOf(IllegalArgumentException.class);
  }

  private Step<CounterEvent> last(Value.Fields before) {
    Step<CounterEvent> last = session.state().undoableSteps(1).get(0);
    return new Step<>(
        last.id(),
        last.parent(),
        last.label(),
        last.origin(),
        last.time(),
        last.events(),
        last.digestAfter(),
        last.reversal(),
        last.replaces(),
        new EditorSelection(before, before),
        false);
  }
}
