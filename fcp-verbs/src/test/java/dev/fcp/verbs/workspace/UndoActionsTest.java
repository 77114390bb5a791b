package dev.fcp.verbs.workspace;

import static dev.fcp.verbs.workspace.WorkspaceFixture.ANN;
import static dev.fcp.verbs.workspace.WorkspaceFixture.BOB;
import static dev.fcp.verbs.workspace.WorkspaceFixture.BOT;
import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class UndoActionsTest {

  @TempDir Path folder;
  private WorkspaceFixture fixture;

  @BeforeEach
  void create_fixture() {
    fixture = new WorkspaceFixture(folder).act("new").run(ANN, "add pear", "add fig", "add plum");
  }

  @Test
  void undo_undoes_one_step() {
    assertThat(fixture.response("undo")).isEqualTo("! undone: add plum\ndigest: 2t 2n hash:HASH");
  }

  @Test
  void undo_undoes_several_steps() {
    assertThat(fixture.response("UNDO 2"))
        .isEqualTo("! undone: add plum\n! undone: add fig\ndigest: 1t 1n hash:HASH");
  }

  @Test
  void undo_of_more_steps_than_exist_undoes_all_and_says_so() {
    assertThat(fixture.response("undo 5"))
        .endsWith("! undone: add pear\n! no more steps to undo\ndigest: 0t 0n hash:HASH");
  }

  @Test
  void undo_of_many_steps_lists_the_first_ones() {
    IntStream.range(0, 30).forEach(i -> fixture.run(ANN, "add x" + i));
    assertThat(fixture.response("undo 30").lines())
        .hasSize(22)
        .contains("! undone: add x10", "! undone: 10 more")
        .doesNotContain("! undone: add x9");
  }

  @Test
  void nothing_is_left_to_undo_or_redo() {
    assertThat(fixture.refusal("redo")).isEqualTo("! nothing to redo");
    fixture.act("undo 3");
    assertThat(fixture.refusal("undo")).isEqualTo("! nothing to undo");
    assertThat(fixture.refusal("undo 2")).isEqualTo("! nothing to undo");
  }

  @Test
  void redo_reapplies_undone_steps() {
    fixture.act("undo 3");
    assertThat(fixture.response("redo")).isEqualTo("! redone: add pear\ndigest: 1t 1n hash:HASH");
    assertThat(fixture.response("redo 2"))
        .isEqualTo("! redone: add fig\n! redone: add plum\ndigest: 3t 3n hash:HASH");
    fixture.act("undo");
    assertThat(fixture.response("redo 2"))
        .isEqualTo("! redone: add plum\n! no more steps to redo\ndigest: 3t 3n hash:HASH");
  }

  @ParameterizedTest(name = "{0}")
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "undo 0 | ! the number of steps 0 must be at least 1 |",
        "undo -1 | ! the number of steps -1 must be at least 1 |",
        "undo two | ! the number of steps two is not a whole number |",
        "undo \"a b\" | ! the number of steps \"a b\" is not a whole number |",
        "redo 1.5 | ! the number of steps 1.5 is not a whole number |",
        "redo to:v1 | ! redo does not know the parameter \"to\"; it knows no parameters |",
        "undo 2 to:v1 | ! undo takes a number or to:NAME, not both |",
        "undo ot:v1 | ! undo does not know the parameter \"ot\"; it knows to, any |",
        "undo any:perhaps | ! any:perhaps is not one of yes, no |",
        "udno 2 | ! unknown action \"udno\"; known: new, open, save, adopt, close, documents, checkpoint, undo, redo, bail, squash, rollback, session, mark, branches, branch, switch, jump, revert, verify, checkpoints, retain, status, history, log, audit, diff, compare | undo 2",
      })
  void an_invalid_action_is_refused_with_a_suggestion(
      String action, String message, @Nullable String suggestion) {
    assertThat(fixture.refusal(action))
        .isEqualTo(WorkspaceFixture.refusalText(message, suggestion));
  }

  @ParameterizedTest
  @CsvSource({"leap", "merge", "message"})
  void an_unknown_action_is_refused(String action) {
    assertThat(fixture.refusal(action))
        .startsWith(
            "! unknown action \"%s\"; known: new, open, save, adopt, close, documents, checkpoint, undo, redo, bail, squash, rollback, session, mark, branches, branch, switch, jump, revert, verify, checkpoints, retain, status, history, log, audit, diff"
                .formatted(action));
  }

  @Test
  void the_name_of_a_checkpoint_instead_of_a_number_suggests_undo_to_it() {
    fixture.act("checkpoint v1");
    assertThat(fixture.refusal("undo v1"))
        .isEqualTo("! the number of steps v1 is not a whole number\n  try: undo to:v1");
  }

  @Test
  void checkpoint_names_the_state() {
    assertThat(fixture.response("checkpoint \"before cleanup\""))
        .isEqualTo("! checkpoint \"before cleanup\"\ndigest: 3t 3n hash:HASH");
    assertThat(fixture.response("checkpoint 'before cleanup'"))
        .isEqualTo("! checkpoint \"before cleanup\" moved here\ndigest: 3t 3n hash:HASH");
    assertThat(fixture.refusal("checkpoint"))
        .isEqualTo("! checkpoint needs NAME; usage: checkpoint NAME");
    assertThat(fixture.refusal("checkpoint ' '"))
        .isEqualTo("! a checkpoint needs a name\n  try: checkpoint \"a name\"");
  }

  @Test
  void undo_to_a_checkpoint_undoes_later_steps() {
    fixture.act("checkpoint v1").run(ANN, "add kiwi", "remove pear");
    assertThat(fixture.response("undo to:v1"))
        .isEqualTo(
            """
            ! undone: remove pear
            ! undone: add kiwi
            ! back at checkpoint "v1"
            digest: 3t 3n hash:HASH\
            """);
    assertThat(fixture.response("undo to:v1"))
        .isEqualTo("! already at checkpoint \"v1\"\ndigest: 3t 3n hash:HASH");
  }

  @Test
  void undo_to_a_checkpoint_resolves_its_name_as_any_reference() {
    fixture.act("checkpoint \"Before Cleanup\"").run(ANN, "add kiwi");
    assertThat(fixture.response("undo to:before-cl"))
        .contains("! back at checkpoint \"Before Cleanup\"\n");
  }

  @Test
  void undo_to_an_unknown_name_lists_the_names() {
    assertThat(fixture.refusal("undo to:v1"))
        .isEqualTo("! unknown checkpoint \"v1\": this document has none");
    fixture.act("checkpoint first").act("checkpoint second");
    assertThat(fixture.refusal("undo to:frist"))
        .isEqualTo(
            """
            ! unknown checkpoint "frist": known are "first", "second"
              try: undo to:first\
            """);
  }

  @ParameterizedTest
  @ValueSource(strings = {"undo", "bail", "squash", "revert"})
  void undo_to_the_name_of_a_branch_is_refused_and_suggests_switch(String action) {
    fixture.act("checkpoint \"way back\"").act("branch \"my way\"").act("branch way");
    var before = fixture.state().recordNumber();
    assertThat(fixture.refusal(action + " to:way"))
        .isEqualTo("! \"way\" is the name of a branch\n  try: switch way");
    assertThat(fixture.refusal(action + " to:MY-W"))
        .isEqualTo("! \"my way\" is the name of a branch\n  try: switch \"my way\"");
    assertThat(fixture.state().recordNumber()).isEqualTo(before);
    assertThat(fixture.response("switch \"my way\"")).startsWith("! already at \"my way\"\n");
  }

  @Test
  void the_name_of_a_branch_instead_of_a_number_suggests_switch() {
    fixture.act("branch way");
    assertThat(fixture.refusal("undo way")).endsWith("\n  try: switch way");
  }

  @Test
  void undo_to_an_ambiguous_name_lists_the_candidates() {
    fixture.act("checkpoint v10").act("checkpoint v11");
    assertThat(fixture.refusal("undo to:v1")).isEqualTo("! \"v1\" may be any of \"v10\", \"v11\"");
  }

  @Test
  void undo_to_a_name_in_the_redo_tail_says_so() {
    fixture.act("checkpoint v1").act("undo 2");
    assertThat(fixture.refusal("undo to:v1"))
        .isEqualTo(
            "! checkpoint \"v1\" is among the undone steps; redo to reach it\n  try: redo 2");
    assertThat(fixture.response("redo 2")).endsWith("digest: 3t 3n hash:HASH");
  }

  @Test
  void undo_to_a_name_on_an_abandoned_branch_says_so() {
    fixture.act("checkpoint v1").act("undo 3").run(ANN, "add kiwi");
    assertThat(fixture.refusal("undo to:v1"))
        .isEqualTo(
            """
            ! checkpoint "v1" lies on another branch, which left this one at the base
              try: revert to:v1\
            """);
    var before = fixture.state().digest();
    assertThat(fixture.response("revert to:v1"))
        .startsWith("! reverted to checkpoint \"v1\", as one step; undo reverses it\n");
    assertThat(fixture.response("revert to:v1"))
        .startsWith("! nothing to revert: the document is as it was at checkpoint");
    fixture.act("undo");
    assertThat(fixture.state().digest()).isEqualTo(before);
  }

  @Test
  void a_person_sees_whose_step_was_undone() {
    fixture.run(BOB, "add kiwi");
    assertThat(fixture.response("undo 2"))
        .isEqualTo(
            """
            ! undone: bob 12:05, add kiwi
            ! undone: add plum
            digest: 2t 2n hash:HASH\
            """);
    assertThat(fixture.response(BOB, "redo")).startsWith("! redone: ann 12:05, add plum\n");
  }

  @Test
  void an_agent_stops_before_the_step_of_another_actor() {
    assertThat(fixture.refusal(BOT, "undo"))
        .isEqualTo(
            """
            ! the last step is not yours: ann 12:05, add plum; with any:yes it counts as yours\
            """);
    assertThat(fixture.response(BOT, "undo any:yes"))
        .isEqualTo("! undone: ann 12:05, add plum\ndigest: 2t 2n hash:HASH");
  }

  @Test
  void an_agent_is_offered_its_own_step_first() {
    fixture.run(BOT, "add kiwi").run(BOB, "add lime");
    assertThat(fixture.refusal(BOT, "undo 2"))
        .isEqualTo(
            """
            ! the last step is not yours: bob 12:05, add lime; with any:yes it counts as yours
              try: undo mine\
            """);
    assertThat(fixture.response(BOT, "undo mine"))
        .isEqualTo("! undone: add kiwi\ndigest: 4t 4n hash:HASH");
    fixture.run(BOB, "add date");
    assertThat(fixture.refusal(BOT, "undo")).doesNotContain("undo mine");
  }

  @Test
  void an_agent_undoes_its_own_steps_up_to_those_of_another_actor() {
    fixture.run(BOT, "add kiwi", "add lime");
    assertThat(fixture.response(BOT, "undo 4"))
        .isEqualTo(
            """
            ! undone: add lime
            ! undone: add kiwi
            ! the next step is not yours: ann 12:05, add plum; with any:yes it counts as yours
            digest: 3t 3n hash:HASH\
            """);
  }

  @Test
  void an_agent_does_not_undo_to_a_checkpoint_past_steps_of_another_actor() {
    fixture.act("checkpoint v1").run(BOB, "add kiwi").run(BOT, "add lime");
    assertThat(fixture.refusal(BOT, "undo to:v1"))
        .isEqualTo(
            """
            ! a step after the checkpoint is not yours: bob 12:05, add kiwi; with any:yes it counts as yours\
            """);
    assertThat(fixture.response(BOT, "undo to:v1 any:yes"))
        .contains("! back at checkpoint \"v1\"\n");
  }

  @ParameterizedTest
  @CsvSource({"save", "checkpoint v1", "undo", "undo to:v1", "redo", "history", "status"})
  void an_action_without_an_open_document_is_refused(String action) {
    assertThat(new WorkspaceFixture(folder).refusal(action))
        .isEqualTo("! no document is open\n  try: new \"Title\"");
  }

  @Test
  void a_malformed_or_overlong_action_is_refused() {
    assertThat(fixture.refusal(" ")).isEqualTo("! the operation is empty");
    assertThat(fixture.refusal("undo \""))
        .isEqualTo("! the quote \" at position 6 is never closed\n  try: undo");
    assertThat(fixture.refusal("undo " + "x".repeat(70_000)))
        .isEqualTo("! 70005 characters exceed the limit of 65536");
  }

  @Test
  void squash_replaces_several_steps_by_one() {
    fixture
        .act("undo 2")
        .act("checkpoint \"first pear\"")
        .run(ANN, "add fig", "add plum", "add kiwi");
    assertThat(fixture.response("squash to:first"))
        .isEqualTo(
            "! 3 steps after checkpoint \"first pear\" are now one step\ndigest: 4t 4n hash:HASH");
    assertThat(fixture.response("undo")).contains("undone: squash to:first", "digest: 1t 1n");
    assertThat(fixture.response("redo")).contains("digest: 4t 4n");
    assertThat(fixture.refusal("squash to:\"first pear\""))
        .isEqualTo("! nothing to squash: 1 step after checkpoint \"first pear\"");
    assertThat(fixture.refusal("squash")).contains("squash needs to:NAME");
    fixture.act("undo");
    assertThat(fixture.refusal("squash to:first"))
        .contains("there are undone steps; redo or discard them first", "  try: redo 1");
  }

  @Test
  void bail_undoes_and_discards_the_redo_tail() {
    fixture.act("undo 2").act("checkpoint start").run(ANN, "add fig", "add plum");
    assertThat(fixture.response("bail to:start"))
        .isEqualTo(
            "! abandoned: add plum\n! abandoned: add fig\n"
                + "! bailed to checkpoint \"start\"\ndigest: 1t 1n hash:HASH");
    assertThat(fixture.refusal("redo")).isEqualTo("! nothing to redo");
    assertThat(fixture.response("bail to:start")).contains("already at checkpoint \"start\"");
    assertThat(fixture.refusal("bail to:nowhere")).contains("unknown checkpoint \"nowhere\"");
  }

  @Test
  void an_agent_squashes_and_bails_only_its_own_steps() {
    fixture.act("checkpoint start").run(BOT, "add kiwi").run(BOB, "add lime");
    assertThat(fixture.refusal(BOT, "squash to:start"))
        .contains("a step after the checkpoint is not yours", "; with any:yes it counts as yours");
    assertThat(fixture.refusal(BOT, "bail to:start"))
        .contains("a step after the checkpoint is not yours", "; with any:yes it counts as yours");
  }
}
