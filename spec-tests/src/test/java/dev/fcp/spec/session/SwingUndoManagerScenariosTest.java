package dev.fcp.spec.session;

import static org.assertj.core.api.Assertions.assertThat;

import dev.fcp.spec.Clause;
import org.junit.jupiter.api.Test;

/**
 * An edit that throws while it is undone leaves the cursor of Swing's undo manager at a wrong
 * position; that of a session does not move.
 */
@Clause("SE-8")
class SwingUndoManagerScenariosTest {

  private final FailingUndoFixture throwing = new FailingUndoFixture();

  @Test
  void an_edit_that_throws_in_undo_is_undone_by_the_next_undo() {
    throwing.failsOnceAt(-3, () -> throwing.undo(1), 6, 3);
  }

  @Test
  void undo_of_several_that_fails_in_the_middle_has_undone_none() {
    throwing.failsOnceAt(-2, () -> throwing.undo(3), 6, 0);
  }

  @Test
  void an_edit_that_throws_in_redo_can_still_be_redone() {
    throwing.undo(3);
    throwing.failsOnceAt(2, () -> throwing.redo(3), 0, 6);
  }

  /** The text of the next undo follows the cursor; in Swing it does not after a failure. */
  @Test
  void the_presentation_name_is_that_of_the_edit_to_be_undone() {
    throwing.failsOnceAt(-3, () -> throwing.undo(1), 6, 3);
    assertThat(throwing.session.state().undoLabel()).contains("+2");
    assertThat(throwing.session.state().redoLabel()).contains("+3");
  }
}
