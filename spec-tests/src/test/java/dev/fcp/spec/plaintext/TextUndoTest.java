package dev.fcp.spec.plaintext;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.fcp.eventlog.domain.Value;
import dev.fcp.eventlog.history.EditorSelection;
import dev.fcp.eventlog.history.History.Branch;
import dev.fcp.eventlog.history.HistoryPoint;
import dev.fcp.eventlog.history.Origin;
import dev.fcp.eventlog.history.RollbackPlan;
import dev.fcp.eventlog.history.RollbackSelection;
import dev.fcp.eventlog.history.StepFilter;
import dev.fcp.eventlog.history.StepId;
import dev.fcp.eventlog.plaintext.Anchor;
import dev.fcp.eventlog.plaintext.Text;
import dev.fcp.eventlog.plaintext.TextEdit;
import dev.fcp.eventlog.session.EditOptions;
import dev.fcp.eventlog.session.Outcome;
import dev.fcp.spec.Clause;
import dev.fcp.spec.domains.pages.PageEvent;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Two authors edit one text, and each undoes what is theirs. */
class TextUndoTest {

  private static final String ANN = "ann";
  private static final String AGENT = "agent";

  private final TextSession page = TextSession.of("one two three");

  @AfterEach
  void the_document_that_is_loaded_again_is_the_same() {
    TextSession loaded = page.reloaded();
    assertThat(loaded.text()).isEqualTo(page.text());
    assertThat(loaded.session.verify().isValid()).isTrue();
    // The step that made the page stays.
    int steps = page.session.state().undoDepth() - 1;
    if (steps > 0) {
      assertThat(loaded.session.undo(steps)).isInstanceOf(Outcome.Moved.class);
      assertThat(loaded.session.redo(steps)).isInstanceOf(Outcome.Moved.class);
    }
    assertThat(loaded.text()).isEqualTo(page.text());
  }

  @Test
  @Clause("RB-10")
  void typing_in_the_middle_of_what_another_deletes_stays() {
    page.type(ANN, "one t", "XY");
    page.replace(AGENT, " tXYwo", "");
    page.type(ANN, "one", "!");
    page.undoOwn(AGENT);
    assertThat(page.body()).isEqualTo("one! tXYwo three");
    page.undoOwn(ANN);
    page.undoOwn(ANN);
    assertThat(page.body()).isEqualTo("one two three");
  }

  @Test
  @Clause("RB-1")
  void typing_in_the_middle_of_a_paragraph_that_is_rolled_back_stays() {
    StepId paragraph = page.type(AGENT, "two", " and a paragraph of the agent");
    page.type(ANN, "a para", "PERSON");
    RollbackPlan<PageEvent> plan = page.rollBack(ANN, paragraph);
    assertThat(page.body()).isEqualTo("one twoPERSON three");
    assertThat(plan.isComplete()).isTrue();
    assertThat(plan.events()).hasSize(1);
    page.undoOwn(ANN);
    assertThat(page.body()).isEqualTo("one two three");
  }

  @Test
  @Clause("RB-10")
  void overlapping_deletions_come_back_in_either_order() {
    page.replace(ANN, "one tw", "");
    page.replace(AGENT, "o th", "");
    assertThat(page.body()).isEqualTo("ree");
    page.undoOwn(ANN);
    assertThat(page.body()).isEqualTo("one twree");
    page.undoOwn(AGENT);
    assertThat(page.body()).isEqualTo("one two three");
    page.redoOwn(ANN);
    page.redoOwn(AGENT);
    page.undoOwn(AGENT);
    assertThat(page.body()).isEqualTo("o three");
  }

  @Test
  @Clause("RB-10")
  void of_typing_at_the_border_of_another_insertion_each_can_be_undone() {
    page.type(ANN, "two", "<");
    page.type(AGENT, "two<", ">");
    page.type(ANN, "two", "=");
    assertThat(page.body()).isEqualTo("one two=<> three");
    page.undoOwn(AGENT);
    assertThat(page.body()).isEqualTo("one two=< three");
    page.undoOwn(ANN);
    page.undoOwn(ANN);
    page.redoOwn(AGENT);
    assertThat(page.body()).isEqualTo("one two> three");
  }

  @Test
  @Clause("RB-10")
  void own_typing_can_be_undone_after_another_deleted_the_paragraph() {
    page.type(ANN, "two", " mine");
    page.replace(AGENT, "two mine three", "");
    page.type(ANN, "one ", "end");
    page.undoOwn(ANN);
    page.undoOwn(AGENT);
    assertThat(page.body()).isEqualTo("one two mine three");
    page.undoOwn(ANN);
    assertThat(page.body()).isEqualTo("one two three");
  }

  @Test
  @Clause("RB-3")
  void characters_that_are_deleted_again_come_back_with_the_second_deletion() {
    StepId first = page.replace(ANN, "two ", "");
    page.rollBack(AGENT, first);
    StepId restoration = page.newest().id();
    StepId second = page.replace(AGENT, "two ", "");
    RollbackPlan<PageEvent> plan = page.rollBack(ANN, restoration);
    assertThat(plan.events()).isEmpty();
    assertThat(page.body()).isEqualTo("one three");
    page.rollBack(ANN, second);
    assertThat(page.body()).isEqualTo("one two three");
  }

  @Test
  @Clause("RB-3")
  void only_the_characters_that_another_deleted_since_are_superseded() {
    StepId typed = page.type(AGENT, "two", " abcdef");
    StepId deleted = page.replace(ANN, "cd", "");
    RollbackPlan<PageEvent> plan = page.session.rollbacks().plan(RollbackSelection.of(typed));
    assertThat(plan.superseded())
        .singleElement()
        .satisfies(over -> {
          assertThat(over.laterStep()).isEqualTo(deleted);
          assertThat(over.unit().characters().orElseThrow().length()).isEqualTo(2);
        });
    page.rollBack(ANN, typed);
    assertThat(page.body()).isEqualTo("one two three");
    page.rollBack(ANN, page.newest().id());
    assertThat(page.body()).isEqualTo("one two abef three");
    page.rollBack(ANN, deleted);
    assertThat(page.body()).isEqualTo("one two abcdef three");
  }

  @Test
  @Clause("RB-4")
  void a_page_in_which_another_typed_is_not_taken_away() {
    StepId created = page.newest().id();
    StepId typed = page.type(ANN, "two", "!");
    RollbackPlan<PageEvent> plan = page.session.rollbacks().plan(RollbackSelection.of(created));
    assertThat(plan.conflicts())
        .singleElement()
        .satisfies(conflict -> assertThat(conflict.blockingSteps()).containsExactly(typed));
    RollbackPlan<PageEvent> both =
        page.session.rollbacks().plan(RollbackSelection.of(created, typed));
    assertThat(both.isComplete()).isTrue();
    assertThat(both.events()).hasSize(1);
  }

  @Test
  @Clause("RB-1")
  void a_message_of_many_edits_is_rolled_back_by_one_event() {
    for (int i = 0; i < 20; i++) {
      page.type(AGENT, "one", " " + i);
      page.type(ANN, i + "", "?");
    }
    page.rollBack(ANN, new RollbackSelection.Matching(StepFilter.ANY.withActor(AGENT)));
    assertThat(page.body()).isEqualTo("one" + "?".repeat(20) + " two three");
    assertThat(page.newest().events()).hasSize(1);
    page.undoOwn(ANN);
  }

  @Test
  @Clause("RB-1")
  void one_message_is_rolled_back_from_between_what_others_typed() {
    EditOptions first = EditOptions.of("first", Origin.of(AGENT, "session", "m1"));
    EditOptions second = EditOptions.of("second", Origin.of(AGENT, "session", "m2"));
    page.type(first, "one", " alpha");
    page.type(ANN, "al", "?");
    page.type(second, "al?p", "B");
    page.replace(first, "three", "3");
    page.type(ANN, "two 3", "!");
    page.type(second, "one", ",");
    assertThat(page.body()).isEqualTo("one, al?pBha two 3!");
    RollbackPlan<PageEvent> plan =
        page.rollBack(ANN, new RollbackSelection.Matching(StepFilter.ANY.withMessage("m1")));
    assertThat(plan.isComplete()).isTrue();
    assertThat(page.body()).isEqualTo("one,?B two !three");
    assertThat(page.newest().events()).hasSize(1);
    page.rollBack(ANN, page.newest().id());
    assertThat(page.body()).isEqualTo("one, al?pBha two 3!");
    page.rollBack(ANN, new RollbackSelection.Matching(StepFilter.ANY.withMessage("m2")));
    assertThat(page.body()).isEqualTo("one al?pha two 3!");
  }

  @Test
  @Clause({"SE-28", "RB-10"})
  void undo_brings_back_the_selection_which_stays_through_edits_of_others() {
    Value.Fields selected = selection(page.text(), 4, 7);
    page.replace(
        TextSession.options(ANN).withEditorSelection(new EditorSelection(selected, caret("2"))),
        "two",
        "2");
    assertThat(page.session.undo())
        .isInstanceOfSatisfying(
            Outcome.Moved.class,
            moved -> assertThat(selected(moved.editorSelection())).isEqualTo("two"));
    assertThat(page.session.redo()).isInstanceOf(Outcome.Moved.class);
    page.splice(AGENT, 0, 0, "zero ");
    page.type(AGENT, "one ", "(");
    page.type(AGENT, "2", ")");
    page.undoOwn(ANN);
    assertThat(page.body()).isEqualTo("zero one ()two three");
    Value.Fields restored = page.newest().editorSelection().after();
    assertThat(restored).isEqualTo(selected);
    assertThat(selected(restored)).isEqualTo("two");
    page.type(AGENT, "zero", " and");
    page.type(AGENT, "()two", "!");
    assertThat(selected(restored)).isEqualTo("two");
    page.redoOwn(ANN);
    assertThat(page.body()).isEqualTo("zero and one (2)! three");
    assertThat(page.newest().editorSelection().after()).isEqualTo(caret("2"));
  }

  /** A selection as an editor stores it: two anchors. */
  private static Value.Fields selection(Text text, int from, int to) {
    return Value.Fields.of(
        Map.of(
            "from", Value.of(text.anchorBefore(from).toString()),
            "to", Value.of(text.anchorAfter(to).toString())));
  }

  private static Value.Fields caret(String after) {
    return Value.Fields.of(Map.of("after", Value.of(after)));
  }

  private String selected(Value.Fields selection) {
    return selected(Anchor.parse(selection.text("from")), Anchor.parse(selection.text("to")));
  }

  @Test
  @Clause("RB-10")
  void a_selection_stays_at_its_characters_and_comes_back_with_them() {
    Anchor from = page.text().anchorBefore(4);
    Anchor to = page.text().anchorAfter(7);
    page.splice(AGENT, 0, 0, "zero ");
    assertThat(selected(from, to)).isEqualTo("two");
    page.type(AGENT, "zero one t", "--");
    assertThat(selected(from, to)).isEqualTo("t--wo");
    page.replace(AGENT, " t--wo", "");
    assertThat(selected(from, to)).isEmpty();
    page.undoOwn(AGENT);
    assertThat(selected(Anchor.parse(from.toString()), Anchor.parse(to.toString())))
        .isEqualTo("t--wo");
  }

  private String selected(Anchor from, Anchor to) {
    return page.text()
        .substring(
            page.text().offsetOf(from).orElseThrow(), page.text().offsetOf(to).orElseThrow());
  }

  @Test
  @Clause("JN-14")
  void pruning_forgets_deleted_characters_that_no_kept_step_names() {
    page.type(AGENT, "two", "TOMB");
    page.replace(ANN, "TOMB", "");
    page.type(AGENT, "three", " four");
    page.replace(ANN, "two ", "");
    assertThat(page.text().encode().toString()).contains("TOMB", "=two]");
    page.prune(1);
    assertThat(page.text().encode().toString()).doesNotContain("TOMB").contains("=two ]");
    TextSession loaded = page.reloaded();
    assertThat(loaded.text()).isEqualTo(page.text());
    assertThat(loaded.text().encode()).isEqualTo(page.text().encode());
    loaded.undoOwn(ANN);
    assertThat(loaded.body()).isEqualTo("one two three four");
    assertThat(page.session.refresh().digest()).isEqualTo(loaded.session.digest());
  }

  @Test
  @Clause("JN-14")
  void another_open_session_forgets_what_was_pruned_when_it_catches_up() {
    page.type(AGENT, "two", "TOMB");
    page.replace(ANN, "TOMB", "");
    page.type(AGENT, "three", " four");
    page.replace(ANN, "two ", "");
    TextSession other = page.reloaded();
    assertThat(other.text().encode().toString()).contains("TOMB");
    page.prune(1);
    assertThat(other.session.refresh().digest()).isEqualTo(page.session.digest());
    assertThat(other.text().encode()).isEqualTo(page.text().encode());
    other.undoOwn(ANN);
    assertThat(page.session.refresh().digest()).isEqualTo(other.session.digest());
    assertThat(page.body()).isEqualTo("one two three four");
  }

  @Test
  @Clause("JN-14")
  void what_was_forgotten_is_written_anew_and_not_restored() {
    page.replace(ANN, "two ", "");
    page.type(AGENT, "three", " four");
    page.type(AGENT, "four", " five");
    page.prune(1);
    page.edit("external", page.text().diff(Text.of("one two three")));
    assertThat(page.body()).isEqualTo("one two three");
    page.undoOwn("external");
    assertThat(page.body()).isEqualTo("one three four five");
    page.redoOwn("external");
  }

  @Test
  @Clause("JN-14")
  void a_far_jump_after_pruning_does_not_bring_back_what_was_forgotten() {
    page.type(AGENT, "two", "TOMB");
    page.replace(ANN, "TOMB", "");
    for (int i = 0; i < 1_200; i++) {
      page.splice(ANN, 0, 0, "x");
    }
    page.prune(1_198);
    assertThat(page.session.undo(1_100)).isInstanceOf(Outcome.Moved.class);
    assertThat(page.body()).isEqualTo("x".repeat(100) + "one two three");
    assertThat(page.text().encode().toString()).doesNotContain("TOMB");
  }

  @Test
  @Clause("HI-2")
  void an_edit_after_undo_is_a_branch_and_both_branches_have_their_text() {
    page.type(ANN, "two", " left");
    HistoryPoint left = page.session.state().head();
    assertThat(page.session.undo()).isInstanceOf(Outcome.Moved.class);
    page.type(ANN, "two", " right");
    HistoryPoint right = page.session.state().head();
    switchTo(left, "one two left three");
    switchTo(right, "one two right three");
  }

  @Test
  @Clause({"HI-2", "RB-10"})
  void on_each_branch_two_authors_undo_their_own() {
    page.type(ANN, "two", " left");
    page.type(AGENT, "two left", " agent");
    HistoryPoint left = page.session.state().head();
    assertThat(page.session.undo(2)).isInstanceOf(Outcome.Moved.class);
    page.type(AGENT, "two", " right");
    page.type(ANN, "two ri", "!");
    switchTo(left, "one two left agent three");
    page.undoOwn(ANN);
    assertThat(page.body()).isEqualTo("one two agent three");
    HistoryPoint agentOnly = page.session.state().head();
    HistoryPoint right =
        page.session.branches().list().stream()
            .map(Branch::end)
            .filter(end -> !end.equals(agentOnly))
            .findFirst()
            .orElseThrow();
    switchTo(right, "one two ri!ght three");
    page.undoOwn(AGENT);
    assertThat(page.body()).isEqualTo("one two! three");
    page.redoOwn(AGENT);
    page.undoOwn(ANN);
    assertThat(page.body()).isEqualTo("one two right three");
    switchTo(agentOnly, "one two agent three");
    page.redoOwn(ANN);
    assertThat(page.body()).isEqualTo("one two left agent three");
  }

  private void switchTo(HistoryPoint point, String body) {
    assertThat(page.session.branches().switchTo(point)).isInstanceOf(Outcome.Moved.class);
    assertThat(page.body()).isEqualTo(body);
  }

  @Test
  @Clause("SE-32")
  void a_composition_of_an_input_method_is_one_step_whatever_it_replaces() {
    int steps = page.session.state().undoableSteps(99).size();
    page.compose(ANN, 3, "n", "ni", "nih", "\u4f60", "\u4f60\u597d");
    assertThat(page.body()).isEqualTo("one\u4f60\u597d two three");
    assertThat(page.session.state().undoableSteps(99)).hasSize(steps + 1);
    assertThat(page.newest().events()).hasSize(1);
    page.type(AGENT, "one\u4f60", "-");
    page.undoOwn(ANN);
    assertThat(page.body()).isEqualTo("one- two three");
  }

  @Test
  @Clause("RB-10")
  void a_long_pasted_text_is_undone_around_what_another_typed_in_it() {
    page.type(AGENT, "two", "lorem ipsum ".repeat(50_000));
    page.type(ANN, "lorem", "X");
    page.undoOwn(AGENT);
    assertThat(page.body()).isEqualTo("one twoX three");
    page.redoOwn(AGENT);
    assertThat(page.body()).startsWith("one twoloremX ipsum").hasSize(600_014);
  }

  @Test
  void an_edit_of_nothing_and_one_of_no_text_are_refused_with_the_reason() {
    var model = page.session.model();
    TextEdit nothing = page.text().splice(3, 0, "", page.ids(ANN));
    TextEdit typing = page.text().splice(3, 0, "x", page.ids(ANN));
    assertThatIllegalArgumentException()
        .isThrownBy(() -> TextSession.DOMAIN.edited(TextSession.KEY, model, "body", nothing))
        .withMessage("the edit of body of page 1 changes nothing");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> TextSession.DOMAIN.edited(TextSession.KEY, model, "title", typing))
        .withMessage("page 1 has no text \"title\"");
  }
}
