package dev.fcp.verbs.workspace;

import static dev.fcp.verbs.workspace.Desktop.ANN;
import static dev.fcp.verbs.workspace.Desktop.BOB;
import static org.assertj.core.api.Assertions.assertThat;

import dev.fcp.eventlog.history.Origin;
import dev.fcp.eventlog.session.Intent;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The questions {@code history}, {@code log} and {@code diff}. */
class HistoryQueryTest {

  private static final Caller FIRST =
      Caller.agent(Origin.of("bot", "s1", "m1").with(Map.of("asked", "some fruit")));
  private static final Caller SECOND = Caller.agent(Origin.of("bot", "s2", "m2"));

  @TempDir Path folder;
  private Desktop desk;

  @BeforeEach
  void lay_the_desk() {
    desk =
        new Desktop(folder)
            .doing("new")
            .by(ANN, "add pear count:2")
            .by(FIRST, "add fig", "move fig -> pear")
            .by(BOB, "shelf title Fruit")
            .by(SECOND, "add lime")
            .doing("undo");
  }

  @Test
  void the_log_tells_under_each_message_what_was_before_and_what_is_after() {
    assertThat(desk.asked("log"))
        .isEqualTo(
            """
            message m2:
            5 bot 12:05, add lime (undone)
                + thing lime
            4 bob 12:05, shelf title Fruit
                * shelf it title: "" -> Fruit
            message m1: some fruit
            3 bot 12:05, move fig -> pear
                - thing fig
                * thing pear count: 2 -> 3
            2 bot 12:05, add fig
                + thing fig
            1 ann 12:05, add pear count:2
                + thing pear
            0 the beginning\
            """);
    assertThat(desk.told("log 1")).isEqualTo(desk.asked("log 1")).endsWith("\"\" -> Fruit");
  }

  @Test
  void of_a_step_that_takes_back_others_it_is_told_which() {
    desk.by(ANN, "add plum", "add kiwi").doing("undo mine").doing("undo mine").doing("redo mine");
    assertThat(desk.asked("history 5"))
        .isEqualTo(
            """
            9 ann 12:05, redo mine (brings back 5 add plum)
            8 ann 12:05, undo mine (takes back 5 add plum)
            7 ann 12:05, undo mine (takes back 6 add kiwi)
            6 ann 12:05, add kiwi
            5 ann 12:05, add plum\
            """);
    assertThat(desk.asked("log 1")).startsWith("9 ann 12:05, redo mine (brings back 5 add plum)\n");
  }

  @Test
  void of_a_step_that_changed_much_the_log_tells_the_first() {
    desk.doing("checkpoint all");
    for (int i = 0; i < 12; i++) {
      desk.by(ANN, "add x" + i);
    }
    desk.doing("squash to:all");
    assertThat(desk.asked("log 1"))
        .contains("\n    + thing x9\n    and 2 more changes")
        .doesNotContain("x10");
  }

  @ParameterizedTest(name = "{0}")
  @CsvSource({
    "actor:bot, 5 3 2",
    "actor:bot session:s1, 3 2",
    "message:m2, 5",
    "entity:pear, 3 1",
    "entity:PEAR, 3 1",
    "'entity:\"thing fig\"', 3 2",
    "type:counted, 3",
    "entity:pear type:added, 1",
    "'provenance:\"asked=some fruit\"', 3 2",
    "since:12:05, 5 4 3 2 1",
    "until:2026-03-04 actor:ann, 1",
  })
  void a_filter_leaves_the_steps_of_what_it_names(String filter, String numbers) {
    String found = desk.asked("history " + filter);
    assertThat(
            found
                .lines()
                .filter(line -> !line.startsWith("message"))
                .map(line -> line.substring(0, 1)))
        .containsExactly(numbers.split(" "));
    assertThat(desk.asked("log " + filter).lines().toList()).containsAll(found.lines().toList());
  }

  @Test
  void of_a_step_with_many_events_those_of_the_filter_are_told() {
    assertThat(desk.asked("history events entity:pear type:counted"))
        .isEqualTo("3#1 {\"type\":\"counted\",\"after\":3,\"before\":2,\"thing\":\"pear\"}");
  }

  @Test
  void what_left_the_line_is_found_among_all_that_happened() {
    desk.by(ANN, "add plum");
    assertThat(desk.asked("history message:m2"))
        .isEqualTo(
            "there is no such step that can be undone or redone\nmore: history all message:m2");
    assertThat(desk.asked("history all message:m2"))
        .matches("record 6: bot 12:05, add lime, off the line: 0\\w{7,25}");
  }

  @Test
  void all_that_happened_is_told_record_by_record() {
    desk.doing("checkpoint v1").doing("undo to:v1").doing("jump 3");
    assertThat(desk.asked("history 4 all"))
        .isEqualTo(
            """
            record 9: ann 12:05, undo, to the state after move fig -> pear
            record 8: ann 12:05, checkpoint "v1": the state after shelf title Fruit
            record 7: ann 12:05, undo, to the state after shelf title Fruit
            record 6: bot 12:05, add lime, step 5, undone\
            """);
    assertThat(desk.asked("history all")).endsWith("\nrecord 1: ann 12:05, began the history");
  }

  @Test
  void what_was_refused_is_told_when_it_is_asked_for() {
    desk.workspace().run(List.of("add pear"), Intent.of("call", BOB.origin()));
    assertThat(desk.asked("history all")).doesNotContain("there is a thing");
    assertThat(desk.asked("history refused actor:bob"))
        .startsWith("record 8: bob 12:05, call: there is a thing \"pear\" already");
    assertThat(desk.asked("history refused actor:ann")).isEqualTo("nothing of that was refused");
  }

  @ParameterizedTest(name = "{0}")
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "history actor:bo | ! no step of actor \"bo\": known are \"bob\", \"bot\", \"ann\" | history actor:bot",
        "log entity:grape | ! nothing that was ever changed here is called \"grape\" | history",
        "log entity:figs | ! nothing that was ever changed here is called \"figs\" | log entity:fig",
        "history type:add | ! no step has an event of type \"add\"; there are added, counted, removed, titled | history type:added",
        "history since:noon | ! since:noon is no time | history since:2h",
        "history until:25:00 | ! until:25:00 is no time | history until:2h",
        "history since:2h until:3h | ! nothing is since 2h and until 3h, which is earlier | history since:3h until:2h",
        "log since:12:05 until:2026-03-03 | ! nothing is since 12:05 and until 2026-03-03, which is earlier | log since:2026-03-03 until:12:05",
        "log provenance:asked | ! provenance:asked is no key with a value | log provenance:asked=asked",
        "log 0 | ! the number of steps 0 is not within 1 and 2147483647 | log 10",
        "history actor:ann message:m1 | ! no step is of all of these | history actor:ann",
        "diff | ! diff takes one checkpoint, branch, step or time | diff NAME",
        "diff v2 | ! \"v2\" is no checkpoint, branch, step or time; known are \"v1\" | diff v1",
        "diff 9 | ! no step here has the number or id 9 | history ids",
      })
  void what_is_not_known_is_refused(String query, String message, String tryThis) {
    desk.doing("checkpoint v1");
    assertThat(desk.refused(query)).isEqualTo(message + "\n  try: " + tryThis);
    assertThat(desk.asked(query)).isEqualTo(message + "\n  try: " + tryThis);
  }

  @Test
  void diff_tells_what_changed_since() {
    desk.doing("checkpoint v1").by(ANN, "add kiwi", "remove pear");
    assertThat(desk.asked("diff v1")).isEqualTo("- thing pear\n+ thing kiwi");
    assertThat(desk.asked("diff checkpoint:V1")).isEqualTo(desk.asked("diff v1"));
    assertThat(desk.asked("diff 5")).isEqualTo("- thing pear");
    assertThat(desk.asked("diff 0").lines()).hasSize(2);
    assertThat(desk.asked("diff 12:05"))
        .isEqualTo("nothing changed since 6 ann 12:05, remove pear");
  }

  @Test
  void diff_tells_what_is_different_on_another_branch() {
    desk.by(ANN, "add plum").doing("branch way").doing("undo").by(ANN, "add kiwi");
    assertThat(desk.asked("diff way")).isEqualTo("- thing plum\n+ thing kiwi");
  }
}
