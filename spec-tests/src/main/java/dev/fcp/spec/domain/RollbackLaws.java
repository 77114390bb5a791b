package dev.fcp.spec.domain;

import static dev.fcp.spec.domain.Law.require;
import static dev.fcp.spec.domain.Law.same;

import dev.fcp.eventlog.domain.Digest;
import dev.fcp.eventlog.domain.Domain;
import dev.fcp.eventlog.domain.Effect;
import dev.fcp.eventlog.domain.EntityRef;
import dev.fcp.eventlog.domain.ReadResult;
import dev.fcp.eventlog.domain.Touches;
import dev.fcp.eventlog.domain.Unit;
import dev.fcp.eventlog.history.EventId;
import dev.fcp.eventlog.history.Origin;
import dev.fcp.eventlog.history.RollbackPlan;
import dev.fcp.eventlog.history.Selection;
import dev.fcp.eventlog.history.Step;
import dev.fcp.eventlog.history.StepFilter;
import dev.fcp.eventlog.history.StepId;
import dev.fcp.eventlog.journal.InMemoryJournal;
import dev.fcp.eventlog.session.Intent;
import dev.fcp.eventlog.session.Outcome;
import dev.fcp.eventlog.session.Rollbacks;
import dev.fcp.eventlog.session.Rollbacks.Mode;
import dev.fcp.eventlog.session.Session;
import dev.fcp.eventlog.session.SessionSettings;
import dev.fcp.eventlog.session.SessionState;
import dev.fcp.spec.generator.Choices;
import dev.fcp.spec.generator.Generator;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.function.Function;

/**
 * What a rollback promises (RB-1 to RB-9), on whatever branch, held against the plainest way to say
 * it: the document is what the events in effect leave, one after the other, each setting what it
 * set.
 */
final class RollbackLaws<M, E> {

  private static final List<Origin> ORIGINS =
      List.of(
          Origin.of("ann", "desk", "morning"),
          Origin.of("agent", "run 1", "message 1"),
          Origin.of("agent", "run 1", "message 2"));

  private static final int CHOICES = 256;

  private final Domain<M, E> domain;
  private final Function<M, Generator<E>> events;
  private final Session<M, E> session;
  private final NaiveEffects<M, E> effects;
  private int rollbacks;
  private int whole;
  private int conflicts;
  private int compared;
  private int untold;

  /**
   * One operation of a program.
   *
   * @param kind which
   * @param seed what it chooses, on whatever state it finds
   */
  record Op(int kind, long seed) {

    static final int KINDS = 14;

    static Generator<Op> any() {
      return choices -> new Op(choices.upTo(KINDS - 1), choices.upTo(Integer.MAX_VALUE));
    }
  }

  private RollbackLaws(Domain<M, E> domain, Function<M, Generator<E>> events, M start) {
    this.domain = domain;
    this.events = events;
    byte[] file = domain.format().write(start, List.of());
    if (!(domain.format().read(file) instanceof ReadResult.Readable<M> readable)) {
      throw new AssertionError("the domain does not read what it wrote");
    }
    this.effects = new NaiveEffects<>(domain, readable.model());
    this.session =
        Session.open(
            domain, readable, ORIGINS.get(0), InMemoryJournal.empty(), SessionSettings.standard());
  }

  /** Runs a program and looks at the document after each operation. */
  static <M, E> RollbackTally hold(
      Domain<M, E> domain, Function<M, Generator<E>> events, M start, List<Op> program) {
    RollbackLaws<M, E> laws = new RollbackLaws<>(domain, events, start);
    for (Op op : program) {
      laws.run(op.kind(), Choices.by(new Random(op.seed()), CHOICES));
      laws.isWhatTheEventsInEffectLeave();
    }
    return new RollbackTally(
        laws.rollbacks, laws.whole, laws.conflicts, laws.compared, laws.untold);
  }

  private void run(int kind, Choices choices) {
    switch (kind) {
      case 0, 1, 2, 3, 4 -> edit(choices);
      case 5 -> fail(choices);
      case 6 -> moved(session.undo(intent(choices), choices.between(1, 3)));
      case 7 -> moved(session.redo(intent(choices), choices.between(1, 3)));
      case 8, 9 -> rollBack(choices);
      case 10 -> undoOwn(choices);
      case 11, 12 -> switchTo(choices);
      default -> redoOwn(choices);
    }
  }

  private static void moved(Outcome outcome) {
    require(
        "RB-8",
        outcome instanceof Outcome.Moved || outcome instanceof Outcome.Unchanged,
        () -> "undo or redo gave " + outcome);
  }

  /** To any step that there ever was: the line is the way to it then. */
  private void switchTo(Choices choices) {
    List<Step<E>> made = session.state().history().steps();
    if (made.isEmpty()) {
      return;
    }
    Step<E> to = choices.among(made);
    moved(session.branches().switchTo(intent(choices), Optional.of(to.id())));
    same("HI-2", Optional.of(to.id()), session.state().head(), () -> "after a switch");
    same("HI-2", to.after(), session.digest(), () -> "after a switch");
    same(
        "HI-2",
        session.state().history().path(session.state().head()),
        session.state().recent(Integer.MAX_VALUE),
        () -> "the line after a switch");
  }

  private static Intent intent(Choices choices) {
    return Intent.of("work", choices.among(ORIGINS));
  }

  private void edit(Choices choices) {
    int count = choices.between(1, 4);
    Outcome unused =
        session.step(
            intent(choices),
            stage -> {
              for (int i = 0; i < count; i++) {
                E event = events.apply(stage.model()).generate(choices);
                if (domain.check(event, stage.model()).isEmpty()) {
                  stage.emit(event);
                }
              }
            });
  }

  private void fail(Choices choices) {
    SessionState<M, E> before = session.state();
    E event = events.apply(session.model()).generate(choices);
    Outcome outcome =
        session.step(
            intent(choices),
            stage -> {
              stage.emit(event);
              stage.emit(event);
            });
    if (outcome instanceof Outcome.Refused) {
      same("SE-3", before.digest(), session.digest(), () -> "after a refused step");
    }
  }

  private void rollBack(Choices choices) {
    List<Step<E>> line = session.state().recent(Integer.MAX_VALUE);
    if (line.isEmpty()) {
      return;
    }
    Selection selection =
        switch (choices.upTo(5)) {
          case 0 -> Selection.of(choices.among(line).id());
          case 1 -> Selection.of(choices.among(line).id(), choices.among(line).id());
          case 2 -> new Selection.Matching(StepFilter.ANY.withMessage("message 1"));
          case 3 -> new Selection.From(StepFilter.ANY.withMessage("message 2"));
          default -> Selection.of(choices.among(builtOn(line)).id());
        };
    RollbackPlan<E> plan = session.rollbacks().plan(selection);
    same("RB-1", List.of(), plan.failures(), () -> "failures of " + selection);
    if (plan.isWhole()) {
      whole++;
      Set<EventId> before = NaiveEffects.of(line, Set.of());
      Set<EventId> without = NaiveEffects.of(line, Set.copyOf(ids(selection, line)));
      Set<EventId> after = NaiveEffects.after(before, line, plan.reversal());
      if (!plan.events().isEmpty()) {
        same("RB-1", without, after, () -> "in effect after " + plan);
      }
    } else {
      conflicts++;
      allOrNothing(plan);
      conflictsAreReal(plan, selection, line);
    }
    done(plan, session.rollbacks().rollback(intent(choices), plan, Mode.BEST_EFFORT));
    if (plan.isWhole()) {
      same("RB-2", List.of(), session.rollbacks().plan(selection).events(), () -> "once more");
    }
  }

  /** The steps that made something which later ones wrote or referred to; all if there are none. */
  private List<Step<E>> builtOn(List<Step<E>> line) {
    List<Step<E>> found = new ArrayList<>();
    Set<EntityRef> later = new HashSet<>();
    for (Step<E> step : line.reversed()) {
      if (step.events().stream().anyMatch(event -> makes(event, later))) {
        found.add(step);
      }
      for (E event : step.events()) {
        Touches touches = domain.touches(event);
        later.addAll(touches.mentioned());
        touches.written().forEach(unit -> later.add(unit.entity()));
      }
    }
    return found.isEmpty() ? line : found;
  }

  private boolean makes(E event, Set<EntityRef> some) {
    return domain.effect(event) == Effect.CREATES
        && domain.touches(event).written().stream().map(Unit::entity).anyMatch(some::contains);
  }

  private List<StepId> ids(Selection selection, List<Step<E>> line) {
    List<StepId> ids = new ArrayList<>();
    boolean begun = false;
    for (Step<E> step : line) {
      begun |=
          selection instanceof Selection.From(var filter)
              && filter.accepts(step.origin(), step.time());
      boolean meant =
          switch (selection) {
            case Selection.Steps(var steps) -> steps.contains(step.id());
            case Selection.Matching(var filter) -> filter.accepts(step.origin(), step.time());
            case Selection.From from -> begun && step.origin().session().equals("run 1");
          };
      if (meant) {
        ids.add(step.id());
      }
    }
    return ids;
  }

  private void allOrNothing(RollbackPlan<E> plan) {
    SessionState<M, E> before = session.state();
    Outcome outcome =
        session.rollbacks().rollback(Intent.of("all", ORIGINS.get(0)), plan, Mode.ALL_OR_NOTHING);
    require("RB-7", outcome instanceof Outcome.Refused, () -> plan.conflicts() + ": " + outcome);
    same("RB-7", before.head(), session.state().head(), () -> "after all or nothing");
    same("RB-7", before.digest(), session.digest(), () -> "after all or nothing");
  }

  /** Without those whom a conflict names it is gone. */
  private void isGoneWithout(RollbackPlan.Skipped skipped, Set<StepId> selected) {
    Set<StepId> more = new LinkedHashSet<>(selected);
    more.addAll(skipped.by());
    RollbackPlan<E> without = session.rollbacks().plan(new Selection.Steps(more));
    Set<EventId> left = new HashSet<>();
    without.conflicts().forEach(conflict -> left.add(conflict.event()));
    require(
        "RB-5",
        !left.contains(skipped.event()),
        () -> skipped + " stands without those whom it names");
  }

  /** Whoever is to blame is no part of the selection, and without all of them nothing is left. */
  private void conflictsAreReal(RollbackPlan<E> plan, Selection selection, List<Step<E>> line) {
    Set<StepId> selected = new LinkedHashSet<>(ids(selection, line));
    RollbackPlan<E> next = plan;
    while (!next.isWhole()) {
      Set<StepId> blamed = new HashSet<>();
      for (RollbackPlan.Skipped skipped : next.conflicts()) {
        require("RB-5", !skipped.by().isEmpty(), () -> "nobody is to blame for " + skipped);
        isGoneWithout(skipped, selected);
        blamed.addAll(skipped.by());
      }
      RollbackPlan<E> told = next;
      require("RB-5", selected.addAll(blamed), () -> "all blamed are selected: " + told);
      next = session.rollbacks().plan(new Selection.Steps(selected));
      same("RB-1", List.of(), next.failures(), () -> "failures of " + selected);
    }
  }

  private void done(RollbackPlan<E> plan, Outcome outcome) {
    if (plan.events().isEmpty()) {
      require(
          "RB-8",
          plan.isWhole()
              ? outcome instanceof Outcome.Unchanged
              : outcome instanceof Outcome.Refused,
          () -> "a plan of nothing gave " + outcome);
      return;
    }
    rollbacks++;
    same("RB-7", plan.digest(), session.digest(), () -> "after " + plan);
    require("RB-8", outcome instanceof Outcome.Committed, () -> plan + " gave " + outcome);
    Outcome back = session.undo(Intent.of("back", ORIGINS.get(0)), 1);
    require("RB-8", back instanceof Outcome.Moved, () -> "undone: " + back);
    same("RB-8", plan.head(), session.state().head(), () -> "after undo of " + plan);
    Outcome again = session.redo(Intent.of("again", ORIGINS.get(0)), 1);
    require("RB-8", again instanceof Outcome.Moved, () -> "made again: " + again);
    same("RB-8", plan.digest(), session.digest(), () -> "made again: " + plan);
  }

  private void undoOwn(Choices choices) {
    Intent intent = intent(choices);
    Digest before = session.digest();
    Rollbacks.Done<E> done = session.rollbacks().undoOwn(intent, StepFilter.own(intent.origin()));
    done.plan().ifPresent(plan -> done(plan, done.outcome()));
    if (done.plan().filter(RollbackPlan::isWhole).isPresent() && !before.equals(session.digest())) {
      bringsBack(intent);
    }
  }

  /** What was taken back by undo of one's own comes back by redo of one's own. */
  private void bringsBack(Intent intent) {
    Digest undone = session.digest();
    Rollbacks.Done<E> redone = session.rollbacks().redoOwn(intent, StepFilter.own(intent.origin()));
    require("RB-9", redone.plan().isPresent(), () -> "there is nothing to bring back");
    if (!redone.plan().get().isWhole()) {
      return; // Somebody came to refer to what was gone then, and stands in the way now.
    }
    require("RB-9", redone.outcome() instanceof Outcome.Committed, () -> "redone: " + redone);
    Outcome back = session.undo(intent, 1);
    require("RB-9", back instanceof Outcome.Moved, () -> "undone: " + back);
    same("RB-9", undone, session.digest(), () -> "after redo of one's own, undone");
  }

  private void redoOwn(Choices choices) {
    Intent intent = intent(choices);
    Rollbacks.Done<E> done = session.rollbacks().redoOwn(intent, StepFilter.own(intent.origin()));
    done.plan().ifPresent(plan -> done(plan, done.outcome()));
  }

  private void isWhatTheEventsInEffectLeave() {
    List<Step<E>> line = session.state().recent(Integer.MAX_VALUE);
    Optional<M> left = effects.left(line, NaiveEffects.of(line, Set.of()));
    if (left.isPresent()) {
      compared++;
      same(
          "RB-1",
          domain.digest(left.get()),
          session.digest(),
          () -> "the events in effect of " + line);
    } else {
      untold++;
    }
  }
}
