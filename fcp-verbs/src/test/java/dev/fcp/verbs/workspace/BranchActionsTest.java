package dev.fcp.verbs.workspace;

import static dev.fcp.verbs.workspace.Desktop.ANN;
import static dev.fcp.verbs.workspace.Desktop.BOB;
import static dev.fcp.verbs.workspace.Desktop.BOT;
import static org.assertj.core.api.Assertions.assertThat;

import dev.fcp.eventlog.history.StepId;
import dev.fcp.eventlog.session.Intent;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class BranchActionsTest {

  @TempDir Path folder;
  private Desktop desk;

  /** Fig and plum were left for kiwi. */
  @BeforeEach
  void lay_the_desk() {
    desk =
        new Desktop(folder)
            .doing("new")
            .by(ANN, "add pear", "add fig", "add plum")
            .doing("undo 2")
            .by(BOB, "add kiwi");
  }

  private String things() {
    return desk.asked("list").replace(" 1", "").replace("\n", " ");
  }

  private StepId left(int index) {
    return desk.state().history().steps().get(index).id();
  }

  @Test
  void branches_tell_the_line_first_and_then_what_was_left() {
    assertThat(desk.told("branches"))
        .matches(
            """
            ! here: up to bob 12:05, add kiwi
            ! 0\\w{7,25}: 2 steps from 1 on, up to ann 12:05, add plum
              try: switch 0\\w{7,25}\
            """);
  }

  @Test
  void without_another_branch_it_is_said_how_one_comes_about() {
    assertThat(desk.doing("new").told("branches"))
        .isEqualTo(
            "! here: up to the beginning\n"
                + "! there is no other branch; one comes of a new step after an undo");
  }

  @Test
  void what_branches_suggests_leads_there_and_back() {
    String told = desk.told("branches");
    assertThat(desk.told(told.substring(told.indexOf("switch "))))
        .isEqualTo(
            """
            ! took back 1 step
            ! made 2 steps again
            ! at 3 ann 12:05, add plum
            ! what was left is a branch; see branches
            digest: 3t 3n hash:HASH\
            """);
    assertThat(things()).isEqualTo("fig pear plum");
    told = desk.told("branches");
    desk.told(told.substring(told.indexOf("switch ")));
    assertThat(things()).isEqualTo("kiwi pear");
  }

  @Test
  void a_branch_has_a_name_that_goes_with_its_steps() {
    assertThat(desk.told("branch \"my way\"")).startsWith("! branch \"my way\"\ndigest: ");
    desk.by(ANN, "add lime").doing("switch " + left(2));
    assertThat(desk.told("branches")).contains("! \"my way\": 2 steps from 1 on, up to ann");
    desk.doing("switch 'my way'");
    assertThat(things()).isEqualTo("kiwi lime pear");
    assertThat(desk.told("branches")).startsWith("! here: \"my way\", up to ann 12:05, add lime");
  }

  @Test
  void the_branch_of_a_step_gets_a_name() {
    desk.doing("branch fruit at:" + left(1));
    assertThat(desk.told("switch fruit")).contains("! at \"fruit\"\n");
    assertThat(things()).isEqualTo("fig pear plum");
    assertThat(desk.told("branch fruit")).contains("! branch \"fruit\" is this one now\n");
  }

  @Test
  void a_name_is_that_of_a_branch_or_of_a_checkpoint() {
    desk.doing("checkpoint v1").doing("branch way");
    assertThat(desk.refused("branch v1"))
        .isEqualTo("! \"v1\" is the name of a checkpoint\n  try: branch \"v1 2\"");
    assertThat(desk.refused("checkpoint way"))
        .isEqualTo("! \"way\" is the name of a branch\n  try: checkpoint \"way 2\"");
  }

  @ParameterizedTest(name = "{0}")
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "2 | as a step | -2",
        "0 | as a step | -0",
        "01jxab2c | as a step | -01jxab2c",
        "12:05 | as a time | -12.05",
        "2h | as a time | -2h",
        "2026-03-04 | as a time | -2026-03-04",
        "\"2026-03-04 12:05\" | as a time | -2026-03-04-12.05",
        "Here | as where the document is | -Here",
      })
  void no_new_name_hides_a_step_or_a_time(String name, String reads, String end) {
    for (String action : List.of("branch", "checkpoint")) {
      String refused = desk.refused(action + " " + name);
      assertThat(refused)
          .isEqualTo(
              "! \"%s\" reads %s, and no name may\n  try: %s %s%s"
                  .formatted(name.replace("\"", ""), reads, action, action, end));
      desk.told(refused.substring(refused.indexOf("try: ") + 5));
    }
    assertThat(desk.state().history().named()).hasSize(2);
  }

  @Test
  void a_name_that_hides_a_step_and_was_given_before_stays_and_comes_first() {
    desk.doing("undo");
    desk.workspace()
        .document()
        .orElseThrow()
        .session()
        .checkpoint(Intent.of("name", ANN.origin()), "2");
    assertThat(desk.told("checkpoint 2")).startsWith("! checkpoint \"2\" moved here\n");
    desk.doing("redo");
    assertThat(desk.told("jump 2")).contains("! at \"2\"\n");
    assertThat(things()).isEqualTo("pear");
  }

  @Test
  void switch_leads_to_a_checkpoint_too() {
    desk.doing("undo 2").doing("checkpoint empty").doing("redo 2");
    assertThat(desk.told("switch Empty")).contains("! took back 2 steps\n! at \"empty\"\n");
    assertThat(desk.state().canRedo()).isFalse();
    assertThat(desk.told("switch empty")).startsWith("! already at \"empty\"\n");
  }

  @Test
  void a_jump_along_the_line_keeps_what_is_ahead() {
    assertThat(desk.told("jump 1"))
        .isEqualTo(
            """
            ! took back 1 step
            ! at 1 ann 12:05, add pear
            ! redo leads on by 1 step
            digest: 1t 1n hash:HASH\
            """);
    assertThat(desk.told("jump 2")).startsWith("! made 1 step again\n! at 2 bob 12:05, add kiwi");
    assertThat(desk.told("jump 0")).contains("! at the beginning\n! redo leads on by 2 steps\n");
    assertThat(things()).isEmpty();
  }

  @Test
  void a_jump_off_the_line_switches() {
    assertThat(desk.told("jump " + left(1))).contains("! what was left is a branch");
    assertThat(things()).isEqualTo("fig pear");
    assertThat(desk.told("undo")).startsWith("! undone: add fig\n");
  }

  @ParameterizedTest
  @ValueSource(strings = {"12:05", "1m", "2026-03-04", "'2026-03-04 12:05'", "2026-03-05"})
  void a_jump_to_a_time_of_which_the_present_state_is_the_last_goes_nowhere(String time) {
    if (time.equals("1m")) {
      assertThat(desk.refused("jump 1m"))
          .isEqualTo("! the history of this document begins later\n  try: jump 0");
    } else {
      assertThat(desk.told("jump " + time)).startsWith("! already at 2 bob 12:05, add kiwi\n");
    }
  }

  @Test
  void an_agent_does_not_leave_the_steps_of_others_unasked() {
    desk.by(BOT, "add lime");
    assertThat(desk.told(BOT, "jump 2")).contains("! at 2 bob");
    assertThat(desk.refused(BOT, "jump 1"))
        .isEqualTo(
            "! this leaves a step that is not yours: bob 12:05, add kiwi\n  try: jump 1 any:yes");
    assertThat(desk.refused(BOT, "switch " + left(1))).contains(" any:yes");
    assertThat(desk.told(BOT, "jump 1 any:yes")).contains("! at 1 ann");
  }

  @ParameterizedTest(name = "{0}")
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "switch nowhere | ! \"nowhere\" is no checkpoint, branch, step or time; known are \"way\" | switch way",
        "switch \"\" | ! \"\" is no checkpoint, branch, step or time; known are \"way\" | switch \"way\"",
        "jump 99 | ! no step here has the number or id 99 | history ids",
        "jump 25:00 | ! \"25:00\" is no checkpoint, branch, step or time; known are \"way\" | jump way",
        "branch \" \" | ! a branch needs a name | branch \"a name\"",
        "branch x at:77 | ! no step here has the number or id 77 | history ids",
        "branches all | ! branches does not know what to do with all; it is typed branches | branches",
      })
  void what_cannot_be_done_is_refused(String action, String message, String tryThis) {
    desk.doing("branch way");
    assertThat(desk.refused(action)).isEqualTo(message + "\n  try: " + tryThis);
  }

  @Test
  void what_is_not_named_is_asked_for() {
    assertThat(desk.refused("switch"))
        .startsWith("! switch needs NAME|STEP; it is typed switch NAME|STEP [any:yes]\n");
    assertThat(desk.refused("branch")).endsWith("\n  try: branch NAME");
  }

  @Test
  void a_long_name_that_is_not_there_does_not_fill_the_screen() {
    assertThat(desk.refused("switch " + "x".repeat(5000)))
        .hasSizeLessThan(400)
        .endsWith("; there is no checkpoint and no branch\n  try: history ids");
  }

  @Test
  void a_document_without_steps_has_no_branch_to_name() {
    assertThat(desk.doing("new").refused("branch way"))
        .isEqualTo("! there is no step that a branch could lead to yet");
  }

  @Test
  void where_everybody_went_lasts_in_files(@TempDir Path other) {
    Desktop.lasting(other, 1)
        .doing("new")
        .doing("save as:fruit.tally")
        .by(ANN, "add pear", "add fig")
        .doing("branch old")
        .doing("undo")
        .by(ANN, "add kiwi")
        .doing("save");
    Desktop later = Desktop.lasting(other, 2).doing("open fruit.tally");
    later.doing("switch old").doing("save");
    assertThat(later.text("fruit.tally")).contains("fig=1").doesNotContain("kiwi");
    assertThat(List.of(later.told("undo").split("\n")).get(0)).isEqualTo("! undone: add fig");
  }
}
