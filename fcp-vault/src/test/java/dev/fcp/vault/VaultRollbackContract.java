package dev.fcp.vault;

import static org.assertj.core.api.Assertions.assertThat;

import dev.fcp.eventlog.domain.Unit;
import dev.fcp.eventlog.entity.EntityModel;
import dev.fcp.eventlog.history.HistoryPoint;
import dev.fcp.eventlog.history.Origin;
import dev.fcp.eventlog.history.RollbackPlan;
import dev.fcp.eventlog.history.RollbackPlan.Skipped;
import dev.fcp.eventlog.history.RollbackSelection;
import dev.fcp.eventlog.history.StepFilter;
import dev.fcp.eventlog.history.StepId;
import dev.fcp.eventlog.session.EditOptions;
import dev.fcp.eventlog.session.Outcome;
import dev.fcp.eventlog.session.Rollbacks.Mode;
import dev.fcp.eventlog.session.Session;
import dev.fcp.spec.domain.InMemoryFolder;
import dev.fcp.verbs.run.CallLimits;
import dev.fcp.verbs.run.OperationRunner;
import dev.fcp.verbs.run.Response;
import dev.fcp.verbs.run.ViewState;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/**
 * Rollbacks of what agents wrote into a vault that people edit at the same time. A subclass says
 * where the vault is.
 */
abstract class VaultRollbackContract {

  static final Origin PERSON = Origin.of("person");
  static final VaultLanguage LANGUAGE = new VaultLanguage();

  private static final String TIMELINE = "canon/timeline.md";
  private static final String THREADS = "canon/open-threads.md";
  private static final String ANN = "canon/pcs/ann.md";

  private final OperationRunner<EntityModel<String, VaultFile>, VaultEvent> runner =
      new OperationRunner<>(LANGUAGE, CallLimits.STANDARD);

  /** The session of the vault, which contains the campaign at first; its clock stands still. */
  abstract Session<EntityModel<String, VaultFile>, VaultEvent> session();

  /** The files as others see them. */
  abstract InMemoryFolder folder();

  /** Another program writes a file. */
  abstract void write(String path, String text);

  /** Another program renames a file. */
  abstract void move(String path, String newPath);

  /** Makes the files contain what the session has. */
  abstract void save();

  private String text(String path) {
    return folder().text(path);
  }

  /** An agent runs operations, all for one message of a session. */
  private void agent(String agentSession, String message, String... operations) {
    Origin origin = Origin.of("agent", agentSession, message);
    Response response =
        runner.run(
            session(), ViewState.initial(), List.of(operations), EditOptions.of("work", origin));
    assertThat(response.isError()).describedAs(response.text()).isFalse();
    save();
  }

  /** A person edits the text of a file with another program. */
  private void person(String path, UnaryOperator<String> edit) {
    String text = edit.apply(text(path));
    assertThat(text).isNotEqualTo(text(path));
    write(path, text);
    assertThat(text(path)).isEqualTo(text);
  }

  /** A person renames a file with another program. */
  private void rename(String path, String newPath) {
    move(path, newPath);
    assertThat(folder().files()).containsKey(newPath).doesNotContainKey(path);
  }

  private RollbackPlan<VaultEvent> plan(RollbackSelection selection) {
    return session().rollbacks().plan(selection);
  }

  private static RollbackSelection session(String id) {
    return new RollbackSelection.Matching(StepFilter.ANY.withSession(id));
  }

  private static RollbackSelection fromMessage(String id) {
    return new RollbackSelection.From(StepFilter.ANY.withMessage(id));
  }

  /** Rolls back a selection as far as possible; returns the report. */
  private RollbackPlan<VaultEvent> rollBack(RollbackSelection selection) {
    RollbackPlan<VaultEvent> plan = plan(selection);
    RollbackPlan<VaultEvent> reported =
        LANGUAGE.reported(plan, session().state().history(), session().model());
    Outcome unused =
        session()
            .with(EditOptions.of("rollback", PERSON))
            .rollbacks()
            .rollback(plan, Mode.BEST_EFFORT);
    save();
    assertThat(session().verify().isValid()).isTrue();
    return reported;
  }

  private static List<String> fields(List<Skipped> conflicts) {
    return conflicts.stream()
        .map(skipped ->
            "%s %s: %s, not %s"
                .formatted(
                    skipped.type(),
                    skipped.conflict().unit().map(Unit::name).orElse(""),
                    skipped.conflict().current().orElse("none"),
                    skipped.conflict().expected().orElse("none")))
        .toList();
  }

  @Test
  void interleaved_sessions_on_one_field_the_deletion_of_the_first_skips_it() {
    agent("A", "a1", "field set ann location harbour", "field set ann hp 9");
    agent("B", "b1", "field set ann location mill");
    RollbackPlan<VaultEvent> report = rollBack(session("A"));
    assertThat(text(ANN)).contains("location: mill   # an inn").contains("hp: 12");
    assertThat(fields(report.conflicts()))
        .containsExactly("pc_updated location: mill, not harbour");
    assertThat(report.conflicts().get(0).conflict().reason()).isEqualTo("current != after");
    assertThat(report.superseded()).hasSize(1);
    assertThat(report.isSuccess()).isTrue();
    rollBack(session("B"));
    assertThat(folder()).isEqualTo(VaultUnderTest.campaign());
  }

  @Test
  void lines_inserted_above_a_marker_stay() {
    agent("A", "a1", "timeline add 3 Evening \"The bells rang\"");
    person(TIMELINE, text -> text.replace("# Timeline\n", "# Timeline\n\nOf Graywick.\n"));
    RollbackPlan<VaultEvent> report = rollBack(session("A"));
    assertThat(report.isComplete()).isTrue();
    assertThat(report.superseded()).isEmpty();
    assertThat(text(TIMELINE))
        .isEqualTo(before(TIMELINE).replace("# Timeline\n", "# Timeline\n\nOf Graywick.\n"));
  }

  private static String before(String path) {
    return VaultUnderTest.campaign().text(path);
  }

  @Test
  void a_marker_deleted_by_hand_does_not_hide_its_lines() {
    agent("A", "a1", "timeline add 3 Evening \"The bells rang\"");
    person(TIMELINE, text -> text.replaceAll("<!-- .*:begin -->\n", ""));
    RollbackPlan<VaultEvent> report = rollBack(session("A"));
    assertThat(text(TIMELINE)).isEqualTo(before(TIMELINE));
    assertThat(report.isSuccess()).isTrue();
    assertThat(fields(report.conflicts()))
        .singleElement()
        .asString()
        .startsWith("timeline_appended line: none, not <!-- rpg:event:");
  }

  @Test
  void a_marker_whose_lines_are_gone_too_is_a_failure_and_the_rest_goes_on() {
    agent("A", "a1", "timeline add 3 Evening \"The bells rang\"", "field set ann hp 9");
    person(TIMELINE, text -> before(TIMELINE));
    RollbackPlan<VaultEvent> report = rollBack(session("A"));
    assertThat(report.failures())
        .singleElement()
        .satisfies(failed -> assertThat(failed.type()).isEqualTo("timeline_appended"));
    assertThat(report.conflicts()).isEmpty();
    assertThat(report.isSuccess()).isFalse();
    assertThat(folder()).isEqualTo(VaultUnderTest.campaign());
  }

  @Test
  void of_two_threads_the_first_is_removed_and_the_second_below_it_stays() {
    agent("A", "a1", "thread add X \"The first\"");
    agent("B", "b1", "thread add Y \"The second\"");
    String withBoth = text(THREADS);
    rollBack(session("A"));
    assertThat(text(THREADS)).doesNotContain("### X").contains("### Y\n- The second");
    assertThat(withBoth).contains(text(THREADS).substring(text(THREADS).indexOf("### Y")));
    rollBack(session("B"));
    assertThat(folder()).isEqualTo(VaultUnderTest.campaign());
  }

  @Test
  void a_persons_lines_inside_a_block_stay_and_so_does_a_pasted_copy_of_it() {
    agent("A", "a1", "timeline add 3 Evening \"The bells rang\" \"Fire\"");
    person(TIMELINE, text -> text.replace("- Fire\n", "- Mine\n- Fire\n"));
    String block = text(TIMELINE).substring(text(TIMELINE).indexOf("<!--"));
    person("notes.md", text -> text + block);
    RollbackPlan<VaultEvent> report = rollBack(session("A"));
    assertThat(report.isComplete()).isTrue();
    assertThat(text(TIMELINE)).isEqualTo(before(TIMELINE) + "- Mine\n");
    assertThat(text("notes.md")).isEqualTo(before("notes.md") + block);
  }

  @Test
  void a_line_that_a_person_edited_in_a_block_stays_and_is_named() {
    agent("A", "a1", "timeline add 3 Evening \"The bells rang\" \"Fire\"");
    person(TIMELINE, text -> text.replace("- Fire\n", "- Fire in the port\n"));
    RollbackPlan<VaultEvent> report = rollBack(session("A"));
    assertThat(fields(report.conflicts()))
        .containsExactly("timeline_appended line: - Fire in the port, not - Fire");
    assertThat(text(TIMELINE)).isEqualTo(before(TIMELINE) + "- Fire in the port\n");
  }

  @Test
  void a_hundred_events_with_one_failure_are_taken_back_but_for_that_one() {
    List<String> operations = new ArrayList<>();
    for (int i = 1; i <= 100; i++) {
      operations.add("timeline add %d Evening \"Event %d\"".formatted(3, i));
    }
    agent("A", "a1", operations.toArray(String[]::new));
    person(
        TIMELINE,
        text -> text.replaceFirst("<!-- [^>]*:begin -->\n- Event 42\n<!-- [^>]*:end -->\n", ""));
    RollbackPlan<VaultEvent> report = rollBack(session("A"));
    assertThat(report.examinedCount()).isEqualTo(100);
    assertThat(report.failures()).hasSize(1);
    assertThat(report.conflicts()).isEmpty();
    assertThat(report.reversedCount()).isEqualTo(99);
    assertThat(folder()).isEqualTo(VaultUnderTest.campaign());
  }

  /** The clock of the session stands still, so all steps have the same time. */
  @Test
  void steps_at_equal_times_are_taken_back_in_the_order_of_their_ids() {
    agent("A", "a1", "field set ann hp 9", "field set ann hp 7", "field set ann hp 5");
    assertThat(session().state().history().steps().stream().map(step -> step.time()).distinct())
        .hasSize(1);
    RollbackPlan<VaultEvent> plan = plan(session("A"));
    List<StepId> ids = new ArrayList<>(plan.steps());
    ids.sort(null);
    assertThat(plan.steps()).isEqualTo(ids.reversed());
    rollBack(session("A"));
    assertThat(folder()).isEqualTo(VaultUnderTest.campaign());
  }

  @Test
  void a_rewind_keeps_nothing_of_later_messages_and_all_of_earlier_ones() {
    agent("A", "m1", "field set ann hp 9");
    InMemoryFolder afterFirst = folder();
    agent("A", "m2", "thread add X y", "timeline add 5 dusk Rain");
    agent("A", "m3", "entity create npc Bo", "file remove notes");
    assertThat(rollBack(fromMessage("m2")).isComplete()).isTrue();
    assertThat(folder()).isEqualTo(afterFirst);
  }

  @Test
  void a_deletion_after_a_formatter_rewrote_the_files_takes_back_the_whole_session() {
    agent(
        "A",
        "a1",
        "timeline add 3 Evening \"The bells rang\"",
        "thread add X \"The first\"",
        "field set ann mood glad");
    person(TIMELINE, text -> text.replace("- The bells", "* The bells"));
    person(THREADS, text -> text.replace("### X\n- The first\n", "### X\n\n* The first  \n"));
    person(ANN, text -> text.replace("mood: glad", "mood: \"glad\""));
    RollbackPlan<VaultEvent> report = rollBack(session("A"));
    assertThat(report.isComplete()).isTrue();
    assertThat(report.superseded()).isEmpty();
    assertThat(text(TIMELINE)).isEqualTo(before(TIMELINE));
    assertThat(text(ANN)).isEqualTo(before(ANN));
    assertThat(text(THREADS).replaceAll("\\s+", " "))
        .isEqualTo(before(THREADS).replaceAll("\\s+", " "));
  }

  @Test
  void a_new_file_in_which_a_formatter_added_blank_lines_goes_with_the_session() {
    agent("A", "a1", "entity create npc Bo", "file add plan.txt One Two", "file add bare.md x");
    person("canon/npcs/bo.md", text -> "\uFEFF" + text.replace("\n", "\r\n") + "\r\n  \r\n");
    person("plan.txt", text -> text.replace("Two", "\nTwo"));
    person("bare.md", text -> text + "\n\n");
    RollbackPlan<VaultEvent> report = rollBack(session("A"));
    assertThat(report.isComplete()).isTrue();
    assertThat(report.superseded()).isEmpty();
    assertThat(folder()).isEqualTo(VaultUnderTest.campaign());
  }

  @Test
  void a_new_file_that_a_person_renamed_and_shortened_goes_with_the_session() {
    agent("A", "a1", "entity create npc Bo", "file add plan.txt One Two", "file add bare.md x");
    rename("canon/npcs/bo.md", "canon/npcs/robert.md");
    rename("plan.txt", "sub/plan.txt");
    person("sub/plan.txt", text -> text.replace("Two", ""));
    InMemoryFolder renamed = folder();
    RollbackPlan<VaultEvent> report = rollBack(session("A"));
    assertThat(report.isComplete()).isTrue();
    assertThat(report.superseded()).isEmpty();
    assertThat(folder()).isEqualTo(VaultUnderTest.campaign());
    rollBack(RollbackSelection.of(session().state().undoableSteps(1).get(0).id()));
    assertThat(folder()).isEqualTo(renamed);
  }

  @Test
  void a_new_file_that_a_person_renamed_and_continued_keeps_the_persons_lines_and_is_named() {
    agent("A", "a1", "file add plan.txt One Two");
    rename("plan.txt", "mine.txt");
    person("mine.txt", text -> text + "\nMine");
    RollbackPlan<VaultEvent> report = rollBack(session("A"));
    assertThat(report.isSuccess()).isTrue();
    assertThat(report.conflicts())
        .singleElement()
        .satisfies(skipped -> assertThat(skipped.type()).isEqualTo("file_added"));
    assertThat(folder()).isEqualTo(VaultUnderTest.campaign().with("mine.txt", "Mine"));
  }

  @Test
  void a_name_that_a_person_gave_to_another_file_stays() {
    agent("A", "a1", "file rename notes.md agents.md", "note append agents.md Mine");
    rename("agents.md", "persons.md");
    RollbackPlan<VaultEvent> report = rollBack(session("A"));
    assertThat(report.superseded()).hasSize(1);
    assertThat(text("persons.md")).isEqualTo(before("notes.md"));
  }

  @Test
  void blank_lines_that_a_person_added_to_other_files_stay() {
    agent("A", "a1", "note append ann Mine");
    person(ANN, text -> text.replace("# Ann\n", "\n# Ann\n\n"));
    rollBack(session("A"));
    assertThat(text(ANN)).isEqualTo(before(ANN).replace("# Ann\n", "\n# Ann\n\n"));
  }

  @Test
  void what_a_formatter_does_to_the_lines_of_others_stays() {
    agent("A", "a1", "note append ann \"* Mine\"");
    person(ANN, text -> text.replace("* ", "- "));
    rollBack(session("A"));
    assertThat(text(ANN)).isEqualTo(before(ANN).replace("* ", "- "));
  }

  @Test
  void a_formatted_line_of_a_file_that_a_rollback_restored_gets_its_former_form_back() {
    agent("A", "a1", "file remove ann");
    rollBack(session("A"));
    person(ANN, text -> text.replace("* ", "- "));
    rollBack(RollbackSelection.of(session().state().undoableSteps(1).get(0).id()));
    assertThat(folder()).isEqualTo(VaultUnderTest.campaign());
  }

  @Test
  void the_whole_life_of_a_session_ends_in_the_first_bytes() {
    agent(
        "A",
        "m1",
        "entity create pc Bo",
        "field set bo location mill",
        "timeline add 2 Morning \"09:00 Bo comes\"");
    agent("A", "m2", "thread add X y priority:high", "thread resolve \"The mill\" \"It burned\"");
    agent("A", "m3", "thread resolve X done", "field set mara type pc", "field remove ann gear");
    agent("A", "m4", "file rename mara canon/pcs/mara.md", "note append canon/pcs/mara.md x");
    agent("A", "m5", "file remove notes", "field set empty type npc", "thread reopen \"The mill\"");
    RollbackPlan<VaultEvent> report = rollBack(session("A"));
    assertThat(report.isComplete()).isTrue();
    assertThat(folder()).isEqualTo(VaultUnderTest.campaign());
  }

  @Test
  void after_a_rewind_the_former_way_can_be_switched_to() {
    agent("A", "m1", "field set ann hp 9");
    agent("A", "m2", "thread add X y");
    HistoryPoint formerHead = session().state().head();
    InMemoryFolder former = folder();
    rollBack(fromMessage("m2"));
    agent("A", "m4", "thread add Z y");
    InMemoryFolder present = folder();
    HistoryPoint head = session().state().head();
    switchTo(formerHead);
    assertThat(folder()).isEqualTo(former);
    switchTo(head);
    assertThat(folder()).isEqualTo(present);
  }

  private void switchTo(HistoryPoint point) {
    assertThat(session().with(EditOptions.of("switch", PERSON)).branches().switchTo(point))
        .isInstanceOf(Outcome.Moved.class);
    save();
  }

  @Test
  void a_heading_that_a_step_made_goes_with_it_only_if_it_is_empty_then() {
    agent("A", "a1", "timeline add 2 Morning Rain");
    agent("B", "b1", "timeline add 2 Morning Sun");
    RollbackPlan<VaultEvent> report = rollBack(session("A"));
    assertThat(text(TIMELINE)).contains("## Day 2\n\n### Morning\n").doesNotContain("Rain");
    assertThat(report.conflicts())
        .hasSize(2)
        .allSatisfy(skipped -> assertThat(skipped.type()).isEqualTo("headings_added"));
    assertThat(report.isSuccess()).isTrue();
    rollBack(session("B"));
    rollBack(session("A"));
    assertThat(folder()).isEqualTo(VaultUnderTest.campaign());
  }

  @Test
  void a_resolved_thread_comes_back_exactly_and_a_persons_line_in_it_stays_where_it_is() {
    agent("B", "b1", "thread add Y \"The second\"");
    agent("A", "a1", "thread resolve \"The heir\" Found");
    agent("B", "b2", "thread resolve Y done");
    String neighbour = block("### ~~Y~~");
    person(THREADS, text -> text.replace("- Last seen", "- (told by Mara)\n- Last seen"));
    person(THREADS, text -> text.replace("Graywick", "Greywick"));
    RollbackPlan<VaultEvent> report = rollBack(session("A"));
    assertThat(report.isSuccess()).isTrue();
    assertThat(report.superseded()).isEmpty();
    assertThat(fields(report.conflicts()))
        .containsExactly("thread_resolved line: - (told by Mara), not none");
    assertThat(report.conflicts().get(0).conflict().reason())
        .isEqualTo(
            "line \"- (told by Mara)\" stays where it is: it was added to the resolved thread"
                + " \"The heir\"");
    assertThat(text(THREADS))
        .isEqualTo(
            before(THREADS).replace("Graywick", "Greywick") + "- (told by Mara)\n\n" + neighbour);
  }

  /** The lines of a thread with a marker, which the file contains once. */
  private String block(String heading) {
    Matcher block =
        Pattern.compile("<!-- \\S+ -->\n" + Pattern.quote(heading) + "\n(?:- .*\n)+")
            .matcher(text(THREADS));
    assertThat(block.find()).isTrue();
    return block.group();
  }

  @Test
  void the_marker_of_the_next_thread_does_not_belong_to_a_thread_that_is_taken_back() {
    agent("B", "b1", "thread add Y \"The second\"");
    agent("A", "a1", "thread resolve \"The heir\" Found");
    agent("B", "b2", "thread resolve Y done");
    String neighbour = block("### ~~Y~~");
    RollbackPlan<VaultEvent> report = rollBack(session("A"));
    assertThat(report.isComplete()).isTrue();
    assertThat(text(THREADS)).isEqualTo(before(THREADS) + "\n" + neighbour);
  }

  @Test
  void a_thread_that_another_session_resolved_stays_as_a_whole_and_is_named() {
    agent("A", "a1", "thread add X \"The first\"", "field set ann hp 9");
    agent("B", "b1", "thread resolve X done");
    String resolved = text(THREADS);
    RollbackPlan<VaultEvent> report = rollBack(session("A"));
    assertThat(text(THREADS)).isEqualTo(resolved);
    assertThat(text(ANN)).isEqualTo(before(ANN));
    assertThat(report.isSuccess()).isTrue();
    assertThat(fields(report.conflicts()))
        .contains(
            "thread_added line: ### ~~X~~, not ### X",
            "thread_added line: - **Status:** Resolved, not - **Status:** New");
    assertThat(report.conflicts())
        .extracting(skipped -> skipped.conflict().reason())
        .contains(
            "the heading \"### ~~X~~\" in canon/open-threads.md was changed, so that all of this"
                + " thread stays");
    rollBack(session("B"));
    rollBack(session("A"));
    assertThat(folder()).isEqualTo(VaultUnderTest.campaign());
  }

  @Test
  void a_thread_that_a_person_renamed_stays_as_a_whole() {
    agent("A", "a1", "thread add X \"The first\"");
    agent("B", "b1", "thread add Y \"The second\"");
    person(THREADS, text -> text.replace("### X\n", "### X and Y\n"));
    String renamed = text(THREADS);
    rollBack(session("A"));
    assertThat(text(THREADS)).isEqualTo(renamed);
  }

  @Test
  void a_resolved_thread_that_a_person_renamed_stays_resolved() {
    agent("B", "b1", "thread add Y \"The second\"");
    agent("A", "a1", "thread resolve \"The heir\" Found");
    agent("B", "b2", "thread resolve Y done");
    person(THREADS, text -> text.replace("### ~~The heir~~\n", "### ~~The heir of Graywick~~\n"));
    String renamed = text(THREADS);
    rollBack(session("A"));
    assertThat(text(THREADS)).isEqualTo(renamed);
  }

  @Test
  void a_thread_whose_heading_a_person_deleted_is_taken_back() {
    agent("A", "a1", "thread add X \"The first\"");
    agent("B", "b1", "thread add Y \"The second\"");
    person(THREADS, text -> text.replace("### X\n", ""));
    assertThat(rollBack(session("A")).isSuccess()).isTrue();
    assertThat(text(THREADS)).doesNotContain("The first").contains(block("### Y"));
    rollBack(session("B"));
    assertThat(text(THREADS)).isEqualTo(before(THREADS));
  }

  @Test
  void a_thread_without_its_marker_that_another_session_resolved_stays_as_a_whole() {
    agent("A", "a1", "thread add X \"The first\"", "thread add Y \"The second\"");
    person(THREADS, text -> text.replaceFirst("<!-- .* -->\n### X\n", "### X\n"));
    agent("B", "b1", "thread resolve X done");
    RollbackPlan<VaultEvent> report = rollBack(session("A"));
    assertThat(text(THREADS))
        .isEqualTo(
            before(THREADS)
                + """

                ### ~~X~~
                - The first
                - **Status:** Resolved
                - **Resolution:** done
                """);
    assertThat(report.isSuccess()).isTrue();
    assertThat(fields(report.conflicts())).contains("thread_added line: ### ~~X~~, not ### X");
    rollBack(session("B"));
    rollBack(session("A"));
    assertThat(folder()).isEqualTo(VaultUnderTest.campaign());
  }

  @Test
  void a_resolved_thread_without_its_marker_that_a_person_renamed_stays_resolved() {
    agent("A", "a1", "thread resolve \"The heir\" Found");
    person(
        THREADS,
        text -> text.replaceFirst("<!-- .* -->\n### ~~The heir~~\n", "### ~~The heir of X~~\n"));
    String renamed = text(THREADS);
    rollBack(session("A"));
    assertThat(text(THREADS)).isEqualTo(renamed);
  }

  @Test
  void a_thread_of_which_nothing_is_left_is_a_failure_and_the_rest_goes_on() {
    agent("A", "a1", "thread add X \"The first\"", "field set ann hp 9");
    person(THREADS, text -> before(THREADS));
    assertFailed(rollBack(session("A")), "thread_added");
    assertThat(folder()).isEqualTo(VaultUnderTest.campaign());
  }

  private static void assertFailed(RollbackPlan<VaultEvent> report, String type) {
    assertThat(report.failures())
        .singleElement()
        .satisfies(failed -> assertThat(failed.type()).isEqualTo(type));
    assertThat(report.conflicts()).isEmpty();
    assertThat(report.isSuccess()).isFalse();
    assertThat(report.examinedCount()).isEqualTo(2);
    assertThat(report.reversedCount()).isEqualTo(1);
  }

  @Test
  void a_resolved_thread_of_which_nothing_is_left_is_a_failure_and_the_rest_goes_on() {
    agent("A", "a1", "thread resolve \"The heir\" Found", "field set ann hp 9");
    String block = block("### ~~The heir~~");
    person(THREADS, text -> text.replace("\n" + block, ""));
    String without = text(THREADS);
    assertFailed(rollBack(session("A")), "thread_resolved");
    assertThat(text(THREADS)).isEqualTo(without);
    assertThat(text(ANN)).isEqualTo(before(ANN));
  }

  @Test
  void a_reopened_thread_of_which_nothing_is_left_is_a_failure_and_the_rest_goes_on() {
    agent("A", "a1", "thread reopen \"The ship\" priority:low", "field set ann hp 9");
    person(THREADS, text -> text.replaceFirst("### The ship\n(- .*\n)+", ""));
    RollbackPlan<VaultEvent> report = rollBack(session("A"));
    assertThat(report.failures())
        .singleElement()
        .satisfies(failed -> assertThat(failed.type()).isEqualTo("thread_reopened"));
    assertThat(text(ANN)).isEqualTo(before(ANN));
  }

  @Test
  void of_a_thread_whose_blank_lines_alone_are_left_nothing_moves() {
    agent("A", "a1", "thread resolve \"The heir\" Found", "field set ann hp 9");
    person(THREADS, text -> text.replace(block("### ~~The heir~~"), ""));
    assertNothingMoves("thread_resolved");
  }

  @Test
  void of_a_timeline_entry_whose_blank_line_alone_is_left_nothing_moves() {
    agent("A", "a1", "timeline add 3 Evening Rain", "field set ann hp 9");
    person(TIMELINE, text -> text.replaceAll("<!-- .*begin -->\n- Rain\n<!-- .* -->\n", ""));
    assertThat(text(TIMELINE)).isEqualTo(before(TIMELINE) + "\n");
    assertNothingMoves("timeline_appended");
  }

  /** Rolls back a session of which one event fails and the other one has changed a field. */
  private void assertNothingMoves(String failedType) {
    InMemoryFolder withoutLines = folder();
    assertFailed(rollBack(session("A")), failedType);
    assertThat(folder())
        .isEqualTo(withoutLines.with(ANN, before(ANN).getBytes(StandardCharsets.UTF_8), false));
    assertThat(types(session().state().undoableSteps(1).get(0).events()))
        .containsExactly("pc_updated");
  }

  @Test
  void a_thread_that_was_added_and_resolved_and_of_which_blank_lines_are_left_does_not_move() {
    agent("A", "a1", "thread add X y", "thread resolve X done");
    person(THREADS, text -> text.replace(block("### ~~X~~"), ""));
    InMemoryFolder withoutLines = folder();
    RollbackPlan<VaultEvent> report = rollBack(session("A"));
    assertThat(report.failures()).hasSize(2);
    assertThat(report.conflicts()).isEmpty();
    assertThat(report.events()).isEmpty();
    assertThat(folder()).isEqualTo(withoutLines);
  }

  /** A person replaces a text in a file with another program; returns the step. */
  private StepId replaced(String path, String before, String after) {
    person(path, text -> text.replace(before, after));
    return session().state().undoableSteps(1).get(0).id();
  }

  @Test
  void lines_that_were_replaced_and_restored_by_hand_are_there_once_after_a_rollback() {
    String lines = "The mill turns at night.\n\nNobody knows why.\n}\n";
    person("notes.md", text -> lines + "\n" + text);
    InMemoryFolder original = folder();
    StepId replacing = replaced("notes.md", lines, "Burned down.\n");
    InMemoryFolder replaced = folder();
    StepId restoring = replaced("notes.md", "Burned down.\n", lines);
    assertThat(folder()).isEqualTo(original);
    RollbackPlan<VaultEvent> report = rollBack(RollbackSelection.of(replacing));
    assertThat(report.events()).isEmpty();
    assertThat(report.failures()).isEmpty();
    assertThat(folder()).isEqualTo(original);
    rollBack(RollbackSelection.of(restoring));
    assertThat(folder()).isEqualTo(replaced);
    undo();
    assertThat(folder()).isEqualTo(original);
    undo();
    assertThat(folder()).isEqualTo(replaced);
    assertThat(session().with(EditOptions.of("redo", PERSON)).redo())
        .isInstanceOf(Outcome.Moved.class);
    save();
    assertThat(folder()).isEqualTo(original);
  }

  private void undo() {
    assertThat(session().with(EditOptions.of("undo", PERSON)).undo())
        .isInstanceOf(Outcome.Moved.class);
    save();
  }

  @Test
  void a_line_that_was_restored_beside_the_one_that_replaced_it_is_there_once_after_a_rollback() {
    StepId replacing = replaced("plain.txt", "a: b\n", "Something else\n");
    replaced("plain.txt", "Something else\n", "Mine\na: b\nSomething else\n");
    rollBack(RollbackSelection.of(replacing));
    assertThat(text("plain.txt")).isEqualTo(before("plain.txt").replace("a: b", "Mine\na: b"));
  }

  @Test
  void a_line_that_was_restored_elsewhere_is_another_one() {
    StepId removing = replaced(TIMELINE, "- The ship landed.\n", "");
    replaced(TIMELINE, "- The gate fell.\n", "- The gate fell.\n- The ship landed.\n");
    rollBack(RollbackSelection.of(removing));
    assertThat(text(TIMELINE)).isEqualTo(before(TIMELINE) + "- The ship landed.\n");
  }

  @Test
  void a_new_line_that_is_equal_to_a_removed_bracket_is_another_one() {
    String function = "void f() {\n  one();\n}\n";
    String other = "void other() {\n  something(else);\n}\n";
    person("plain.txt", text -> text + function);
    StepId removing = replaced("plain.txt", function, "");
    person("plain.txt", text -> text + other);
    rollBack(RollbackSelection.of(removing));
    assertThat(text("plain.txt")).contains(function, other);
  }

  @Test
  void a_persons_line_in_a_resolved_thread_goes_with_it_when_it_is_reopened() {
    agent("A", "a1", "thread resolve \"The heir\" Found");
    person(THREADS, text -> text.replace("- Last seen", "- (told by Mara)\n- Last seen"));
    agent("A", "a2", "thread reopen \"The heir\"");
    assertThat(text(THREADS))
        .isEqualTo(before(THREADS).replace("- Last seen", "- (told by Mara)\n- Last seen"));
  }

  @Test
  void what_a_person_writes_where_a_resolved_thread_was_stays_apart_from_it() {
    agent("A", "a1", "thread resolve \"The heir\" Found");
    UnaryOperator<String> edit =
        text -> text.replace("## High Priority\n", "## High Priority\n\n### Mine\n- 1\n- 2\n- 3\n");
    person(THREADS, edit);
    agent("B", "b1", "thread add Y \"The second\" priority:high");
    String other = block("### Y");
    rollBack(session("A"));
    assertThat(text(THREADS).replace("\n" + other, "")).isEqualTo(edit.apply(before(THREADS)));
  }

  @Test
  void a_thread_that_another_session_reopens_has_its_former_text_and_a_persons_changes() {
    person(THREADS, text -> text.replace("- **Status:** New", "- **Status:** In progress"));
    String open = text(THREADS);
    agent("A", "a1", "thread resolve \"The heir\" Found");
    person(THREADS, text -> text.replace("Graywick", "Greywick").replace("Found", "Found dead"));
    agent("B", "b1", "thread reopen \"The heir\"");
    assertThat(text(THREADS))
        .isEqualTo(
            open.replace("Graywick", "Greywick")
                .replace("In progress\n", "In progress\n- **Resolution:** Found dead\n"));
  }

  @Test
  void a_pasted_copy_of_a_thread_stays_and_the_original_is_meant() {
    agent("A", "a1", "thread add X \"The first\"");
    String block = block("### X");
    String copy = block + "\n";
    person(THREADS, text -> text.replace("## Medium", copy + "## Medium"));
    String open = text(THREADS);
    agent("A", "a2", "thread resolve X done");
    assertThat(text(THREADS))
        .contains(
            copy + "## Medium Priority\n\n### The mill\n- It turns at night.\n\n## Completed");
    agent("A", "a3", "thread reopen \"%s\"".formatted(block.substring(16, 42)));
    assertThat(text(THREADS)).isEqualTo(open);
    assertThat(rollBack(session("A")).isComplete()).isTrue();
    assertThat(text(THREADS)).isEqualTo(before(THREADS).replace("## Medium", copy + "## Medium"));
  }

  @Test
  void a_pasted_copy_of_a_thread_of_which_nothing_is_recorded_stays() {
    String copy = block("### The heir");
    person(THREADS, text -> text.replace("## Completed\n", copy + "\n## Completed\n"));
    agent("B", "b1", "thread resolve \"The heir\" Found");
    assertThat(text(THREADS))
        .startsWith("## High Priority\n\n## Medium Priority\n")
        .contains("- It turns at night.\n\n" + copy + "\n## Completed\n");
  }

  @Test
  void a_thread_without_its_marker_is_found_by_the_ulid_that_it_had() {
    agent("A", "a1", "thread add X \"The first\"");
    String ulid = block("### X").substring(16, 42);
    person(THREADS, text -> text.replaceFirst("<!-- .* -->\n### X\n", "### X of Graywick\n"));
    agent("B", "b1", "thread resolve %s done".formatted(ulid));
    assertThat(text(THREADS)).contains("### ~~X of Graywick~~\n- The first\n");
  }

  @Test
  void a_persons_line_in_a_file_that_an_agent_created_stays() {
    agent("A", "a1", "entity create npc Bo");
    person("canon/npcs/bo.md", text -> text + "Mine.\n");
    RollbackPlan<VaultEvent> report = rollBack(session("A"));
    assertThat(text("canon/npcs/bo.md")).contains("Mine.").doesNotContain("type:");
    assertThat(report.conflicts()).isNotEmpty();
    assertThat(report.isSuccess()).isTrue();
  }

  @Test
  void a_file_that_an_agent_removed_comes_back_byte_for_byte() {
    agent("A", "a1", "file remove mara");
    person(ANN, text -> text + "x\n");
    rollBack(session("A"));
    assertThat(text("canon/npcs/mara.md")).isEqualTo(before("canon/npcs/mara.md"));
  }

  private static List<String> types(RollbackPlan<VaultEvent> plan) {
    return types(plan.events());
  }

  private static List<String> types(List<VaultEvent> events) {
    return events.stream()
        .map(event -> LANGUAGE.domain().eventCodec().encode(event).text("type"))
        .toList();
  }

  @Test
  void the_events_of_a_rollback_are_the_opposites_of_those_of_the_session() {
    agent("A", "a1", "timeline add 3 Evening Rain");
    assertThat(types(plan(session("A")))).containsExactly("timeline_removed");
    agent("B", "b1", "thread add X y");
    assertThat(types(plan(session("B")))).containsExactly("thread_removed");
    agent("C", "c1", "entity create npc Bo");
    assertThat(types(plan(session("C")))).containsExactly("entity_deleted");
    agent("D", "d1", "thread resolve \"The heir\" Found");
    assertThat(types(plan(session("D")))).containsExactly("thread_reopened");
  }

  @Test
  void a_rollback_can_itself_be_undone() {
    agent("A", "a1", "thread resolve \"The heir\" Found", "timeline add 3 Evening Rain");
    InMemoryFolder after = folder();
    rollBack(session("A"));
    undo();
    assertThat(folder()).isEqualTo(after);
  }
}
