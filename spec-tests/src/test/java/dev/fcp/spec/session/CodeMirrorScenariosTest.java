package dev.fcp.spec.session;

import static dev.fcp.spec.session.CounterSessions.options;
import static dev.fcp.spec.session.CounterSessions.value;
import static org.assertj.core.api.Assertions.assertThat;

import dev.fcp.spec.Clause;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** The behavior of CodeMirror's history for typing, reproduced with a session. */
@Clause("SE-24")
class CodeMirrorScenariosTest {

  private final TypingFixture editor = new TypingFixture(Duration.ofMillis(100));

  @Test
  void the_delay_between_groups_is_configurable() {
    editor.type(1);
    editor.advanceMillis(100);
    editor.type(2);
    editor.advanceMillis(101);
    editor.type(3);
    assertThat(editor.depth()).isEqualTo(2);
  }

  /** A delay of zero groups only what happens at the same time. */
  @Test
  void with_a_delay_of_zero_only_simultaneous_changes_are_grouped() {
    TypingFixture eager = new TypingFixture(Duration.ZERO);
    eager.type(1);
    eager.type(2);
    eager.advanceMillis(1);
    eager.type(3);
    assertThat(eager.depth()).isEqualTo(2);
  }

  @Test
  void an_isolated_change_is_one_undo_between_two_groups() {
    editor.type(1);
    editor.type(1);
    editor.addIsolated(10);
    editor.type(1);
    editor.type(1);
    assertThat(editor.depth()).isEqualTo(3);
    editor.session().with(options("undo")).undo(1);
    assertThat(value(editor.session())).isEqualTo(12);
    editor.session().with(options("undo")).undo(1);
    assertThat(value(editor.session())).isEqualTo(2);
  }

  /** As in CodeMirror, loading from JSON closes the group: the next change begins another. */
  @Test
  void undo_and_redo_survive_json_in_the_middle_of_undo() {
    editor.type(1);
    editor.addIsolated(2);
    editor.addIsolated(4);
    editor.session().with(options("undo")).undo(1);
    editor.reopenFromJson();
    assertThat(editor.session().state().undoDepth()).isEqualTo(2);
    assertThat(editor.session().state().redoDepth()).isEqualTo(1);
    editor.session().with(options("undo")).undo(2);
    editor.session().with(options("redo")).redo(3);
    assertThat(value(editor.session())).isEqualTo(7);
  }

  @Test
  void a_group_is_not_continued_after_json() {
    editor.type(1);
    editor.reopenFromJson();
    editor.type(2);
    assertThat(editor.depth()).isEqualTo(2);
  }
}
