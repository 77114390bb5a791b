package dev.fcp.verbs.workspace;

import static dev.fcp.verbs.workspace.WorkspaceFixture.ANN;
import static dev.fcp.verbs.workspace.WorkspaceFixture.BOB;
import static dev.fcp.verbs.workspace.WorkspaceFixture.BOT;
import static org.assertj.core.api.Assertions.assertThat;

import dev.fcp.eventlog.history.StepId;
import dev.fcp.eventlog.session.EditOptions;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class BranchActionsTest {

  @TempDir Path folder;
  private WorkspaceFixture fixture;

  /** Creates a tally with two branches: kiwi is on the current one, fig and plum are abandoned. */
  @BeforeEach
  void create_fixture() {
    fixture =
        new WorkspaceFixture(folder)
            .act("new")
            .run(ANN, "add pear", "add fig", "add plum")
            .act("undo 2")
            .run(BOB, "add kiwi");
  }

  private String things() {
    return fixture.answer("list").replace(" 1", "").replace("\n", " ");
  }

  private StepId stepId(int index) {
    return fixture.state().history().steps().get(index).id();
  }

  @Test
  void branches_lists_the_undo_stack_first_and_then_the_abandoned_steps() {
    assertThat(fixture.response("branches"))
        .matches(
            """
            ! here: up to bob 12:05, add kiwi
            ! up to ann 12:05, add plum \\(0\\w{7,25}\\): 2 steps after step 1
              try: switch 0\\w{7,25}\
            """);
  }

  @Test
  void without_another_branch_the_response_says_how_to_create_one() {
    assertThat(fixture.act("new").response("branches"))
        .isEqualTo(
            "! here: up to the beginning\n"
                + "! there is no other branch; editing after an undo creates one");
  }

  @Test
  void the_suggestions_of_branches_switch_there_and_back() {
    String response = fixture.response("branches");
    assertThat(fixture.response(response.substring(response.indexOf("switch "))))
        .isEqualTo(
            """
            ! undid 1 step
            ! redid 2 steps
            ! at 3 ann 12:05, add plum
            ! the steps left behind are a branch; see branches
            digest: 3t 3n hash:HASH\
            """);
    assertThat(things()).isEqualTo("fig pear plum");
    response = fixture.response("branches");
    fixture.response(response.substring(response.indexOf("switch ")));
    assertThat(things()).isEqualTo("kiwi pear");
  }

  @Test
  void a_branch_name_moves_along_with_new_steps() {
    assertThat(fixture.response("branch \"my way\"")).startsWith("! branch \"my way\"\ndigest: ");
    fixture.run(ANN, "add lime").act("switch " + stepId(2));
    assertThat(fixture.response("branches"))
        .contains("! \"my way\": 2 steps after step 1, up to ann");
    fixture.act("switch 'my way'");
    assertThat(things()).isEqualTo("kiwi lime pear");
    assertThat(fixture.response("branches"))
        .startsWith("! here: \"my way\", up to ann 12:05, add lime");
  }

  @Test
  void the_branch_through_a_step_can_be_named() {
    fixture.act("branch fruit at:" + stepId(1));
    assertThat(fixture.response("switch fruit")).contains("! at \"fruit\"\n");
    assertThat(things()).isEqualTo("fig pear plum");
    assertThat(fixture.response("branch fruit")).contains("! branch \"fruit\" moved here\n");
  }

  @Test
  void a_branch_and_a_checkpoint_cannot_share_a_name() {
    fixture.act("checkpoint v1").act("branch way");
    assertThat(fixture.refusal("branch v1"))
        .isEqualTo("! \"v1\" is the name of a checkpoint\n  try: branch \"v1 2\"");
    assertThat(fixture.refusal("checkpoint way"))
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
  void a_new_name_that_looks_like_a_step_or_a_time_is_refused(
      String name, String reads, String end) {
    for (String action : List.of("branch", "checkpoint")) {
      String refused = fixture.refusal(action + " " + name);
      assertThat(refused)
          .isEqualTo(
              "! \"%s\" would be read %s; choose another name\n  try: %s %s%s"
                  .formatted(name.replace("\"", ""), reads, action, action, end));
      fixture.response(refused.substring(refused.indexOf("try: ") + 5));
    }
    assertThat(fixture.state().history().named()).hasSize(2);
  }

  @Test
  void an_existing_name_that_looks_like_a_step_takes_precedence() {
    fixture.act("undo");
    fixture
        .workspace()
        .document()
        .orElseThrow()
        .session()
        .with(EditOptions.of("name", ANN.origin()))
        .checkpoint("2");
    assertThat(fixture.response("checkpoint 2")).startsWith("! checkpoint \"2\" moved here\n");
    fixture.act("redo");
    assertThat(fixture.response("jump 2")).contains("! at \"2\"\n");
    assertThat(things()).isEqualTo("pear");
  }

  @Test
  void switch_goes_to_a_checkpoint_too() {
    fixture.act("undo 2").act("checkpoint empty").act("redo 2");
    assertThat(fixture.response("switch Empty")).contains("! undid 2 steps\n! at \"empty\"\n");
    assertThat(fixture.state().canRedo()).isFalse();
    assertThat(fixture.response("switch empty")).startsWith("! already at \"empty\"\n");
  }

  @Test
  void a_jump_along_the_undo_stack_keeps_the_redo_tail() {
    assertThat(fixture.response("jump 1"))
        .isEqualTo(
            """
            ! undid 1 step
            ! at 1 ann 12:05, add pear
            ! 1 step can be redone
            digest: 1t 1n hash:HASH\
            """);
    assertThat(fixture.response("jump 2")).startsWith("! redid 1 step\n! at 2 bob 12:05, add kiwi");
    assertThat(fixture.response("jump 0"))
        .contains("! at the beginning\n! 2 steps can be redone\n");
    assertThat(things()).isEmpty();
  }

  @Test
  void a_jump_off_the_undo_stack_switches() {
    assertThat(fixture.response("jump " + stepId(1)))
        .contains("! the steps left behind are a branch");
    assertThat(things()).isEqualTo("fig pear");
    assertThat(fixture.response("undo")).startsWith("! undone: add fig\n");
  }

  @ParameterizedTest
  @ValueSource(strings = {"12:05", "1m", "2026-03-04", "'2026-03-04 12:05'", "2026-03-05"})
  void a_jump_to_a_time_at_which_the_head_is_current_does_nothing(String time) {
    if (time.equals("1m")) {
      assertThat(fixture.refusal("jump 1m"))
          .isEqualTo("! the history starts after that time\n  try: jump 0");
    } else {
      assertThat(fixture.response("jump " + time))
          .startsWith("! already at 2 bob 12:05, add kiwi\n");
    }
  }

  @Test
  void an_agent_abandons_steps_of_others_only_with_any() {
    fixture.run(BOT, "add lime");
    assertThat(fixture.response(BOT, "jump 2")).contains("! at 2 bob");
    assertThat(fixture.refusal(BOT, "jump 1"))
        .isEqualTo(
            "! this would abandon a step that is not yours: bob 12:05, add kiwi; with any:yes it counts as yours");
    assertThat(fixture.refusal(BOT, "switch " + stepId(1))).contains(" any:yes ");
    assertThat(fixture.response(BOT, "jump 1 any:yes")).contains("! at 1 ann");
  }

  @ParameterizedTest(name = "{0}")
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "switch nowhere | ! \"nowhere\" is not a checkpoint, branch, step or time; known are \"way\" | history ids",
        "switch \"\" | ! \"\" is not a checkpoint, branch, step or time; known are \"way\" | history ids",
        "jump 99 | ! no step has the number or id 99 | history ids",
        "jump 25:00 | ! \"25:00\" is not a checkpoint, branch, step or time; known are \"way\" | history ids",
        "branch \" \" | ! a branch needs a name | branch \"a name\"",
        "branch x at:77 | ! no step has the number or id 77 | history ids",
        "branches all | ! branches: unexpected argument all; usage: branches |",
      })
  void an_invalid_action_is_refused_with_a_suggestion(
      String action, String message, @Nullable String suggestion) {
    fixture.act("branch way");
    assertThat(fixture.refusal(action))
        .isEqualTo(WorkspaceFixture.refusalText(message, suggestion));
  }

  @Test
  void a_missing_name_is_refused() {
    assertThat(fixture.refusal("switch"))
        .isEqualTo("! switch needs NAME|STEP; usage: switch NAME|STEP [any:yes]");
    assertThat(fixture.refusal("branch")).endsWith("usage: branch NAME [at:STEP]");
  }

  @Test
  void a_long_unknown_name_is_abbreviated() {
    assertThat(fixture.refusal("switch " + "x".repeat(5000)))
        .hasSizeLessThan(400)
        .endsWith("; there is no checkpoint and no branch\n  try: history ids");
  }

  @Test
  void a_document_without_steps_has_no_branch_to_name() {
    assertThat(fixture.act("new").refusal("branch way"))
        .isEqualTo("! a branch needs at least one step");
  }

  @Test
  void branches_persist_in_files(@TempDir Path other) {
    WorkspaceFixture.persistent(other, 1)
        .act("new")
        .act("save as:fruit.tally")
        .run(ANN, "add pear", "add fig")
        .act("branch old")
        .act("undo")
        .run(ANN, "add kiwi")
        .act("save");
    WorkspaceFixture later = WorkspaceFixture.persistent(other, 2).act("open fruit.tally");
    later.act("switch old").act("save");
    assertThat(later.readFile("fruit.tally")).contains("fig=1").doesNotContain("kiwi");
    assertThat(List.of(later.response("undo").split("\n")).get(0)).isEqualTo("! undone: add fig");
  }
}
