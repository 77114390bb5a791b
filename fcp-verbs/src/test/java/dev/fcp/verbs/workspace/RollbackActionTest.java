package dev.fcp.verbs.workspace;

import static dev.fcp.verbs.workspace.WorkspaceFixture.ANN;
import static dev.fcp.verbs.workspace.WorkspaceFixture.BOB;
import static org.assertj.core.api.Assertions.assertThat;

import dev.fcp.eventlog.history.Origin;
import dev.fcp.eventlog.history.StepId;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RollbackActionTest {

  private static final Caller FIRST = Caller.agent(Origin.of("bot", "s1", "m1"));
  private static final Caller SECOND = Caller.agent(Origin.of("bot", "s1", "m2"));
  private static final Caller LATER = Caller.agent(Origin.of("bot", "s2", "m1"));

  @TempDir Path folder;
  private WorkspaceFixture fixture;

  @BeforeEach
  void create_fixture() {
    fixture =
        new WorkspaceFixture(folder)
            .act("new")
            .run(ANN, "add pear")
            .run(FIRST, "add fig", "add plum")
            .run(BOB, "add kiwi")
            .run(SECOND, "add lime");
  }

  private String things() {
    return fixture.answer("list").replace(" ", "=").replace("\n", " ");
  }

  private StepId stepId(int number) {
    return fixture.state().undoStack().applied().get(number - 1);
  }

  @Test
  void a_message_is_rolled_back_and_later_steps_stay() {
    assertThat(fixture.response("rollback message:m1"))
        .isEqualTo(
            """
            ! rolls back: 3 bot 12:05, add plum
            ! rolls back: 2 bot 12:05, add fig
            ! rolled back 2 of 2 changes, as one step; undo reverses it
            digest: 3t 3n hash:HASH\
            """);
    assertThat(things()).isEqualTo("kiwi=1 lime=1 pear=1");
    assertThat(fixture.response("undo")).startsWith("! undone: rollback message:m1\n");
    assertThat(things()).isEqualTo("fig=1 kiwi=1 lime=1 pear=1 plum=1");
  }

  @Test
  void everything_of_that_agent_from_a_message_on_is_rolled_back() {
    assertThat(fixture.response("rollback from-message:m1"))
        .contains("! rolled back 3 of 3 changes");
    assertThat(things()).isEqualTo("kiwi=1 pear=1");
  }

  @ParameterizedTest
  @CsvSource({
    "actor:bob, fig=1 lime=1 pear=1 plum=1",
    "session:s1, kiwi=1 pear=1",
    "message:m1 session:s1, kiwi=1 lime=1 pear=1",
    "step:4, fig=1 lime=1 pear=1 plum=1",
    "actor:bot after:3, fig=1 kiwi=1 pear=1 plum=1",
    "actor:bot after:0, kiwi=1 pear=1",
    "session:s1 after:2, fig=1 kiwi=1 pear=1",
    "'step:2,4,1', lime=1 plum=1"
  })
  void a_selection_is_rolled_back(String selection, String remaining) {
    fixture.response("rollback " + selection);
    assertThat(things()).isEqualTo(remaining);
  }

  @Test
  void after_a_point_takes_an_origin_and_steps_after_it() {
    fixture.act("branch now");
    assertThat(fixture.refusal("rollback actor:bot after:now"))
        .startsWith("! none of these steps was made after now");
    assertThat(fixture.refusal("rollback step:2 after:1"))
        .startsWith("! after:1 takes session:, message: or actor: with it");
    assertThat(fixture.refusal("rollback actor:bot after:never"))
        .startsWith("! \"never\" is not a checkpoint, branch, step or time");
    assertThat(things()).isEqualTo("fig=1 kiwi=1 lime=1 pear=1 plum=1");
  }

  @Test
  void one_session_of_two_with_the_same_message_is_rolled_back() {
    fixture.run(LATER, "add date").response("rollback message:m1 session:s2");
    assertThat(things()).isEqualTo("fig=1 kiwi=1 lime=1 pear=1 plum=1");
  }

  @Test
  void a_dry_run_shows_the_plan_and_changes_nothing() {
    var before = fixture.state();
    assertThat(fixture.response("rollback message:m1 dry-run"))
        .isEqualTo(
            """
            ! rolls back: 3 bot 12:05, add plum
            ! rolls back: 2 bot 12:05, add fig
            - thing plum
            - thing fig
            ! dry run: nothing changed; the result would be digest: 3t 3n hash:HASH
              try: rollback message:m1\
            """);
    assertThat(fixture.state()).isSameAs(before);
  }

  @Test
  void later_changes_of_others_stay_and_are_listed() {
    fixture.run(FIRST, "move kiwi -> pear").run(ANN, "add kiwi", "move lime -> pear");
    assertThat(fixture.response("rollback step:6"))
        .startsWith("! kept, changed since: thing pear.count, by 8 ann 12:05, move")
        .contains("! kept, blocked by later steps: removed of 6 bot 12:05, move kiwi -> pear");
    assertThat(things()).isEqualTo("fig=1 kiwi=1 pear=3 plum=1");
  }

  @Test
  void strict_rolls_back_all_or_nothing() {
    fixture.run(ANN, "move pear -> fig");
    assertThat(fixture.refusal("rollback message:m1 strict"))
        .contains(
            "! kept, blocked by later steps: added of 2 bot 12:05, add fig: thing fig cannot be"
                + " taken away: it was written since, by 6 ann 12:05, move pear -> fig\n"
                + "! not everything can be rolled back, so nothing was\n"
                + "  try: rollback dry-run message:m1");
    assertThat(fixture.response("rollback message:m1 strict dry-run"))
        .contains("! strict: not everything can be rolled back, so nothing would be\n");
    assertThat(fixture.response("rollback message:m1")).contains("! rolled back 1 of 2 changes");
    assertThat(things()).isEqualTo("fig=2 kiwi=1 lime=1");
  }

  @Test
  void strict_suggests_a_dry_run_when_everything_conflicts() {
    fixture.run(ANN, "move pear -> fig");
    assertThat(fixture.refusal("rollback step:2 strict"))
        .endsWith("  try: rollback dry-run step:2");
    assertThat(fixture.response("rollback step:2 dry-run"))
        .contains("! nothing left to roll back\n");
    assertThat(fixture.response("rollback step:2")).contains("! nothing left to roll back\n");
  }

  @Test
  void steps_already_rolled_back_are_not_rolled_back_twice() {
    fixture.act("rollback message:m1");
    var before = fixture.state().head();
    assertThat(fixture.response("rollback message:m1"))
        .isEqualTo("! already rolled back\ndigest: 3t 3n hash:HASH");
    assertThat(fixture.state().head()).isEqualTo(before);
  }

  @Test
  void a_rollback_is_reversed_by_another() {
    fixture.act("rollback message:m1").run(ANN, "add date");
    fixture.response("rollback step:6");
    assertThat(things()).isEqualTo("date=1 fig=1 kiwi=1 lime=1 pear=1 plum=1");
  }

  @Test
  void a_step_is_found_by_a_prefix_of_its_id() {
    assertThat(fixture.response("rollback step:" + stepId(4).ulid())).contains("rolls back: 4 bob");
    assertThat(fixture.refusal("rollback step:0"))
        .startsWith(
            "! the ids of 6 steps begin with 0: %s (%s), "
                .formatted(fixture.state().history().step(stepId(6)).label(), stepId(6)))
        .doesNotContain("try:");
    assertThat(fixture.refusal("rollback step:0 dry-run")).doesNotContain("try:");
    assertThat(fixture.refusal("rollback step:99"))
        .isEqualTo("! no step has the number or id 99\n  try: history ids");
  }

  @ParameterizedTest(name = "{0}")
  @CsvSource(
      delimiter = '|',
      value = {
        "rollback | ! rollback takes step:ID, from-message:ID, or one or more of session:, message:"
            + " and actor: | history ids",
        "rollback step:1 actor:bob | ! rollback takes step:ID, from-message:ID, or one or more of"
            + " session:, message: and actor: | history ids",
        "rollback from-message:m1 actor:bob | ! from-message:ID takes session:ID at most | history"
            + " ids",
        "rollback message:m1 dryrun | ! rollback does not know dryrun; it knows dry-run, strict,"
            + " json |",
        "rollback message:m3 | ! no step of message \"m3\": known are \"m2\", \"m1\" | history",
        "rollback actor:bo | ! no step of actor \"bo\": known are \"bob\", \"bot\", \"ann\" |"
            + " history",
        "rollback actor:bobby | ! no step of actor \"bobby\": known are \"bob\", \"bot\", \"ann\" |"
            + " history",
        "rollback actor:anna dry-run | ! no step of actor \"anna\": known are \"bob\", \"bot\","
            + " \"ann\" | history",
        "rollback actor:bob message:m1 | ! no step matches all of these | history",
        "rollback mesage:m1 | ! rollback does not know the parameter \"mesage\"; it knows session,"
            + " message, actor, from-message, step, after |",
      })
  void an_invalid_action_is_refused_with_a_suggestion(
      String action, String message, @Nullable String suggestion) {
    assertThat(fixture.refusal(action))
        .isEqualTo(WorkspaceFixture.refusalText(message, suggestion));
  }

  @Test
  void undone_steps_are_not_rolled_back() {
    fixture.act("undo 4");
    assertThat(fixture.refusal("rollback message:m1"))
        .isEqualTo(
            "! these steps are undone, on another branch or past the undo limit\n"
                + "  try: history");
  }

  @Test
  void without_steps_no_actor_is_known() {
    assertThat(new WorkspaceFixture(folder).act("new").refusal("rollback actor:ann"))
        .isEqualTo("! no step of actor \"ann\": no step has one\n  try: history");
  }

  @Test
  void the_result_is_one_line_of_json() {
    fixture.run(ANN, "move pear -> fig");
    String added = stepId(2) + "#0";
    String expected =
        """
        {"events_reversed":1,"events_seen":2,"failures":[],"skipped_conflicts":[{"by":["%s"],\
        "entity":"thing fig","event_id":"%s","event_type":"added","field":"*",\
        "reason":"thing fig cannot be taken away: it was written since","unit":"thing fig.*"}],\
        "success":true,"superseded":[]}\
        """
            .formatted(stepId(6), added);
    assertThat(fixture.response("rollback message:m1 dry-run json")).isEqualTo(expected);
    assertThat(fixture.refusal("rollback message:m1 strict json"))
        .contains("\"events_reversed\":0", "\"success\":false");
    assertThat(fixture.response("rollback message:m1 json")).isEqualTo(expected);
    assertThat(fixture.response("rollback message:m1 json"))
        .contains("\"events_seen\":1", "\"success\":true");
  }

  @Test
  void undo_mine_three_times_undoes_three_own_steps_and_redo_reapplies_them() {
    fixture.run(BOB, "add date");
    assertThat(fixture.response(SECOND, "undo mine"))
        .isEqualTo("! undone: add lime\ndigest: 5t 5n hash:HASH");
    assertThat(fixture.response(SECOND, "undo MINE 3"))
        .isEqualTo(
            """
            ! undone: add plum
            ! undone: add fig
            ! no more steps of yours to undo
            digest: 3t 3n hash:HASH\
            """);
    assertThat(fixture.refusal(SECOND, "undo mine"))
        .isEqualTo(
            "! no steps of yours to undo in this session\n  try: rollback actor:bot dry-run");
    assertThat(fixture.response(SECOND, "redo mine 9"))
        .isEqualTo(
            """
            ! redone: add fig
            ! redone: add plum
            ! redone: add lime
            ! no more steps of yours to redo
            digest: 6t 6n hash:HASH\
            """);
    assertThat(fixture.refusal(SECOND, "redo mine")).isEqualTo("! no steps of yours to redo");
  }

  @Test
  void redo_mine_works_after_a_step_of_another_actor() {
    fixture.response(SECOND, "undo mine");
    fixture.run(BOB, "add date");
    assertThat(fixture.response(SECOND, "redo mine")).startsWith("! redone: add lime\n");
  }

  @Test
  void own_steps_on_which_later_steps_of_others_depend_are_passed_over() {
    fixture.run(ANN, "move pear -> lime");
    assertThat(fixture.response(SECOND, "undo mine 2"))
        .isEqualTo(
            """
            ! nothing of it can be undone: add lime
            ! kept, blocked by later steps: added of 5 bot 12:05, add lime: thing lime cannot be taken away: it was written since, by 6 ann 12:05, move pear -> lime
            ! undone: add plum
            digest: 3t 4n hash:HASH\
            """);
    assertThat(fixture.response(SECOND, "redo mine 2"))
        .isEqualTo(
            """
            ! redone: add plum
            ! redone: a step of which nothing had been undone
            digest: 4t 5n hash:HASH\
            """);
  }

  @ParameterizedTest(name = "{0}")
  @CsvSource(
      delimiter = '|',
      value = {
        "undo mine two | ! the number of steps two is not a whole number |",
        "undo 2 3 | ! undo takes a number, or mine and a number |",
        "undo mine any:yes | ! undo takes a number, or mine and a number |",
        "redo mine 0 | ! the number of steps 0 must be at least 1 |",
      })
  void a_wrong_number_of_mine_is_refused(
      String action, String message, @Nullable String suggestion) {
    assertThat(fixture.refusal(action))
        .isEqualTo(WorkspaceFixture.refusalText(message, suggestion));
  }
}
