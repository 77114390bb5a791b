package dev.fcp.spec.session;

import static dev.fcp.spec.session.CounterSessions.options;
import static dev.fcp.spec.session.CounterSessions.value;
import static org.assertj.core.api.Assertions.assertThat;

import dev.fcp.eventlog.session.EditOptions;
import dev.fcp.spec.Clause;
import org.junit.jupiter.api.Test;

/** The behavior of ProseMirror's history for typing, reproduced with a session. */
@Clause("SE-24")
class ProseMirrorScenariosTest {

  private final TypingFixture editor = new TypingFixture(EditOptions.DEFAULT_MERGE_WINDOW);

  @Test
  void changes_within_500_ms_are_one_event_of_the_history() {
    editor.type(1);
    editor.advanceMillis(500);
    editor.type(2);
    editor.advanceMillis(501);
    editor.type(3);
    assertThat(editor.depth()).isEqualTo(2);
    editor.session().with(options("undo")).undo(1);
    assertThat(value(editor.session())).isEqualTo(3);
  }

  /** The delay is measured from the last change, not from the first one of the group. */
  @Test
  void a_group_lasts_as_long_as_there_is_no_pause() {
    for (int i = 0; i < 20; i++) {
      editor.type(1);
      editor.advanceMillis(400);
    }
    assertThat(editor.depth()).isEqualTo(1);
  }

  /**
   * ProseMirror closes the history explicitly; here a name, a save or a step without a merge key
   * has that effect.
   */
  @Test
  void closing_the_history_begins_another_group() {
    editor.type(1);
    editor.session().with(options("close")).checkpoint("closed");
    editor.type(2);
    assertThat(editor.depth()).isEqualTo(2);
  }

  @Test
  void an_ungrouped_change_is_merged_with_neither_neighbour() {
    editor.type(1);
    editor.addIsolated(2);
    editor.type(3);
    assertThat(editor.depth()).isEqualTo(3);
  }

  /**
   * In ProseMirror typing right after an undo continues the group; here the undone step would be
   * lost.
   */
  @Test
  void typing_after_an_undo_begins_another_group_because_the_undone_one_becomes_a_branch() {
    editor.type(1);
    editor.advanceMillis(600);
    editor.type(2);
    editor.session().with(options("undo")).undo(1);
    editor.type(3);
    assertThat(editor.depth()).isEqualTo(2);
    assertThat(editor.session().state().history().steps()).hasSize(3);
  }

  @Test
  void a_history_saved_as_json_in_the_middle_of_undo_continues() {
    editor.type(1);
    editor.advanceMillis(600);
    editor.type(2);
    editor.advanceMillis(600);
    editor.type(3);
    editor.session().with(options("undo")).undo(2);
    editor.reopenFromJson();
    assertThat(value(editor.session())).isEqualTo(1);
    editor.session().with(options("redo")).redo(1);
    assertThat(value(editor.session())).isEqualTo(3);
    editor.reopenFromJson();
    editor.session().with(options("redo")).redo(1);
    editor.session().with(options("undo")).undo(3);
    assertThat(value(editor.session())).isZero();
    assertThat(editor.session().state().redoDepth()).isEqualTo(3);
  }
}
