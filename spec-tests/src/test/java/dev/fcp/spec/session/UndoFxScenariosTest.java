package dev.fcp.spec.session;

import static dev.fcp.spec.session.CounterSessions.add;
import static dev.fcp.spec.session.CounterSessions.options;
import static dev.fcp.spec.session.CounterSessions.value;
import static org.assertj.core.api.Assertions.assertThat;

import dev.fcp.spec.Clause;
import org.junit.jupiter.api.Test;

/**
 * A change that throws while it is undone leaves UndoFX waiting for it; a session does not wait.
 */
@Clause("SE-8")
class UndoFxScenariosTest {

  private final FailingUndoFixture throwing = new FailingUndoFixture();

  @Test
  void after_an_exception_in_undo_the_next_change_is_recorded() {
    throwing.failsOnceAt(-3, () -> throwing.undo(1), 6, 3);
    add(throwing.session, 7);
    assertThat(value(throwing.session)).isEqualTo(10);
    throwing.undo(1);
    assertThat(value(throwing.session)).isEqualTo(3);
  }

  @Test
  void the_marked_position_is_unchanged_after_an_exception() {
    throwing
        .session
        .with(options("mark"))
        .fileRecorder()
        .recordSaved("5f".repeat(32), throwing.session.state().head());
    throwing.failsOnceAt(-3, () -> throwing.undo(1), 6, 3);
    assertThat(throwing.session.state().isSaved()).isFalse();
    throwing.redo(1);
    assertThat(throwing.session.state().isSaved()).isTrue();
  }
}
