package dev.fcp.spec.history;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.fcp.eventlog.domain.Effect;
import dev.fcp.eventlog.domain.Touches;
import dev.fcp.eventlog.domain.Value;
import dev.fcp.eventlog.entity.EntityModel;
import dev.fcp.eventlog.entity.OrderKey;
import dev.fcp.eventlog.history.History;
import dev.fcp.eventlog.history.Origin;
import dev.fcp.eventlog.history.Planner;
import dev.fcp.eventlog.history.Present;
import dev.fcp.eventlog.history.RollbackPlan;
import dev.fcp.eventlog.history.Selection;
import dev.fcp.eventlog.history.Step;
import dev.fcp.eventlog.history.StepId;
import dev.fcp.eventlog.journal.InMemoryJournal;
import dev.fcp.eventlog.journal.JournalException;
import dev.fcp.eventlog.session.Intent;
import dev.fcp.eventlog.session.Outcome;
import dev.fcp.eventlog.session.Session;
import dev.fcp.eventlog.session.SessionSettings;
import dev.fcp.eventlog.session.SessionState;
import dev.fcp.spec.Clause;
import dev.fcp.spec.domain.ForwardingDomain;
import dev.fcp.spec.domains.notes.Item;
import dev.fcp.spec.domains.notes.Item.Note;
import dev.fcp.spec.domains.notes.NoteEvent;
import dev.fcp.spec.domains.notes.NoteKey;
import dev.fcp.spec.domains.notes.NotesDomain;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** What a planner remembers, and what it reads. */
class PlannerTest {

  private static final NotesDomain DOMAIN = new NotesDomain();
  private static final Intent INTENT = Intent.of("work", Origin.of("ann", "desk", ""));
  private static final NoteKey BOARD = NoteKey.board("1");

  private final Session<EntityModel<NoteKey, Item>, NoteEvent> session =
      Session.create(DOMAIN, INTENT.origin(), InMemoryJournal.empty(), SessionSettings.standard());

  /** The steps that were read, and one that cannot be. */
  private final List<StepId> read = new ArrayList<>();

  private Optional<StepId> unreadable = Optional.empty();

  private static NoteEvent added(String id) {
    Note empty = new Note("", Optional.empty(), Optional.empty(), OrderKey.atLoading(1));
    return DOMAIN.added(NoteKey.note("1", id), empty);
  }

  private StepId step(NoteEvent... events) {
    Outcome outcome = session.step(INTENT, stage -> List.of(events).forEach(stage::emit));
    return ((Outcome.Committed) outcome).steps().get(0);
  }

  private NoteEvent changed(String id, String text) {
    return DOMAIN.changed(NoteKey.note("1", id), session.model(), "text", Value.of(text));
  }

  private StepId text(String id, String text) {
    return step(changed(id, text));
  }

  private StepId board() {
    return step(DOMAIN.added(BOARD, new Item.Board("plan", OrderKey.atLoading(1))));
  }

  private Present<EntityModel<NoteKey, Item>, NoteEvent> present() {
    SessionState<EntityModel<NoteKey, Item>, NoteEvent> state = session.state();
    History<NoteEvent> history =
        History.of(
            state.history().steps().stream()
                .map(step -> new History.Outline<>(step.id(), step.parent(), () -> told(step)))
                .toList());
    return new Present<>(history, state.line().applied(), state.head(), state.model());
  }

  private Step<NoteEvent> told(Step<NoteEvent> step) {
    if (unreadable.equals(Optional.of(step.id()))) {
      throw new JournalException("the disk is gone");
    }
    read.add(step.id());
    return step;
  }

  /** Notes whose domain fails at one of its answers, and then works on. */
  private static final class FailingOnce
      extends ForwardingDomain<EntityModel<NoteKey, Item>, NoteEvent> {

    private int left;

    FailingOnce(int good) {
      super(DOMAIN);
      this.left = good;
    }

    private void count() {
      if (left-- == 0) {
        throw new IllegalStateException("once");
      }
    }

    @Override
    public Touches touches(NoteEvent event) {
      count();
      return super.touches(event);
    }

    @Override
    public Effect effect(NoteEvent event) {
      count();
      return super.effect(event);
    }
  }

  @Test
  @Clause("RB-7")
  void a_plan_after_one_that_failed_on_the_way_is_as_if_that_had_not_been_tried() {
    board();
    step(added("a"), added("b"));
    StepId one = text("a", "one");
    step(changed("a", "two"), changed("b", "two"));
    var left = present();
    Outcome undone = session.undo(INTENT, 1);
    step(added("c"));
    assertThat(undone).isInstanceOf(Outcome.Moved.class);
    Selection selection = Selection.of(one);
    RollbackPlan<NoteEvent> undisturbed = new Planner<>(DOMAIN).plan(present(), selection);
    // Each of the six events is asked twice while the planner reads the line.
    for (int good = 0; good < 12; good++) {
      var planner = new Planner<>(new FailingOnce(good));
      assertThatThrownBy(() -> planner.plan(left, selection)).hasMessage("once");
      assertThat(planner.plan(present(), selection)).isEqualTo(undisturbed);
    }
  }

  @Test
  @Clause("RB-7")
  void a_plan_reads_the_steps_that_it_takes_back_once_and_no_others() {
    board();
    step(added("a"), added("b"));
    text("a", "one");
    StepId two = text("a", "two");
    text("b", "three");
    var planner = new Planner<>(DOMAIN);
    var present = present();
    assertThat(planner.plan(present, Selection.of()).events()).isEmpty();
    read.clear();
    assertThat(planner.plan(present, Selection.of(two)).events()).hasSize(1);
    assertThat(read).containsExactly(two);
  }

  @Test
  @Clause("RB-1")
  void a_step_that_cannot_be_read_ends_the_plan_and_is_no_failure_of_an_event() {
    board();
    StepId group = step(added("a"));
    step(added("b"));
    NoteKey other = NoteKey.note("1", "b");
    StepId filled = step(DOMAIN.changed(other, session.model(), "parent", Value.of("a")));
    var planner = new Planner<>(DOMAIN);
    var present = present();
    assertThat(planner.plan(present, Selection.of()).events()).isEmpty();
    unreadable = Optional.of(filled);
    // Who refers to the group is told by that step alone.
    assertThatThrownBy(() -> planner.plan(present, Selection.of(group)))
        .isInstanceOf(JournalException.class);
    unreadable = Optional.empty();
    assertThat(planner.plan(present, Selection.of(group)).conflicts())
        .singleElement()
        .satisfies(skipped -> assertThat(skipped.by()).containsExactly(filled));
  }
}
