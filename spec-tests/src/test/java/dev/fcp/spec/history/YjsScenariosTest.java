package dev.fcp.spec.history;

import static dev.fcp.spec.history.NoteBoardFixture.ANN;
import static dev.fcp.spec.history.NoteBoardFixture.BEN;
import static org.assertj.core.api.Assertions.assertThat;

import dev.fcp.eventlog.history.StepId;
import dev.fcp.eventlog.session.Outcome;
import dev.fcp.spec.Clause;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** What the undo manager of Yjs does when several people edit, done with own undo. */
@Clause("RB-10")
class YjsScenariosTest {

  private final NoteBoardFixture board = NoteBoardFixture.with("a");

  @Test
  @Clause({"RB-10", "RB-3"})
  void a_key_that_somebody_else_has_overwritten_keeps_their_value() {
    board.text(BEN, "a", "ben");
    board.text(ANN, "a", "ann");
    assertThat(board.undoOwn(BEN)).isInstanceOf(Outcome.Recorded.class);
    assertThat(board.text("a")).isEqualTo("ann");
    assertThat(board.redoOwn(BEN)).isInstanceOf(Outcome.Recorded.class);
    assertThat(board.text("a")).isEqualTo("ann");
  }

  @Test
  void undoing_my_overwrite_restores_the_value_of_somebody_else() {
    board.text(ANN, "a", "ann");
    board.text(BEN, "a", "ben");
    board.undoOwn(BEN);
    assertThat(board.text("a")).isEqualTo("ann");
    board.redoOwn(BEN);
    assertThat(board.text("a")).isEqualTo("ben");
  }

  @Test
  void nested_creations_are_undone_and_redone_together() {
    board.step(
        BEN, board.added("outer", Optional.empty()), board.added("inner", Optional.of("outer")));
    board.text(BEN, "inner", "deep");
    board.text(ANN, "a", "meanwhile");
    board.undoOwn(BEN);
    board.undoOwn(BEN);
    assertThat(board.has("outer") || board.has("inner")).isFalse();
    board.redoOwn(BEN);
    board.redoOwn(BEN);
    assertThat(board.parent("inner")).contains("outer");
    assertThat(board.text("inner")).isEqualTo("deep");
    assertThat(board.text("a")).isEqualTo("meanwhile");
  }

  @Test
  @Clause({"RB-10", "RB-4"})
  void a_creation_with_content_of_somebody_else_is_not_undone() {
    StepId outer = board.add(BEN, "outer");
    StepId inner = board.step(ANN, board.added("inner", Optional.of("outer")));
    assertThat(board.undoOwn(BEN)).isInstanceOf(Outcome.Recorded.class);
    assertThat(board.parent("inner")).contains("outer");
    assertThat(board.plan(outer).conflicts())
        .singleElement()
        .satisfies(skipped -> assertThat(skipped.blockingSteps()).containsExactly(inner));
  }

  @Test
  @Clause({"RB-10", "RB-4"})
  void content_deleted_by_somebody_else_stays_deleted_through_undo_and_redo() {
    board.text(BEN, "a", "one");
    board.text(BEN, "a", "two");
    board.remove(ANN, "a");
    assertThat(board.undoOwn(BEN)).isInstanceOf(Outcome.Recorded.class);
    assertThat(board.redoOwn(BEN)).isInstanceOf(Outcome.Recorded.class);
    assertThat(board.has("a")).isFalse();
  }

  @Test
  @Clause({"RB-10", "RB-4"})
  void undoing_my_deletion_restores_the_content_as_somebody_else_left_it() {
    board.text(ANN, "a", "ann");
    board.remove(BEN, "a");
    board.add(ANN, "b");
    board.undoOwn(BEN);
    assertThat(board.text("a")).isEqualTo("ann");
    assertThat(board.has("b")).isTrue();
  }

  @Test
  void a_chain_of_overwrites_is_undone_and_redone() {
    for (String text : List.of("100", "200", "300")) {
      board.text(BEN, "a", text);
    }
    List<String> texts = new ArrayList<>();
    for (int i = 0; i < 3; i++) {
      board.undoOwn(BEN);
      texts.add(board.text("a"));
    }
    for (int i = 0; i < 3; i++) {
      board.redoOwn(BEN);
      texts.add(board.text("a"));
    }
    assertThat(texts).containsExactly("200", "100", "", "100", "200", "300");
  }

  @Test
  @Clause({"RB-10", "RB-3"})
  void in_a_chain_by_two_authors_each_undoes_their_own() {
    board.text(BEN, "a", "ben 1");
    board.text(ANN, "a", "ann 1");
    board.text(BEN, "a", "ben 2");
    board.undoOwn(BEN);
    assertThat(board.text("a")).isEqualTo("ann 1");
    assertThat(board.undoOwn(BEN)).isInstanceOf(Outcome.Recorded.class);
    board.undoOwn(ANN);
    // Ben's first text was superseded when he undid, so it is still the value that Ann overwrote.
    assertThat(board.text("a")).isEqualTo("ben 1");
    assertThat(board.undoOwn(BEN)).isEqualTo(new Outcome.Unchanged());
    assertThat(board.redoOwn(BEN)).isInstanceOf(Outcome.Recorded.class);
    board.undoOwn(BEN);
    assertThat(board.text("a")).isEmpty();
  }

  @Test
  void the_undo_after_one_that_changes_nothing_takes_the_step_before() {
    board.add(BEN, "b");
    board.text(BEN, "a", "ben");
    board.text(ANN, "a", "ann");
    board.undoOwn(BEN);
    assertThat(board.has("b")).isTrue();
    board.undoOwn(BEN);
    assertThat(board.has("b")).isFalse();
    assertThat(board.text("a")).isEqualTo("ann");
  }
}
