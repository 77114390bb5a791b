package dev.fcp.spec.history;

import static org.assertj.core.api.Assertions.assertThat;

import dev.fcp.eventlog.domain.Conflict;
import dev.fcp.eventlog.history.History.Branch;
import dev.fcp.eventlog.history.HistoryPoint;
import dev.fcp.eventlog.history.Origin;
import dev.fcp.eventlog.history.Step;
import dev.fcp.eventlog.history.StepId;
import dev.fcp.eventlog.journal.InMemoryJournal;
import dev.fcp.eventlog.journal.JournalRecord;
import dev.fcp.eventlog.session.EditOptions;
import dev.fcp.eventlog.session.Outcome;
import dev.fcp.eventlog.session.RetentionPolicy;
import dev.fcp.eventlog.session.Session;
import dev.fcp.eventlog.session.SessionChange;
import dev.fcp.eventlog.session.SessionSettings;
import dev.fcp.eventlog.session.UndoLimits;
import dev.fcp.spec.Clause;
import dev.fcp.spec.domains.counter.Counter;
import dev.fcp.spec.domains.counter.CounterDomain;
import dev.fcp.spec.domains.counter.CounterEvent;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Branches of the history of a counter, and switching between them. */
class BranchesTest {

  private static final Origin ANN = Origin.of("ann");

  private final InMemoryJournal journal = InMemoryJournal.empty();
  private Session<Counter, CounterEvent> session = created(SessionSettings.standard());

  private Session<Counter, CounterEvent> created(SessionSettings settings) {
    return Session.create(new CounterDomain(), ANN, journal, settings);
  }

  private static EditOptions options(String label) {
    return EditOptions.of(label, ANN);
  }

  /** A step that adds a number and has it as its label. */
  private StepId add(int n) {
    session.step(options("+" + n), builder -> builder.emit(new CounterEvent.Added(n)));
    return session.state().head().step().orElseThrow();
  }

  private void undo(int count) {
    session.with(options("undo")).undo(count);
  }

  private Outcome switchTo(StepId step) {
    return session.with(options("switch")).branches().switchTo(HistoryPoint.after(step));
  }

  private Outcome switchTo(String name) {
    return session.with(options("switch")).branches().switchTo(name);
  }

  private int value() {
    return session.model().value();
  }

  private List<String> undoable() {
    return session.state().undoableSteps(99).stream().map(Step::label).toList();
  }

  private static String reason(Outcome outcome) {
    return outcome instanceof Outcome.Refused(var conflicts)
        ? conflicts.stream().map(Conflict::reason).findFirst().orElseThrow()
        : outcome.toString();
  }

  private static String notifications(Branch<CounterEvent> branch) {
    return "%s %s %d%s"
        .formatted(
            branch.lastStep().map(Step::label).orElse("base"),
            branch.names(),
            branch.stepCount(),
            branch.isCurrent() ? " current" : "");
  }

  private List<String> list() {
    return session.branches().list().stream().map(BranchesTest::notifications).toList();
  }

  @Test
  @Clause("HI-1")
  void steps_abandoned_by_a_new_step_are_a_branch() {
    add(1);
    StepId two = add(2);
    undo(1);
    add(4);
    undo(2);
    add(8);
    assertThat(list()).containsExactly("+8 [] 0 current", "+4 [] 2", "+2 [] 2");
    assertThat(session.branches().list().get(2).end()).isEqualTo(HistoryPoint.after(two));
    assertThat(session.branches().list().get(2).fork()).isEqualTo(HistoryPoint.BASE);
  }

  @Test
  @Clause("HI-1")
  void undone_steps_are_on_the_undo_stack_and_the_base_is_a_branch_without_steps() {
    assertThat(list()).containsExactly("base [] 0 current");
    add(1);
    add(2);
    undo(2);
    assertThat(list()).containsExactly("+2 [] 0 current");
  }

  @Test
  @Clause("HI-1")
  void a_name_follows_the_end_of_its_branch() {
    StepId one = add(1);
    session.with(options("name")).branches().name("main", HistoryPoint.after(one));
    StepId two = add(2);
    undo(1);
    add(4);
    assertThat(list()).containsExactly("+4 [] 0 current", "+2 [main] 1");
    switchTo("main");
    assertThat(session.state().head()).isEqualTo(HistoryPoint.after(two));
    add(8);
    assertThat(list()).containsExactly("+8 [main] 0 current", "+4 [] 1");
  }

  @Test
  @Clause("HI-1")
  void naming_a_point_names_the_branch_that_contains_it() {
    StepId one = add(1);
    add(2);
    undo(2);
    add(4);
    add(8);
    undo(1);
    session.with(options("name")).branches().name("left", HistoryPoint.after(one));
    session.with(options("name")).branches().name("here", session.state().head());
    assertThat(list()).containsExactly("+8 [here] 0 current", "+2 [left] 2");
  }

  @Test
  @Clause("HI-1")
  void a_name_denotes_a_branch_or_a_checkpoint() {
    add(1);
    session.with(options("name")).checkpoint("point");
    session.with(options("name")).branches().name("way", HistoryPoint.BASE);
    assertThat(reason(session.with(options("name")).branches().name("point", HistoryPoint.BASE)))
        .isEqualTo("\"point\" is the name of a checkpoint");
    assertThat(reason(session.with(options("name")).checkpoint("way")))
        .isEqualTo("\"way\" is the name of a branch");
    assertThat(reason(session.with(options("name")).branches().name(" ", HistoryPoint.BASE)))
        .isEqualTo("a branch needs a name");
    assertThat(reason(session.with(options("undo")).undoTo("way")))
        .isEqualTo("\"way\" is the name of a branch");
  }

  @Test
  @Clause("HI-1")
  void a_merged_step_is_not_a_branch() {
    for (int n : new int[] {1, 2, 4}) {
      session.step(
          options("typed").merging("k", Duration.ofHours(1)),
          builder -> builder.emit(new CounterEvent.Added(n)));
    }
    assertThat(session.state().history().steps()).hasSize(3);
    assertThat(list()).containsExactly("typed [] 0 current");
  }

  @Test
  @Clause("HI-2")
  void a_switch_makes_the_path_to_a_point_the_undo_stack() {
    add(1);
    add(2);
    StepId three = add(3);
    undo(2);
    add(10);
    StepId eleven = add(20);
    Outcome outcome = switchTo(three);
    assertThat(value()).isEqualTo(6);
    assertThat(undoable()).containsExactly("+1", "+2", "+3");
    assertThat(session.state().canRedo()).isFalse();
    assertThat(outcome)
        .isInstanceOfSatisfying(
            Outcome.Moved.class,
            moved -> {
              assertThat(moved.steps()).hasSize(4);
              assertThat(moved.undoneCount()).isEqualTo(2);
            });
    undo(2);
    assertThat(value()).isEqualTo(1);
    session.with(options("redo")).redo(9);
    assertThat(value()).isEqualTo(6);
    switchTo(eleven);
    assertThat(value()).isEqualTo(31);
  }

  @Test
  @Clause("HI-2")
  void switching_back_on_the_undo_stack_abandons_the_redo_tail_as_a_branch() {
    StepId one = add(1);
    add(2);
    switchTo(one);
    assertThat(session.state().canRedo()).isFalse();
    assertThat(list()).containsExactly("+1 [] 0 current", "+2 [] 1");
    assertThat(switchTo(one)).isInstanceOf(Outcome.Unchanged.class);
  }

  @Test
  @Clause("HI-2")
  void a_checkpoint_on_another_branch_is_refused_by_undo_and_reached_by_a_switch() {
    add(1);
    session.with(options("name")).checkpoint("one");
    undo(1);
    add(2);
    assertThat(reason(session.with(options("undo")).undoTo("one"))).contains("another branch");
    switchTo("one");
    assertThat(value()).isEqualTo(1);
    assertThat(reason(switchTo("two")))
        .isEqualTo("unknown branch or checkpoint \"two\": known are \"one\"");
  }

  @Test
  @Clause("HI-2")
  void a_switch_is_durable_and_notified_once() {
    StepId one = add(1);
    undo(1);
    add(2);
    List<SessionChange> changes = new ArrayList<>();
    session.listen(changes::add);
    switchTo(one);
    assertThat(changes)
        .extracting(SessionChange::kind)
        .containsExactly(SessionChange.Kind.SWITCHED);
    assertThat(changes).extracting(SessionChange::undoneCount).containsExactly(1);
    assertThat(journal.read(journal.lastNumber()))
        .singleElement()
        .extracting(record -> ((JournalRecord.Moved) record).kind())
        .isEqualTo(JournalRecord.Moved.Kind.SWITCH);
    session = Session.resume(new CounterDomain(), journal, SessionSettings.standard());
    assertThat(value()).isEqualTo(1);
    assertThat(undoable()).containsExactly("+1");
  }

  @Test
  @Clause("HI-2")
  void after_a_switch_undo_reaches_its_former_limit_or_the_fork() {
    session =
        Session.resume(
            new CounterDomain(),
            journal,
            SessionSettings.standard().withUndoLimits(UndoLimits.none().withMaxSteps(2)));
    StepId one = add(1);
    undo(1);
    add(2);
    add(4);
    add(8);
    StepId sixteen = add(16);
    undo(1);
    add(32);
    switchTo(sixteen);
    assertThat(undoable()).containsExactly("+8", "+16");
    switchTo(one);
    assertThat(undoable()).containsExactly("+1");
    undo(9);
    assertThat(value()).isZero();
  }

  @Test
  @Clause("HI-2")
  void switching_to_a_point_with_pruned_steps_is_refused_and_changes_nothing() {
    add(1);
    add(2);
    StepId three = add(3);
    undo(1);
    add(4);
    add(5);
    undo(2);
    session.with(options("redo")).redo(2);
    StepId nowhere = new StepId("0".repeat(26));
    assertThat(reason(switchTo(nowhere))).startsWith("there is no step " + nowhere.ulid());
    HistoryPoint unknown = HistoryPoint.after(nowhere);
    assertThat(reason(session.with(options("name")).branches().name("nowhere", unknown)))
        .startsWith("there is no step " + nowhere.ulid());
    session.with(options("retain")).prune(new RetentionPolicy(1, Duration.ZERO, 0));
    assertThat(switchTo(three)).isInstanceOf(Outcome.Refused.class);
    assertThat(value()).isEqualTo(12);
  }

  @Test
  @Clause("HI-2")
  void switching_to_a_branch_that_forks_after_the_cursor_moves_forward() {
    add(1);
    add(2);
    StepId four = add(4);
    undo(1);
    add(8);
    undo(2);
    switchTo(four);
    assertThat(value()).isEqualTo(7);
    assertThat(undoable()).containsExactly("+1", "+2", "+4");
    undo(3);
    assertThat(value()).isZero();
  }

  /** The name keeps the step itself but not those on the path to it. */
  @Test
  @Clause({"HI-2", "HI-3", "JN-14"})
  void switching_to_a_named_point_with_pruned_steps_is_refused_with_that_reason() {
    add(1);
    add(2);
    StepId three = add(3);
    session.with(options("name")).checkpoint("three");
    undo(2);
    List.of(4, 5, 6).forEach(this::add);
    session.with(options("retain")).prune(new RetentionPolicy(1, Duration.ZERO, 0));
    assertThat(reason(switchTo(three))).startsWith("steps between here and");
    assertThat(reason(session.with(options("jump")).branches().jumpTo(HistoryPoint.after(three))))
        .startsWith("steps between here and");
    assertThat(value()).isEqualTo(16);
    undo(1);
    StepId six = session.state().redoableSteps(1).get(0).id();
    assertThat(session.with(options("jump")).branches().jumpTo(HistoryPoint.after(six)))
        .isInstanceOf(Outcome.Moved.class);
  }

  @Test
  @Clause("HI-3")
  void a_jump_on_the_undo_stack_keeps_the_redo_tail() {
    StepId one = add(1);
    add(2);
    StepId three = add(3);
    session.with(options("jump")).branches().jumpTo(HistoryPoint.after(one));
    assertThat(value()).isEqualTo(1);
    assertThat(session.state().redoDepth()).isEqualTo(2);
    session.with(options("jump")).branches().jumpTo(HistoryPoint.after(three));
    assertThat(value()).isEqualTo(6);
    session.with(options("jump")).branches().jumpTo(HistoryPoint.BASE);
    assertThat(session.state().redoDepth()).isEqualTo(3);
  }

  @Test
  @Clause("HI-3")
  void a_jump_off_the_undo_stack_switches() {
    StepId one = add(1);
    undo(1);
    add(2);
    session.with(options("jump")).branches().jumpTo(HistoryPoint.after(one));
    assertThat(value()).isEqualTo(1);
    assertThat(list()).containsExactly("+1 [] 0 current", "+2 [] 1");
  }
}
