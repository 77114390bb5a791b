package dev.fcp.spec.history;

import static dev.fcp.spec.history.NoteBoardFixture.ANN;
import static dev.fcp.spec.history.NoteBoardFixture.BEN;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.fcp.eventlog.domain.Digest;
import dev.fcp.eventlog.domain.Value;
import dev.fcp.eventlog.history.EditorSelection;
import dev.fcp.eventlog.history.History.Branch;
import dev.fcp.eventlog.history.HistoryPoint;
import dev.fcp.eventlog.history.StepId;
import dev.fcp.eventlog.session.EditOptions;
import dev.fcp.eventlog.session.Outcome;
import dev.fcp.eventlog.session.Session;
import dev.fcp.eventlog.session.SessionChange;
import dev.fcp.eventlog.session.SessionState;
import dev.fcp.eventlog.session.UndoLimits;
import dev.fcp.spec.Clause;
import dev.fcp.spec.domains.notes.NoteEvent;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Steps that undo and redo skip and leave applied. */
@Clause("SE-31")
class IgnoredStepsTest {

  private static final EditOptions STAMP = EditOptions.of("stamp", BEN).ignored();

  private final NoteBoardFixture board = NoteBoardFixture.with("a", "b");

  private StepId stamp(String note, String text) {
    return board.step(STAMP, board.changed(note, "text", text));
  }

  private SessionState<?, ?> state() {
    return board.session().state();
  }

  private Outcome jumpTo(StepId step) {
    return board
        .session()
        .with(EditOptions.of("jump", ANN))
        .branches()
        .jumpTo(HistoryPoint.after(step));
  }

  @Test
  void undo_reverts_the_step_before_an_ignored_one_which_stays_applied() {
    StepId mine = board.text(ANN, "a", "mine");
    stamp("b", "stamp");
    assertThat(board.undo(1))
        .isInstanceOfSatisfying(
            Outcome.Moved.class,
            moved -> {
              assertThat(moved.steps()).containsExactly(mine);
              assertThat(moved.undoneCount()).isEqualTo(1);
            });
    assertThat(board.text("a")).isEmpty();
    assertThat(board.text("b")).isEqualTo("stamp");
  }

  @Test
  void redo_restores_the_recorded_state() {
    StepId mine = board.text(ANN, "a", "mine");
    StepId stamp = stamp("b", "stamp");
    Digest digest = board.session().digest();
    board.undo(1);
    board.restart();
    assertThat(board.redo(1))
        .isInstanceOfSatisfying(
            Outcome.Moved.class,
            moved -> {
              assertThat(moved.steps()).containsExactly(mine);
              assertThat(moved.undoneCount()).isZero();
            });
    assertThat(board.session().digest()).isEqualTo(digest);
    assertThat(state().head()).isEqualTo(HistoryPoint.after(stamp));
  }

  @Test
  void an_ignored_step_cannot_be_undone_or_redone() {
    int before = state().undoDepth();
    board.text(ANN, "a", "mine");
    stamp("b", "one");
    stamp("b", "two");
    assertThat(state().undoDepth()).isEqualTo(before + 1);
    assertThat(state().undoLabel()).contains("work");
    board.undo(1);
    assertThat(state().undoDepth()).isEqualTo(before);
    assertThat(state().redoDepth()).isEqualTo(1);
    assertThat(state().redoLabel()).contains("work");
    assertThat(board.text("b")).isEqualTo("two");
  }

  @Test
  void undo_of_nothing_but_ignored_steps_does_nothing() {
    NoteBoardFixture other = NoteBoardFixture.with();
    other.undo(1);
    other.step(STAMP, other.session().state().redoableSteps(1).get(0).events().get(0));
    assertThat(other.session().state().canUndo()).isFalse();
    assertThat(other.undo(3)).isEqualTo(new Outcome.Unchanged());
  }

  @Test
  void repeated_undo_carries_an_ignored_step_along_and_redo_restores_its_position() {
    board.text(ANN, "a", "one");
    board.text(ANN, "a", "two");
    stamp("b", "stamp");
    board.text(ANN, "a", "three");
    for (String text : List.of("two", "one", "")) {
      board.undo(1);
      assertThat(board.text("a")).isEqualTo(text);
      assertThat(board.text("b")).isEqualTo("stamp");
    }
    for (String text : List.of("one", "two", "three")) {
      board.redo(1);
      assertThat(board.text("a")).isEqualTo(text);
      assertThat(board.text("b")).isEqualTo("stamp");
    }
    assertThat(state().canRedo()).isFalse();
  }

  @Test
  void a_unit_that_an_ignored_step_wrote_last_keeps_its_value() {
    board.text(ANN, "a", "mine");
    stamp("a", "stamp");
    board.undo(1);
    assertThat(board.text("a")).isEqualTo("stamp");
    board.redo(1);
    assertThat(board.text("a")).isEqualTo("stamp");
  }

  @Test
  void a_step_that_an_ignored_step_depends_on_is_not_undone() {
    StepId made = board.add(ANN, "c");
    StepId stamp = stamp("c", "stamp");
    Digest digest = board.session().digest();
    assertThat(board.undo(1))
        .isInstanceOfSatisfying(
            Outcome.Refused.class,
            refused -> {
              assertThat(refused.conflicts().get(0).reason()).contains(stamp.toString(), "stamp");
              assertThat(refused.conflicts().get(0).suggestion()).isPresent();
            });
    assertThat(board.session().digest()).isEqualTo(digest);
    board.rollBack(stamp, made);
    assertThat(board.has("c")).isFalse();
  }

  @Test
  void undo_is_offered_only_if_it_would_not_be_refused() {
    board.add(ANN, "c");
    assertThat(state().undoLabel()).contains("work");
    stamp("c", "stamp");
    assertThat(state().canUndo()).isFalse();
    assertThat(state().undoLabel()).isEmpty();
    assertThat(board.undo(1)).isInstanceOf(Outcome.Refused.class);
    board.text(ANN, "c", "mine");
    assertThat(state().canUndo()).isTrue();
    assertThat(board.undo(1)).isInstanceOf(Outcome.Moved.class);
    assertThat(state().canUndo()).isFalse();
    assertThat(state().canRedo()).isTrue();
  }

  @Test
  void an_ignored_step_stays_applied_even_where_it_changes_nothing() {
    board.text(ANN, "a", "same");
    board.text(ANN, "a", "other");
    stamp("a", "same");
    board.undo(1);
    board.undo(1);
    assertThat(board.text("a")).isEqualTo("same");
    board.redo(2);
    assertThat(board.text("a")).isEqualTo("same");
  }

  @Test
  void an_ignored_step_after_an_undo_leaves_the_redo_tail() {
    StepId one = board.text(ANN, "a", "one");
    board.text(ANN, "a", "two");
    board.undo(2);
    StepId stamp = stamp("b", "stamp");
    assertThat(state().head()).isEqualTo(HistoryPoint.after(stamp));
    assertThat(state().redoDepth()).isEqualTo(2);
    board.restart();
    assertThat(board.redo(1))
        .isInstanceOfSatisfying(
            Outcome.Moved.class, moved -> assertThat(moved.steps()).containsExactly(one));
    assertThat(List.of(board.text("a"), board.text("b"))).containsExactly("one", "stamp");
    board.redo(1);
    assertThat(List.of(board.text("a"), board.text("b"))).containsExactly("two", "stamp");
    board.undo(2);
    assertThat(List.of(board.text("a"), board.text("b"))).containsExactly("", "stamp");
    assertThat(state().redoDepth()).isEqualTo(2);
  }

  @Test
  void a_listener_that_stamps_after_each_undo_leaves_the_redo_tail() {
    board.text(ANN, "a", "one");
    board.text(ANN, "a", "two");
    board
        .session()
        .listen(change -> {
          if (change.kind() == SessionChange.Kind.UNDONE) {
            stamp("b", "stamp of " + change.recordNumber());
          }
        });
    board.undo(1);
    board.undo(1);
    String stamp = board.text("b");
    board.redo(2);
    assertThat(List.of(board.text("a"), board.text("b"))).containsExactly("two", stamp);
    assertThat(stamp).startsWith("stamp of");
  }

  @Test
  void a_unit_that_an_ignored_step_wrote_after_an_undo_keeps_its_value_after_redo() {
    board.text(ANN, "a", "mine");
    board.undo(1);
    stamp("a", "stamp");
    board.redo(1);
    assertThat(board.text("a")).isEqualTo("stamp");
    assertThat(state().undoDepth()).isEqualTo(4);
  }

  @Test
  @Clause({"SE-31", "SE-13"})
  void an_ignored_step_over_which_the_undone_steps_do_not_apply_turns_them_into_a_branch() {
    StepId mine = board.text(ANN, "a", "mine");
    board.undo(1);
    NoteEvent removal = board.removed("a");
    Outcome outcome = board.session().step(STAMP, builder -> builder.emit(removal));
    assertThat(((Outcome.Committed) outcome).discardedRedoEnd()).contains(HistoryPoint.after(mine));
    assertThat(state().canRedo()).isFalse();
    assertThat(jumpTo(mine)).isInstanceOf(Outcome.Moved.class);
    assertThat(board.text("a")).isEqualTo("mine");
  }

  @Test
  @Clause({"SE-31", "SE-13"})
  void an_ignored_step_that_does_not_apply_after_the_undone_steps_turns_them_into_a_branch() {
    board.text(ANN, "a", "mine");
    StepId removal = board.remove(ANN, "a");
    board.undo(2);
    NoteEvent change = board.changed("a", "text", "stamp");
    Outcome outcome = board.session().step(STAMP, builder -> builder.emit(change));
    assertThat(((Outcome.Committed) outcome).discardedRedoEnd())
        .contains(HistoryPoint.after(removal));
    assertThat(board.redo(1)).isEqualTo(new Outcome.Unchanged());
  }

  @Test
  @Clause("SE-13")
  void the_outcome_of_a_step_says_which_undone_steps_it_discarded() {
    StepId mine = board.text(ANN, "a", "mine");
    board.undo(1);
    NoteEvent other = board.changed("b", "text", "other");
    Outcome outcome = board.session().step("other", builder -> builder.emit(other));
    assertThat(((Outcome.Committed) outcome).discardedRedoEnd()).contains(HistoryPoint.after(mine));
    NoteEvent next = board.changed("b", "text", "next");
    Outcome plain = board.session().step("next", builder -> builder.emit(next));
    assertThat(((Outcome.Committed) plain).discardedRedoEnd()).isEmpty();
  }

  @Test
  @Clause({"SE-31", "SE-28"})
  void redo_over_an_ignored_step_restores_the_selection_of_the_redone_step() {
    Value.Fields caret = Value.Fields.of(Map.of("caret", Value.of(4)));
    board.step(
        EditOptions.of("type", ANN)
            .withEditorSelection(new EditorSelection(Value.Fields.EMPTY, caret)),
        board.changed("a", "text", "mine"));
    board.undo(1);
    stamp("b", "stamp");
    assertThat(board.redo(1))
        .isInstanceOfSatisfying(
            Outcome.Moved.class, moved -> assertThat(moved.editorSelection()).isEqualTo(caret));
  }

  @Test
  @Clause({"SE-31", "SE-29"})
  void undo_limits_keep_the_ignored_steps_before_the_redo_tail() {
    board.session().setUndoLimits(UndoLimits.none().withMaxSteps(3).withMaxBytes(10_000));
    List.of("one", "two", "three").forEach(text -> board.text(ANN, "a", text));
    board.undo(2);
    List.of("1", "2", "3", "4").forEach(text -> stamp("b", text));
    board.restart();
    board.redo(2);
    assertThat(List.of(board.text("a"), board.text("b"))).containsExactly("three", "4");
    assertThat(board.session().verify().isValid()).isTrue();
  }

  @Test
  void a_new_step_after_an_undo_keeps_ignored_steps_and_abandons_the_undone_ones() {
    board.text(ANN, "a", "mine");
    StepId stamp = stamp("b", "stamp");
    board.undo(1);
    StepId later = board.text(ANN, "a", "later");
    assertThat(state().canRedo()).isFalse();
    assertThat(board.text("b")).isEqualTo("stamp");
    assertThat(board.session().branches().list())
        .extracting(Branch::end)
        .containsExactly(HistoryPoint.after(later), HistoryPoint.after(stamp));
    board.undo(1);
    assertThat(board.text("a")).isEmpty();
    assertThat(board.text("b")).isEqualTo("stamp");
  }

  @Test
  void a_carried_step_is_not_a_branch() {
    board.text(ANN, "a", "mine");
    StepId stamp = stamp("b", "stamp");
    board.undo(1);
    board.redo(1);
    board.undo(1);
    assertThat(board.session().branches().list())
        .extracting(Branch::end)
        .containsExactly(HistoryPoint.after(stamp));
  }

  @Test
  void a_jump_and_undo_to_a_checkpoint_reach_the_exact_state_and_undo_ignored_steps_too() {
    StepId mine = board.text(ANN, "a", "mine");
    Digest digest = board.session().digest();
    Outcome named = board.session().with(EditOptions.of("name", ANN)).checkpoint("then");
    stamp("b", "stamp");
    assertThat(named).isInstanceOf(Outcome.Recorded.class);
    assertThat(jumpTo(mine)).isInstanceOf(Outcome.Moved.class);
    assertThat(board.session().digest()).isEqualTo(digest);
    board.text(ANN, "a", "two");
    stamp("b", "again");
    board.undo(1);
    assertThat(board.text("b")).isEqualTo("again");
    assertThat(board.session().with(EditOptions.of("back", ANN)).undoTo("then"))
        .isInstanceOf(Outcome.Moved.class);
    assertThat(board.session().digest()).isEqualTo(digest);
    board.redo(1);
    assertThat(board.text("a")).isEqualTo("two");
    assertThat(board.text("b")).isEqualTo("again");
  }

  @Test
  @Clause({"SE-31", "SE-24"})
  void an_ignored_step_merges_with_no_other_step() {
    board.step(EditOptions.of("type", ANN).merging("k"), board.changed("a", "text", "t"));
    board.step(
        EditOptions.of("type", ANN).merging("k").ignored(), board.changed("a", "text", "ty"));
    board.step(EditOptions.of("type", ANN).merging("k"), board.changed("a", "text", "typ"));
    assertThat(state().history().steps()).hasSize(6);
  }

  @Test
  void an_operation_whose_step_can_be_undone_rejects_ignored_options() {
    Session<?, ?> ignoring = board.session().with(STAMP);
    assertThatThrownBy(ignoring::rollbacks)
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("a rollback makes a step that can be undone");
    assertThatThrownBy(() -> ignoring.squashTo("start"))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("a squash");
    assertThatThrownBy(ignoring::fileRecorder).isInstanceOf(IllegalStateException.class);
  }

  @Test
  void the_steps_of_an_ignored_batch_are_ignored() {
    board.text(ANN, "a", "mine");
    board.undo(1);
    Outcome outcome =
        board
            .session()
            .batch(
                STAMP,
                batch -> {
                  batch.step(EditOptions.of("1", BEN), it -> it.emit(changed("a", "one")));
                  batch.batch(
                      EditOptions.of("inner", BEN),
                      inner ->
                          inner.step(EditOptions.of("2", BEN), it -> it.emit(changed("b", "two"))));
                });
    assertThat(((Outcome.Committed) outcome).steps())
        .hasSize(2)
        .allSatisfy(id -> assertThat(state().history().step(id).isIgnored()).isTrue());
    assertThat(state().redoDepth()).isEqualTo(1);
    board.text(ANN, "a", "after");
    board.undo(1);
    assertThat(List.of(board.text("a"), board.text("b"))).containsExactly("one", "two");
    assertThat(state().undoDepth()).isEqualTo(3);
  }

  @Test
  @Clause({"SE-31", "RB-1"})
  void an_ignored_step_made_after_an_undo_can_be_rolled_back_before_and_after_redo() {
    board.text(ANN, "a", "mine");
    board.undo(1);
    StepId stamp = stamp("b", "stamp");
    assertThat(board.plan(stamp).isComplete()).isTrue();
    assertThat(board.plan(stamp).events()).hasSize(1);
    board.redo(1);
    board.rollBack(stamp);
    assertThat(List.of(board.text("a"), board.text("b"))).containsExactly("mine", "");
  }

  @Test
  void redo_names_only_redone_steps_after_an_ignored_step_was_carried_twice() {
    StepId mine = board.text(ANN, "a", "mine");
    board.text(ANN, "a", "undone");
    stamp("b", "stamp");
    board.undo(1);
    StepId later = board.text(ANN, "a", "later");
    board.undo(2);
    assertThat(board.redo(2))
        .isInstanceOfSatisfying(
            Outcome.Moved.class, moved -> assertThat(moved.steps()).containsExactly(mine, later));
  }

  private NoteEvent changed(String note, String text) {
    return board.changed(note, "text", text);
  }

  @Test
  @Clause({"SE-31", "RB-10"})
  void own_undo_and_redo_skip_an_ignored_step_too() {
    board.text(BEN, "a", "ben");
    stamp("b", "one");
    board.undoOwn(BEN);
    stamp("b", "two");
    assertThat(board.text("a")).isEmpty();
    assertThat(board.redoOwn(BEN)).isInstanceOf(Outcome.Committed.class);
    assertThat(board.text("a")).isEqualTo("ben");
    assertThat(board.text("b")).isEqualTo("two");
  }

  @Test
  @Clause({"SE-31", "RB-1"})
  void an_ignored_step_can_be_rolled_back_like_any_other() {
    StepId stamp = stamp("b", "stamp");
    board.text(ANN, "a", "mine");
    board.rollBack(stamp);
    assertThat(board.text("b")).isEmpty();
    assertThat(board.text("a")).isEqualTo("mine");
  }
}
