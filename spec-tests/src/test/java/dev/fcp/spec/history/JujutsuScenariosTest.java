package dev.fcp.spec.history;

import static dev.fcp.spec.history.NoteBoardFixture.ANN;
import static dev.fcp.spec.history.NoteBoardFixture.BEN;
import static org.assertj.core.api.Assertions.assertThat;

import dev.fcp.eventlog.domain.Digest;
import dev.fcp.eventlog.history.History.Branch;
import dev.fcp.eventlog.history.HistoryPoint;
import dev.fcp.eventlog.history.StepId;
import dev.fcp.eventlog.session.EditOptions;
import dev.fcp.eventlog.session.Outcome;
import dev.fcp.spec.Clause;
import dev.fcp.spec.domains.notes.NoteEvent;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What users can do with the operation log of Jujutsu, done with a session. */
class JujutsuScenariosTest {

  private final NoteBoardFixture board = NoteBoardFixture.with("a");

  private Outcome switchTo(StepId step) {
    return board
        .session()
        .with(EditOptions.of("switch", ANN))
        .branches()
        .switchTo(HistoryPoint.after(step));
  }

  @Test
  @Clause("SE-4")
  void repeated_undo_goes_further_back_and_redo_reapplies_every_step() {
    board.text(ANN, "a", "one");
    board.text(ANN, "a", "two");
    Digest last = board.session().digest();
    board.undo(1);
    board.undo(1);
    assertThat(board.text("a")).isEmpty();
    board.redo(1);
    assertThat(board.text("a")).isEqualTo("one");
    board.redo(1);
    assertThat(board.session().digest()).isEqualTo(last);
  }

  @Test
  @Clause({"RB-2", "RB-8"})
  void an_undo_recorded_as_an_operation_can_be_undone_repeatedly() {
    StepId one = board.text(BEN, "a", "one");
    board.add(ANN, "b");
    StepId undone = board.rollBack(one);
    assertThat(board.text("a")).isEmpty();
    StepId restored = board.rollBack(undone);
    assertThat(board.text("a")).isEqualTo("one");
    board.rollBack(restored);
    assertThat(board.text("a")).isEmpty();
    assertThat(board.has("b")).isTrue();
  }

  @Test
  @Clause({"RB-2", "SE-4"})
  void undo_reverts_an_undo_recorded_as_an_operation() {
    StepId one = board.text(BEN, "a", "one");
    board.rollBack(one);
    board.undo(1);
    assertThat(board.text("a")).isEqualTo("one");
    board.undo(1);
    assertThat(board.text("a")).isEmpty();
    board.redo(2);
    assertThat(board.text("a")).isEmpty();
    assertThat(board.plan(one).examinedCount()).isZero();
  }

  @Test
  @Clause({"HI-1", "HI-2"})
  void steps_abandoned_after_an_undo_are_recovered_after_a_restart() {
    StepId lost = board.text(ANN, "a", "hours of work");
    board.undo(1);
    StepId kept = board.add(ANN, "b");
    board.restart();
    assertThat(board.session().branches().list())
        .extracting(Branch::end)
        .contains(HistoryPoint.after(lost));
    assertThat(switchTo(lost)).isInstanceOf(Outcome.Moved.class);
    assertThat(board.text("a")).isEqualTo("hours of work");
    assertThat(board.has("b")).isFalse();
    assertThat(board.session().branches().list())
        .extracting(Branch::end)
        .contains(HistoryPoint.after(kept));
  }

  @Test
  @Clause({"HI-1", "HI-5"})
  void abandoned_steps_are_applied_to_the_current_branch() {
    StepId lost = board.text(ANN, "a", "hours of work");
    HistoryPoint fork = board.session().state().history().parent(lost);
    board.undo(1);
    board.add(ANN, "b");
    List<NoteEvent> work =
        board.session().views().compare(fork, HistoryPoint.after(lost)).orElseThrow();
    board.step(ANN, work.toArray(NoteEvent[]::new));
    assertThat(board.text("a")).isEqualTo("hours of work");
    assertThat(board.has("b")).isTrue();
  }

  @Test
  @Clause("RB-1")
  void abandoning_a_step_in_the_middle_keeps_later_steps() {
    board.text(ANN, "a", "one");
    StepId middle = board.add(ANN, "b");
    board.text(ANN, "a", "two");
    board.add(ANN, "c");
    board.rollBack(middle);
    assertThat(board.has("b")).isFalse();
    assertThat(board.has("c")).isTrue();
    assertThat(board.text("a")).isEqualTo("two");
  }

  @Test
  @Clause({"HI-2", "HI-4"})
  void going_back_to_an_operation_loses_no_later_operation() {
    StepId then = board.text(ANN, "a", "then");
    StepId later = board.text(ANN, "a", "later");
    Digest digest = board.session().digest();
    switchTo(then);
    board.text(ANN, "a", "instead");
    assertThat(board.session().views().viewAt(HistoryPoint.after(later)).orElseThrow().digest())
        .isEqualTo(digest);
    switchTo(later);
    assertThat(board.session().digest()).isEqualTo(digest);
  }
}
