package dev.fcp.verbs.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import dev.fcp.eventlog.history.Origin;
import dev.fcp.eventlog.history.Step;
import dev.fcp.eventlog.journal.InMemoryJournal;
import dev.fcp.eventlog.session.EditOptions;
import dev.fcp.eventlog.session.Session;
import dev.fcp.eventlog.session.SessionSettings;
import dev.fcp.verbs.tally.Tally;
import dev.fcp.verbs.tally.TallyDomain;
import dev.fcp.verbs.tally.TallyEvent;
import dev.fcp.verbs.tally.TallyLanguage;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class OperationRunnerTest {

  private static final Origin ANN = Origin.of("ann");
  private static final CallLimits FEW = new CallLimits(40, 5, 3);

  private final Session<Tally, TallyEvent> session =
      Session.create(new TallyDomain(), ANN, InMemoryJournal.empty(), SessionSettings.standard());
  private final OperationRunner<Tally, TallyEvent> runner =
      new OperationRunner<>(new TallyLanguage(), FEW);
  private final QueryRunner<Tally> queries = new QueryRunner<>(new TallyLanguage().queries(), FEW);
  private final ViewState viewState = ViewState.initial();

  @Test
  void responds_with_one_line_per_operation_and_the_digest() {
    runSuccessfully("add pear count:2", "add \"red apple\"");
    assertThat(run("move \"red apple\" -> PEAR", "shelf title Fruit", "remove @all").text())
        .isEqualTo(
            """
            ~ red apple -> pear
            * title "Fruit"
            @ removed all
            digest: 0t 0n hash:HASH\
            """
                .replace("HASH", session.digest().shortHex()));
  }

  @Test
  void an_operation_that_changes_nothing_says_so_and_leaves_no_step() {
    runSuccessfully("add pear", "shelf title Fruit");
    assertThat(run("shelf title Fruit", "add fig", "shelf look fig").lines())
        .startsWith("! unchanged: shelf title Fruit", "+ fig 1", "! looking at fig");
    assertThat(session.state().undoableSteps(9).stream().map(Step::label))
        .containsExactly("add pear", "shelf title Fruit", "add fig");
  }

  @Test
  void each_operation_is_one_step_labelled_with_its_text() {
    runSuccessfully("  add pear  count:2 ", "shelf title 'My Fruit'");
    assertThat(session.state().undoableSteps(9).stream().map(Step::label))
        .containsExactly("add pear  count:2", "shelf title 'My Fruit'");
    assertThat(session.state().undoableSteps(9).stream().map(Step::origin)).containsOnly(ANN);
  }

  @Test
  void a_failed_operation_cancels_all_others() {
    runSuccessfully("add pear count:2");
    assertThat(refusedText("add plum", "remove pare", "add fig"))
        .isEqualTo(
            """
            ! operation 2 of 3 failed: remove pare; the others were not applied
            ! there is no thing "pare"
            digest: 1t 2n hash:HASH\
            """);
  }

  @Test
  void a_refusal_without_a_known_alternative_suggests_nothing() {
    runSuccessfully("add pear", "add peach");
    assertThat(refusedText("remove pea"))
        .isEqualTo(
            """
            ! operation 1 of 1 failed: remove pea
            ! "pea" may be any of peach, pear
            digest: 2t 2n hash:HASH\
            """);
  }

  @Test
  void an_unknown_verb_is_refused_with_the_nearest() {
    assertThat(refusedText("ad pear count:2"))
        .isEqualTo(
            """
            ! operation 1 of 1 failed: ad pear count:2
            ! unknown verb "ad"; known: add, remove, move, shelf, blunder, crash
              try: add pear count:2
            digest: 0t 0n hash:HASH\
            """);
  }

  @Test
  void an_unknown_second_word_is_refused_with_the_nearest() {
    assertThat(refusedText("Shelf titel Fruit"))
        .isEqualTo(
            """
            ! operation 1 of 1 failed: Shelf titel Fruit
            ! shelf does not know "titel"; it knows title, look
              try: shelf title Fruit
            digest: 0t 0n hash:HASH\
            """);
  }

  @Test
  void a_missing_second_word_is_refused_with_the_known_ones() {
    assertThat(refusedText("shelf")).contains("! shelf needs one of title, look\ndigest");
  }

  @Test
  void an_unknown_parameter_is_refused_with_the_nearest() {
    assertThat(refusedText("add pear cuont:2"))
        .isEqualTo(
            """
            ! operation 1 of 1 failed: add pear cuont:2
            ! add does not know the parameter "cuont"; it knows count
              try: add pear count:2
            digest: 0t 0n hash:HASH\
            """);
  }

  @Test
  void a_malformed_operation_names_the_position() {
    assertThat(refusedText("add pear", "add 'fig"))
        .isEqualTo(
            """
            ! operation 2 of 2 failed: add 'fig; the others were not applied
            ! the quote ' at position 5 is never closed
              try: add "fig"
            digest: 0t 0n hash:HASH\
            """);
  }

  @Test
  void an_event_that_does_not_apply_refuses_the_operation_whatever_the_verb_says() {
    assertThat(refusedText("add pear", "blunder"))
        .isEqualTo(
            """
            ! operation 2 of 2 failed: blunder; the others were not applied
            ! thing nobody is not there
            digest: 0t 0n hash:HASH\
            """);
  }

  @Test
  void line_breaks_in_an_operation_are_escaped_in_the_response() {
    assertThat(refusedText("remove \"a\nb\""))
        .isEqualTo(
            """
            ! operation 1 of 1 failed: remove "a\\nb"
            ! there is no thing "a\\nb"
            digest: 0t 0n hash:HASH\
            """);
    runSuccessfully("add \"a\nb\"");
    assertThat(queries.answer(session.model(), viewState, "list").lines())
        .containsExactly("a\\nb 1");
  }

  @ParameterizedTest
  @ValueSource(strings = {"remove pare", "rename pear", "remove pear cuont:1", "remove \"pear"})
  void an_operation_that_takes_something_away_is_never_suggested(String operation) {
    runSuccessfully("add pear");
    assertThat(refusedText(operation)).doesNotContain("try:");
  }

  @Test
  void a_suggestion_that_would_be_refused_is_not_made() {
    runSuccessfully("add pear");
    assertThat(refusedText("add pear cuont:2")).doesNotContain("try:");
  }

  @Test
  void a_call_without_operations_is_refused() {
    assertThat(refusedText())
        .isEqualTo("! there is no operation to apply\ndigest: 0t 0n hash:HASH");
    assertThat(refusedText(" \t")).contains("! the operation is empty\ndigest");
  }

  @Test
  void exceeding_a_limit_is_refused() {
    assertThat(refusedText(Collections.nCopies(6, "add x").toArray(String[]::new)))
        .isEqualTo(
            "! 6 operations exceed the limit of 5 per call; none was applied\n"
                + "digest: 0t 0n hash:HASH");
    assertThat(refusedText("add " + "x".repeat(37)))
        .contains("\n! 41 characters exceed the limit of 40\n");
    runSuccessfully("add " + "x".repeat(36));
  }

  @Test
  void a_verb_that_crashes_leaves_the_document_and_the_view_state_unchanged() {
    runSuccessfully("add pear");
    assertThatIllegalStateException()
        .isThrownBy(() -> run("add fig", "crash"))
        .withMessage("crash");
    assertThat(session.digest().summary()).isEqualTo("1t 1n");
    assertThat(lastThing()).isEqualTo("pear");
    runSuccessfully("add fig");
  }

  @Test
  void the_view_state_changes_only_with_the_whole_call() {
    runSuccessfully("add pear", "add fig");
    assertThat(refusedText("shelf look pear", "remove nobody")).contains("operation 2 of 2");
    assertThat(lastThing()).isEqualTo("fig");
    assertThat(run("shelf look pear").lines().get(0)).isEqualTo("! looking at pear");
    assertThat(lastThing()).isEqualTo("pear");
    assertThat(session.state().undoDepth()).isEqualTo(2);
  }

  @Test
  void a_call_that_expects_another_head_is_refused_as_a_whole() {
    runSuccessfully("add pear");
    EditOptions staleOptions = EditOptions.of("late", ANN).expectingDigest("00000000");
    Response response = runner.run(session, viewState, List.of("add fig"), staleOptions);
    assertThat(response.isError()).isTrue();
    assertThat(response.lines().get(0)).isEqualTo("! none of the operations was applied");
    assertThat(response.lines().get(1))
        .startsWith("! the document has changed: expected hash:00000000");
    assertThat(session.state().undoDepth()).isEqualTo(1);
  }

  private String lastThing() {
    return queries.answer(session.model(), viewState, "last").text();
  }

  private Response run(String... operations) {
    return runner.run(session, viewState, List.of(operations), EditOptions.of("call", ANN));
  }

  private void runSuccessfully(String... operations) {
    assertThat(run(operations).isError()).isFalse();
  }

  /** The response to a call that must be refused and change nothing, with the hash masked. */
  private String refusedText(String... operations) {
    var before = session.state();
    Response response = run(operations);
    assertThat(response.isError()).isTrue();
    assertThat(session.model()).isEqualTo(before.model());
    assertThat(session.state().undoStack()).isEqualTo(before.undoStack());
    return response.text().replace("hash:" + session.digest().shortHex(), "hash:HASH");
  }
}
