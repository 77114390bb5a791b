package dev.fcp.verbs.workspace;

import static dev.fcp.verbs.workspace.Desktop.ANN;
import static dev.fcp.verbs.workspace.Desktop.BOB;
import static dev.fcp.verbs.workspace.Desktop.BOT;
import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class UndoActionsTest {

  @TempDir Path folder;
  private Desktop desk;

  @BeforeEach
  void lay_the_desk() {
    desk = new Desktop(folder).doing("new").by(ANN, "add pear", "add fig", "add plum");
  }

  @Test
  void undo_takes_back_one_step() {
    assertThat(desk.told("undo")).isEqualTo("! undone: add plum\ndigest: 2t 2n hash:HASH");
  }

  @Test
  void undo_takes_back_several_steps() {
    assertThat(desk.told("UNDO 2"))
        .isEqualTo("! undone: add plum\n! undone: add fig\ndigest: 1t 1n hash:HASH");
  }

  @Test
  void undo_of_more_steps_than_there_are_takes_back_all_and_says_so() {
    assertThat(desk.told("undo 5"))
        .endsWith(
            "! undone: add pear\n! that was all: nothing more to undo\ndigest: 0t 0n hash:HASH");
  }

  @Test
  void undo_of_many_steps_tells_the_first_ones() {
    IntStream.range(0, 30).forEach(i -> desk.by(ANN, "add x" + i));
    assertThat(desk.told("undo 30").lines())
        .hasSize(22)
        .contains("! undone: add x10", "! undone: 10 more")
        .doesNotContain("! undone: add x9");
  }

  @Test
  void nothing_is_left_to_undo_or_redo() {
    assertThat(desk.refused("redo")).isEqualTo("! nothing to redo");
    desk.doing("undo 3");
    assertThat(desk.refused("undo")).isEqualTo("! nothing to undo");
    assertThat(desk.refused("undo 2")).isEqualTo("! nothing to undo");
  }

  @Test
  void redo_makes_undone_steps_again() {
    desk.doing("undo 3");
    assertThat(desk.told("redo")).isEqualTo("! redone: add pear\ndigest: 1t 1n hash:HASH");
    assertThat(desk.told("redo 2"))
        .isEqualTo("! redone: add fig\n! redone: add plum\ndigest: 3t 3n hash:HASH");
    desk.doing("undo");
    assertThat(desk.told("redo 2"))
        .isEqualTo(
            "! redone: add plum\n! that was all: nothing more to redo\ndigest: 3t 3n hash:HASH");
  }

  @ParameterizedTest(name = "{0}")
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "undo 0 | ! the number of steps 0 is not within 1 and 2147483647 | undo",
        "undo -1 | ! the number of steps -1 is not within 1 and 2147483647 | undo",
        "undo two | ! the number of steps two is no whole number | undo",
        "undo \"a b\" | ! the number of steps \"a b\" is no whole number | undo",
        "redo 1.5 | ! the number of steps 1.5 is no whole number | redo",
        "redo to:v1 | ! redo does not know the parameter \"to\"; it knows no parameters | redo",
        "undo 2 to:v1 | ! undo takes a number or to:NAME, not both | undo to:v1",
        "undo ot:v1 | ! undo does not know the parameter \"ot\"; it knows to, any | undo to:v1",
        "undo any:perhaps | ! any:perhaps is not one of yes, no | undo any:yes",
        "udno 2 | ! unknown action \"udno\"; known: new, open, save, adopt, close, documents, checkpoint, undo, redo, bail, squash, rollback, branches, branch, switch, jump, revert, verify, checkpoints, retain, status, history, log, diff | undo 2",
      })
  void what_is_not_understood_is_refused(String action, String message, String tryThis) {
    assertThat(desk.refused(action)).isEqualTo(message + "\n  try: " + tryThis);
  }

  @ParameterizedTest
  @CsvSource({"leap", "merge", "message"})
  void an_action_that_is_not_there_is_unknown(String action) {
    assertThat(desk.refused(action))
        .startsWith(
            "! unknown action \"%s\"; known: new, open, save, adopt, close, documents, checkpoint, undo, redo, bail, squash, rollback, branches, branch, switch, jump, revert, verify, checkpoints, retain, status, history, log, diff"
                .formatted(action));
  }

  @Test
  void the_name_of_a_checkpoint_in_place_of_a_number_leads_to_it() {
    desk.doing("checkpoint v1");
    assertThat(desk.refused("undo v1"))
        .isEqualTo("! the number of steps v1 is no whole number\n  try: undo to:v1");
  }

  @Test
  void checkpoint_names_the_state() {
    assertThat(desk.told("checkpoint \"before cleanup\""))
        .isEqualTo("! checkpoint \"before cleanup\"\ndigest: 3t 3n hash:HASH");
    assertThat(desk.told("checkpoint 'before cleanup'"))
        .isEqualTo("! checkpoint \"before cleanup\" moved here\ndigest: 3t 3n hash:HASH");
    assertThat(desk.refused("checkpoint"))
        .isEqualTo("! checkpoint needs NAME; it is typed checkpoint NAME\n  try: checkpoint NAME");
    assertThat(desk.refused("checkpoint ' '"))
        .isEqualTo("! a checkpoint needs a name\n  try: checkpoint \"a name\"");
  }

  @Test
  void undo_to_a_checkpoint_takes_back_what_came_after() {
    desk.doing("checkpoint v1").by(ANN, "add kiwi", "remove pear");
    assertThat(desk.told("undo to:v1"))
        .isEqualTo(
            """
            ! undone: remove pear
            ! undone: add kiwi
            ! back at checkpoint "v1"
            digest: 3t 3n hash:HASH\
            """);
    assertThat(desk.told("undo to:v1"))
        .isEqualTo("! already at checkpoint \"v1\"\ndigest: 3t 3n hash:HASH");
  }

  @Test
  void undo_to_a_checkpoint_finds_it_as_any_reference() {
    desk.doing("checkpoint \"Before Cleanup\"").by(ANN, "add kiwi");
    assertThat(desk.told("undo to:before-cl"))
        .contains("! back at checkpoint \"Before Cleanup\"\n");
  }

  @Test
  void undo_to_an_unknown_name_lists_the_names() {
    assertThat(desk.refused("undo to:v1"))
        .isEqualTo("! unknown checkpoint \"v1\": this document has none");
    desk.doing("checkpoint first").doing("checkpoint second");
    assertThat(desk.refused("undo to:frist"))
        .isEqualTo(
            """
            ! unknown checkpoint "frist": known are "first", "second"
              try: undo to:first\
            """);
  }

  @ParameterizedTest
  @ValueSource(strings = {"undo", "bail", "squash", "revert"})
  void to_the_name_of_a_branch_is_refused_with_what_leads_there(String action) {
    desk.doing("checkpoint \"way back\"").doing("branch \"my way\"").doing("branch way");
    var before = desk.state().recordNumber();
    assertThat(desk.refused(action + " to:way"))
        .isEqualTo("! \"way\" is the name of a branch\n  try: switch way");
    assertThat(desk.refused(action + " to:MY-W"))
        .isEqualTo("! \"my way\" is the name of a branch\n  try: switch \"my way\"");
    assertThat(desk.state().recordNumber()).isEqualTo(before);
    assertThat(desk.told("switch \"my way\"")).startsWith("! already at \"my way\"\n");
  }

  @Test
  void undo_of_as_many_steps_as_the_name_of_a_branch_says_what_leads_there() {
    desk.doing("branch way");
    assertThat(desk.refused("undo way")).endsWith("\n  try: switch way");
  }

  @Test
  void undo_to_an_ambiguous_name_lists_the_candidates() {
    desk.doing("checkpoint v10").doing("checkpoint v11");
    assertThat(desk.refused("undo to:v1"))
        .isEqualTo("! \"v1\" may be any of \"v10\", \"v11\"\n  try: undo to:v10");
  }

  @Test
  void undo_to_a_name_that_lies_ahead_says_so() {
    desk.doing("checkpoint v1").doing("undo 2");
    assertThat(desk.refused("undo to:v1"))
        .isEqualTo("! checkpoint \"v1\" lies ahead, 2 steps to redo\n  try: redo 2");
    assertThat(desk.told("redo 2")).endsWith("digest: 3t 3n hash:HASH");
  }

  @Test
  void undo_to_a_name_off_the_line_says_so() {
    desk.doing("checkpoint v1").doing("undo 3").by(ANN, "add kiwi");
    assertThat(desk.refused("undo to:v1"))
        .isEqualTo(
            """
            ! checkpoint "v1" lies on another branch, which left this one at the base
              try: revert to:v1\
            """);
    var before = desk.state().digest();
    assertThat(desk.told("revert to:v1"))
        .startsWith("! as it was at checkpoint \"v1\", by one step; undo takes that back\n");
    assertThat(desk.told("revert to:v1")).startsWith("! the document is as it was at checkpoint");
    desk.doing("undo");
    assertThat(desk.state().digest()).isEqualTo(before);
  }

  @Test
  void a_person_is_told_whose_step_was_taken_back() {
    desk.by(BOB, "add kiwi");
    assertThat(desk.told("undo 2"))
        .isEqualTo(
            """
            ! undone: bob 12:05, add kiwi
            ! undone: add plum
            digest: 2t 2n hash:HASH\
            """);
    assertThat(desk.told(BOB, "redo")).startsWith("! redone: ann 12:05, add plum\n");
  }

  @Test
  void an_agent_stops_before_the_step_of_another() {
    assertThat(desk.refused(BOT, "undo"))
        .isEqualTo(
            """
            ! the last step is not yours: ann 12:05, add plum
              try: undo any:yes\
            """);
    assertThat(desk.told(BOT, "undo any:yes"))
        .isEqualTo("! undone: ann 12:05, add plum\ndigest: 2t 2n hash:HASH");
  }

  @Test
  void an_agent_is_offered_its_own_step_first() {
    desk.by(BOT, "add kiwi").by(BOB, "add lime");
    assertThat(desk.refused(BOT, "undo 2"))
        .isEqualTo(
            """
            ! the last step is not yours: bob 12:05, add lime
              try: undo mine
              try: undo 2 any:yes\
            """);
    assertThat(desk.told(BOT, "undo mine"))
        .isEqualTo("! undone: add kiwi\ndigest: 4t 4n hash:HASH");
    desk.by(BOB, "add date");
    assertThat(desk.refused(BOT, "undo")).doesNotContain("undo mine");
  }

  @Test
  void an_agent_takes_back_its_own_steps_up_to_those_of_another() {
    desk.by(BOT, "add kiwi", "add lime");
    assertThat(desk.told(BOT, "undo 4"))
        .isEqualTo(
            """
            ! undone: add lime
            ! undone: add kiwi
            ! the next step is not yours: ann 12:05, add plum
              try: undo any:yes
            digest: 3t 3n hash:HASH\
            """);
  }

  @Test
  void an_agent_does_not_return_to_a_checkpoint_over_the_steps_of_another() {
    desk.doing("checkpoint v1").by(BOB, "add kiwi").by(BOT, "add lime");
    assertThat(desk.refused(BOT, "undo to:v1"))
        .isEqualTo(
            """
            ! a step after the checkpoint is not yours: bob 12:05, add kiwi
              try: undo to:v1 any:yes\
            """);
    assertThat(desk.told(BOT, "undo to:v1 any:yes")).contains("! back at checkpoint \"v1\"\n");
  }

  @ParameterizedTest
  @CsvSource({"save", "checkpoint v1", "undo", "undo to:v1", "redo", "history", "status"})
  void without_a_document_there_is_nothing_to_act_on(String action) {
    assertThat(new Desktop(folder).refused(action))
        .isEqualTo("! no document is open\n  try: new \"Title\"");
  }

  @Test
  void an_action_that_is_no_text_is_refused() {
    assertThat(desk.refused(" ")).isEqualTo("! the operation is empty");
    assertThat(desk.refused("undo \""))
        .isEqualTo("! the quote \" at position 6 is never closed\n  try: undo");
    assertThat(desk.refused("undo " + "x".repeat(70_000)))
        .isEqualTo("! 70005 characters are more than the 65536 that are read at once");
  }

  @Test
  void squash_makes_one_step_of_many() {
    desk.doing("undo 2")
        .doing("checkpoint \"first pear\"")
        .by(ANN, "add fig", "add plum", "add kiwi");
    assertThat(desk.told("squash to:first"))
        .isEqualTo(
            "! 3 steps after checkpoint \"first pear\" are one step now\ndigest: 4t 4n hash:HASH");
    assertThat(desk.told("undo")).contains("undone: squash to:first", "digest: 1t 1n");
    assertThat(desk.told("redo")).contains("digest: 4t 4n");
    assertThat(desk.refused("squash to:\"first pear\""))
        .isEqualTo("! nothing to squash: 1 step after checkpoint \"first pear\"");
    assertThat(desk.refused("squash")).contains("  try: squash to:");
    desk.doing("undo");
    assertThat(desk.refused("squash to:first")).contains("undone steps lie ahead", "  try: redo 1");
  }

  @Test
  void bail_goes_back_and_leaves_nothing_to_redo() {
    desk.doing("undo 2").doing("checkpoint start").by(ANN, "add fig", "add plum");
    assertThat(desk.told("bail to:start"))
        .isEqualTo(
            "! left: add plum\n! left: add fig\n"
                + "! back for good at checkpoint \"start\"\ndigest: 1t 1n hash:HASH");
    assertThat(desk.refused("redo")).isEqualTo("! nothing to redo");
    assertThat(desk.told("bail to:start")).contains("already at checkpoint \"start\"");
    assertThat(desk.refused("bail to:nowhere")).contains("unknown checkpoint \"nowhere\"");
  }

  @Test
  void an_agent_squashes_and_leaves_only_what_is_its_own() {
    desk.doing("checkpoint start").by(BOT, "add kiwi").by(BOB, "add lime");
    assertThat(desk.refused(BOT, "squash to:start"))
        .contains("a step after the checkpoint is not yours", "  try: squash to:start any:yes");
    assertThat(desk.refused(BOT, "bail to:start"))
        .contains("a step after the checkpoint is not yours", "  try: bail to:start any:yes");
  }
}
