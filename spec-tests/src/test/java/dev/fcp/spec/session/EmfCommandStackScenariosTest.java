package dev.fcp.spec.session;

import static dev.fcp.spec.session.CounterSessions.add;
import static dev.fcp.spec.session.CounterSessions.value;
import static org.assertj.core.api.Assertions.assertThat;

import dev.fcp.spec.Clause;
import org.junit.jupiter.api.Test;

/**
 * A command that throws while it is undone is lost from the command stack of EMF; a session keeps
 * it.
 */
@Clause("SE-8")
class EmfCommandStackScenariosTest {

  private final FailingUndoFixture throwing = new FailingUndoFixture();

  @Test
  void a_command_that_throws_in_undo_stays_and_so_does_the_redo_tail() {
    throwing.undo(1);
    throwing.failsOnceAt(-2, () -> throwing.undo(1), 3, 1);
    throwing.redo(2);
    assertThat(value(throwing.session)).isEqualTo(6);
  }

  @Test
  void a_command_that_throws_in_execute_keeps_the_redo_tail() {
    throwing.undo(1);
    throwing.failsOnceAt(9, () -> add(throwing.session, 9), 3, 12);
    assertThat(throwing.session.state().canRedo())
        .as("the command was executed this time")
        .isFalse();
  }
}
