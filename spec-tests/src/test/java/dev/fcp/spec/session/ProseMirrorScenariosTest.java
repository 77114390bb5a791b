package dev.fcp.spec.session;

import static dev.fcp.spec.session.CounterSessions.options;
import static dev.fcp.spec.session.CounterSessions.value;
import static org.assertj.core.api.Assertions.assertThat;

import dev.fcp.eventlog.session.EditOptions;
import dev.fcp.spec.Clause;
import org.junit.jupiter.api.Test;

/** What the history of ProseMirror does with typing, asked of a session. */
@Clause("SE-24")
class ProseMirrorScenariosTest {

  private final TypingFixture editor = new TypingFixture(EditOptions.DEFAULT_MERGE_WINDOW);

  @Test
  void what_follows_within_500_ms_is_one_event_of_the_history() {
    editor.type(1);
    editor.advanceMillis(500);
    editor.type(2);
    editor.advanceMillis(501);
    editor.type(3);
    assertThat(editor.depth()).isEqualTo(2);
    editor.session().with(options("undo")).undo(1);
    assertThat(value(editor.session())).isEqualTo(3);
  }

  /** The delay counts from the last change, not from the first one of the group. */
  @Test
  void a_group_lasts_as_long_as_there_is_no_pause() {
    for (int i = 0; i < 20; i++) {
      editor.type(1);
      editor.advanceMillis(400);
    }
    assertThat(editor.depth()).isEqualTo(1);
  }

  /** There a history is closed; here a name, a save or a step without a key does that. */
  @Test
  void closing_the_history_begins_another_group() {
    editor.type(1);
    editor.session().with(options("close")).checkpoint("closed");
    editor.type(2);
    assertThat(editor.depth()).isEqualTo(2);
  }

  @Test
  void what_is_not_to_be_grouped_stands_alone_on_both_sides() {
    editor.type(1);
    editor.addIsolated(2);
    editor.type(3);
    assertThat(editor.depth()).isEqualTo(3);
  }

  /**
   * There typing right after an undo goes on with the group; here what was undone would be lost.
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
  void a_history_that_went_through_json_in_the_middle_of_undo_goes_on() {
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
