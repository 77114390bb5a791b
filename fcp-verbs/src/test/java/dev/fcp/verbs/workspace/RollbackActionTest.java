package dev.fcp.verbs.workspace;

import static dev.fcp.verbs.workspace.Desktop.ANN;
import static dev.fcp.verbs.workspace.Desktop.BOB;
import static org.assertj.core.api.Assertions.assertThat;

import dev.fcp.eventlog.history.Origin;
import dev.fcp.eventlog.history.StepId;
import java.nio.file.Path;
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
  private Desktop desk;

  @BeforeEach
  void lay_the_desk() {
    desk =
        new Desktop(folder)
            .doing("new")
            .by(ANN, "add pear")
            .by(FIRST, "add fig", "add plum")
            .by(BOB, "add kiwi")
            .by(SECOND, "add lime");
  }

  private String things() {
    return desk.asked("list").replace(" ", "=").replace("\n", " ");
  }

  private StepId step(int number) {
    return desk.state().line().applied().get(number - 1);
  }

  @Test
  void a_message_is_taken_back_and_what_came_after_it_stays() {
    assertThat(desk.told("rollback message:m1"))
        .isEqualTo(
            """
            ! takes back: 3 bot 12:05, add plum
            ! takes back: 2 bot 12:05, add fig
            ! took back 2 of 2 changes, as one step; undo takes that back
            digest: 3t 3n hash:HASH\
            """);
    assertThat(things()).isEqualTo("kiwi=1 lime=1 pear=1");
    assertThat(desk.told("undo")).startsWith("! undone: rollback message:m1\n");
    assertThat(things()).isEqualTo("fig=1 kiwi=1 lime=1 pear=1 plum=1");
  }

  @Test
  void from_a_message_on_all_of_that_agent_is_taken_back() {
    assertThat(desk.told("rollback message:m1 FROM")).contains("! took back 3 of 3 changes");
    assertThat(things()).isEqualTo("kiwi=1 pear=1");
  }

  @ParameterizedTest
  @CsvSource({
    "actor:bob, fig=1 lime=1 pear=1 plum=1",
    "session:s1, kiwi=1 pear=1",
    "message:m1 session:s1, kiwi=1 lime=1 pear=1",
    "step:4, fig=1 lime=1 pear=1 plum=1",
    "'step:2,4,1', lime=1 plum=1"
  })
  void a_selection_is_taken_back(String selection, String left) {
    desk.told("rollback " + selection);
    assertThat(things()).isEqualTo(left);
  }

  @Test
  void one_session_of_two_with_the_same_message_is_taken_back() {
    desk.by(LATER, "add date").told("rollback message:m1 session:s2");
    assertThat(things()).isEqualTo("fig=1 kiwi=1 lime=1 pear=1 plum=1");
  }

  @Test
  void a_dry_run_shows_the_plan_and_stops() {
    var before = desk.state();
    assertThat(desk.told("rollback message:m1 dry-run"))
        .isEqualTo(
            """
            ! takes back: 3 bot 12:05, add plum
            ! takes back: 2 bot 12:05, add fig
            ! dry run: nothing happened; it would lead to digest: 3t 3n hash:HASH
              try: rollback message:m1\
            """);
    assertThat(desk.state()).isSameAs(before);
  }

  @Test
  void what_others_changed_since_stays_and_is_told() {
    desk.by(FIRST, "move kiwi -> pear").by(ANN, "add kiwi", "move lime -> pear");
    assertThat(desk.told("rollback step:6"))
        .startsWith("! stays, for it was changed since: thing pear.count, by 8 ann 12:05, move")
        .contains(
            "! stays, for others stand in the way: removed of 6 bot 12:05, move kiwi -> pear");
    assertThat(things()).isEqualTo("fig=1 kiwi=1 pear=3 plum=1");
  }

  @Test
  void strict_takes_back_all_or_nothing() {
    desk.by(ANN, "move pear -> fig");
    assertThat(desk.refused("rollback message:m1 strict"))
        .contains(
            "! stays, for others stand in the way: added of 2 bot 12:05, add fig: thing fig cannot be taken away: it was written since, by 6 ann 12:05, move pear -> fig\n"
                + "! not all of it can be taken back, so nothing was\n  try: rollback message:m1");
    assertThat(desk.told("rollback message:m1 strict dry-run"))
        .contains("! strict: not all of it can be taken back, so nothing would be\n");
    assertThat(desk.told("rollback message:m1")).contains("! took back 1 of 2 changes");
    assertThat(things()).isEqualTo("fig=2 kiwi=1 lime=1");
  }

  @Test
  void where_everything_stands_in_the_way_strict_suggests_to_look() {
    desk.by(ANN, "move pear -> fig");
    assertThat(desk.refused("rollback step:2 strict")).endsWith("  try: rollback dry-run step:2");
    assertThat(desk.told("rollback step:2 dry-run"))
        .contains("! nothing of it is left to take back\n");
    assertThat(desk.told("rollback step:2")).contains("! nothing of it is left to take back\n");
  }

  @Test
  void what_is_taken_back_already_is_not_taken_back_again() {
    desk.doing("rollback message:m1");
    var before = desk.state().head();
    assertThat(desk.told("rollback message:m1"))
        .isEqualTo("! nothing to take back: it is taken back already\ndigest: 3t 3n hash:HASH");
    assertThat(desk.state().head()).isEqualTo(before);
  }

  @Test
  void a_rollback_is_taken_back_by_another() {
    desk.doing("rollback message:m1").by(ANN, "add date");
    desk.told("rollback step:6");
    assertThat(things()).isEqualTo("date=1 fig=1 kiwi=1 lime=1 pear=1 plum=1");
  }

  @Test
  void a_step_is_known_by_the_beginning_of_its_id() {
    assertThat(desk.told("rollback step:" + step(4).ulid())).contains("takes back: 4 bob");
    assertThat(desk.refused("rollback step:0"))
        .startsWith("! 0 begins the ids of 6 steps: " + step(6))
        .endsWith("  try: rollback step:" + step(6));
    assertThat(desk.refused("rollback step:99"))
        .isEqualTo("! no step here has the number or id 99\n  try: history ids");
  }

  @ParameterizedTest(name = "{0}")
  @CsvSource(
      delimiter = '|',
      value = {
        "rollback | ! rollback takes step:ID, or one or more of session:, message: and actor: | history ids",
        "rollback step:1 actor:bob | ! rollback takes step:ID, or one or more of session:, message: and actor: | rollback actor:bob",
        "rollback actor:bob from | ! from goes with message:ID | rollback actor:bob",
        "rollback message:m1 dryrun | ! rollback does not know dryrun; it knows from, dry-run, strict, json | rollback dry-run message:m1",
        "rollback message:m3 | ! no step of message \"m3\": known are \"m2\", \"m1\" | rollback message:m1",
        "rollback actor:bo | ! no step of actor \"bo\": known are \"bob\", \"bot\", \"ann\" | rollback actor:bot",
        "rollback actor:bob message:m1 | ! no step is of all of these | rollback actor:bob",
        "rollback mesage:m1 | ! rollback does not know the parameter \"mesage\"; it knows session, message, actor, step | rollback message:m1",
      })
  void what_is_not_understood_is_refused(String action, String message, String tryThis) {
    assertThat(desk.refused(action)).isEqualTo(message + "\n  try: " + tryThis);
  }

  @Test
  void what_is_undone_is_not_taken_back() {
    desk.doing("undo 4");
    assertThat(desk.refused("rollback message:m1"))
        .isEqualTo(
            "! these steps are undone, or lie on another branch, or are beyond the reach of undo\n"
                + "  try: history");
  }

  @Test
  void without_steps_nobody_is_known() {
    assertThat(new Desktop(folder).doing("new").refused("rollback actor:ann"))
        .isEqualTo("! no step of actor \"ann\": no step has one\n  try: history");
  }

  @Test
  void the_result_is_one_line_of_json() {
    desk.by(ANN, "move pear -> fig");
    String added = step(2) + "#0";
    String expected =
        """
        {"events_reversed":1,"events_seen":2,"failures":[],"skipped_conflicts":[{"by":["%s"],\
        "entity":"thing fig","event_id":"%s","event_type":"added","field":"*",\
        "reason":"thing fig cannot be taken away: it was written since","unit":"thing fig.*"}],\
        "success":true,"superseded":[]}\
        """
            .formatted(step(6), added);
    assertThat(desk.told("rollback message:m1 dry-run json")).isEqualTo(expected);
    assertThat(desk.refused("rollback message:m1 strict json"))
        .contains("\"events_reversed\":0", "\"success\":false");
    assertThat(desk.told("rollback message:m1 json")).isEqualTo(expected);
    assertThat(desk.told("rollback message:m1 json"))
        .contains("\"events_seen\":1", "\"success\":true");
  }

  @Test
  void three_times_mine_goes_back_three_of_mine_and_comes_again() {
    desk.by(BOB, "add date");
    assertThat(desk.told(SECOND, "undo mine"))
        .isEqualTo("! undone: add lime\ndigest: 5t 5n hash:HASH");
    assertThat(desk.told(SECOND, "undo MINE 3"))
        .isEqualTo(
            """
            ! undone: add plum
            ! undone: add fig
            ! that was all: nothing more of yours to undo
            digest: 3t 3n hash:HASH\
            """);
    assertThat(desk.refused(SECOND, "undo mine"))
        .isEqualTo("! nothing of yours to undo in this session\n  try: rollback actor:bot dry-run");
    assertThat(desk.told(SECOND, "redo mine 9"))
        .isEqualTo(
            """
            ! redone: add fig
            ! redone: add plum
            ! redone: add lime
            ! that was all: nothing more of yours to redo
            digest: 6t 6n hash:HASH\
            """);
    assertThat(desk.refused(SECOND, "redo mine")).isEqualTo("! nothing of yours to redo");
  }

  @Test
  void redo_of_mine_after_the_append_of_another() {
    desk.told(SECOND, "undo mine");
    desk.by(BOB, "add date");
    assertThat(desk.told(SECOND, "redo mine")).startsWith("! redone: add lime\n");
  }

  @Test
  void mine_that_others_built_on_stays() {
    desk.by(ANN, "move pear -> lime");
    assertThat(desk.refused(SECOND, "undo mine"))
        .isEqualTo(
            "! your last step cannot be taken back: stays, for others stand in the way: added of 5 bot 12:05, add lime: thing lime cannot be taken away: it was written since, by 6 ann 12:05, move pear -> lime\n"
                + "  try: history");
  }

  @ParameterizedTest(name = "{0}")
  @CsvSource(
      delimiter = '|',
      value = {
        "undo mine two | ! the number of steps two is no whole number | undo mine",
        "undo 2 3 | ! undo takes a number, or mine and a number | undo",
        "undo mine any:yes | ! undo takes a number, or mine and a number | undo mine",
        "redo mine 0 | ! the number of steps 0 is not within 1 and 2147483647 | redo mine",
      })
  void a_wrong_number_of_mine_is_refused(String action, String message, String tryThis) {
    assertThat(desk.refused(action)).isEqualTo(message + "\n  try: " + tryThis);
  }
}
