package dev.fcp.spec.session;

import dev.fcp.eventlog.domain.Value;
import dev.fcp.eventlog.history.Focus;
import dev.fcp.eventlog.history.Origin;
import dev.fcp.eventlog.history.Reversal;
import dev.fcp.eventlog.history.RollbackPlan;
import dev.fcp.eventlog.history.Step;
import dev.fcp.eventlog.history.StepIds;
import dev.fcp.eventlog.session.SessionChange.Kind;
import dev.fcp.spec.session.NaiveStep.Refusal;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;

/**
 * What a session has to do, said in the plainest way: lists of whole models, put back as they were.
 * It shares no code with the engine but the domain, and of that it uses only what leads forwards.
 */
final class NaiveSession<M, E> {

  private final Vocabulary<M, E> vocabulary;
  private final NaiveMerge<M, E> merge;
  private final List<Observation.Told> told = new ArrayList<>();

  private NaiveLine<M, E> line;
  private NaiveTree<M, E> tree;
  private final NaiveNames<M, E> names = new NaiveNames<>();
  private Optional<NaivePlace<M, E>> saved;
  private long records = 1;

  /** The place that a typed step of this key may go on; none if there is no such place. */
  private Optional<NaivePlace<M, E>> typed = Optional.empty();

  private String typedKey = "";

  /** Who makes the steps of this operation, and where the user is then. */
  private Origin maker = SessionDriver.ORIGIN;

  private final StepIds ids = new StepIds(() -> Instant.EPOCH, new Random(1));

  /** How many operations there were. */
  private int operation;

  private NaiveLimit limit = NaiveLimit.NONE;

  NaiveSession(Vocabulary<M, E> vocabulary, M model, boolean fromFile) {
    this.vocabulary = vocabulary;
    this.merge = new NaiveMerge<>(vocabulary.domain());
    NaivePlace<M, E> base = NaivePlace.base(model);
    line = NaiveLine.of(base);
    tree = NaiveTree.of(base);
    saved = fromFile ? Optional.of(base) : Optional.empty();
  }

  NaiveSession<M, E> within(NaiveLimit limits) {
    limit = limits;
    return this;
  }

  long records() {
    return records;
  }

  /** What listeners are told so far. */
  List<Observation.Told> told() {
    return told;
  }

  Observation observe() {
    return new Observation(
        here().model(),
        vocabulary.domain().digestFromScratch(here().model()),
        line.reach(),
        NaiveLine.labels(line.applied()),
        NaiveLine.labels(line.undone()),
        names.paths(),
        saved.map(NaivePlace::path),
        saved.filter(here()::equals).isPresent(),
        tree.steps().stream().map(Step::label).toList(),
        tree.names(),
        tree.ends(line.end()).stream().map(NaivePlace::path).toList());
  }

  Ending run(SessionOp op, String label) {
    operation++;
    maker = SessionDriver.ORIGIN;
    Ending ending = ending(op, label);
    if (ending == Ending.COMMITTED) {
      limit.shorten(line, operation, vocabulary);
    }
    records +=
        switch (ending) {
          case COMMITTED, MOVED, REFUSED, FAILED -> 1;
          case RECORDED -> op instanceof SessionOp.Save ? 2 : 1;
          case UNCHANGED -> 0;
        };
    return ending;
  }

  private Ending ending(SessionOp op, String label) {
    return switch (op) {
      case SessionOp.Part part -> alone(part, label);
      case SessionOp.Typed(var key, var acts) -> typed(key, acts, label);
      case SessionOp.Bail(var name) -> bailedTo(name);
      case SessionOp.Squash(var name) -> squashedTo(name, label);
      case SessionOp.Undo(var count) -> moved(Kind.UNDONE, line.at(line.cursor() - count));
      case SessionOp.Redo(var count) -> moved(Kind.REDONE, line.at(line.cursor() + count));
      case SessionOp.UndoTo(var name) ->
          behind(name).map(place -> moved(Kind.UNDONE, place)).orElse(Ending.REFUSED);
      case SessionOp.Switch(var name, var number, var jumping) ->
          (name.isPresent() ? named(name.get()) : Optional.of(tree.at(number)))
              .map(place -> jumping ? jumpedTo(place) : switchedTo(place))
              .orElse(Ending.REFUSED);
      case SessionOp.Checkpoint(var name) -> {
        boolean isTaken = tree.named(name).isPresent();
        yield isTaken ? Ending.REFUSED : noted(() -> names.put(name, here()));
      }
      case SessionOp.NameBranch(var name, var number) -> {
        boolean isTaken = names.get(name).isPresent();
        yield isTaken ? Ending.REFUSED : noted(() -> tree.name(name, tree.at(number), line.end()));
      }
      case SessionOp.Save save -> {
        saved = Optional.of(here());
        yield told(Kind.SAVED, Ending.RECORDED, Value.Fields.NONE);
      }
      case SessionOp.Restore restore -> Ending.UNCHANGED;
      case SessionOp.Verify verify -> Ending.UNCHANGED;
      case SessionOp.Reopen reopen -> {
        typed = Optional.empty();
        yield Ending.UNCHANGED;
      }
      case SessionOp.Rarer rarer -> rarer(rarer, label);
    };
  }

  private Ending noted(Runnable naming) {
    naming.run();
    return told(Kind.NAMED, Ending.RECORDED, Value.Fields.NONE);
  }

  private Ending rarer(SessionOp.Rarer op, String label) {
    return switch (op) {
      case SessionOp.Guest(var acts) -> {
        maker = SessionDriver.origin(true);
        yield alone(new SessionOp.Step(acts, false), label);
      }
      case SessionOp.Rollback(var from, var count, var whole) ->
          rolledBack(plans().without(from, count), whole, label);
      case SessionOp.UndoOwn(var guest) -> {
        maker = SessionDriver.origin(guest);
        yield rolledBack(plans().undoOwn(maker), label);
      }
      case SessionOp.RedoOwn(var guest) -> {
        maker = SessionDriver.origin(guest);
        yield rolledBack(plans().redoOwn(maker), label);
      }
      case SessionOp.Within(var within) -> {
        limit = within;
        typed = Optional.empty();
        yield Ending.UNCHANGED;
      }
    };
  }

  /** Plans of one who has seen nothing but what is there now. */
  private NaivePlans<M, E> plans() {
    return new NaivePlans<>(vocabulary.domain(), tree.steps(), line.applied(), here());
  }

  private Ending rolledBack(Optional<RollbackPlan<E>> plan, String label) {
    return plan.map(made -> rolledBack(made, false, label)).orElse(Ending.UNCHANGED);
  }

  private Ending rolledBack(RollbackPlan<E> plan, boolean whole, String label) {
    boolean isNothing = plan.events().isEmpty();
    if (!plan.isWhole() && (isNothing || whole)) {
      return Ending.REFUSED;
    }
    if (isNothing) {
      return Ending.UNCHANGED;
    }
    M model = here().model();
    for (E event : plan.events()) {
      model = vocabulary.domain().replay(event, model);
    }
    push(label, model, plan.events(), SessionDriver.focus(label), plan.reversal());
    return told(Kind.COMMITTED, Ending.COMMITTED, here().focus().after());
  }

  private Ending alone(SessionOp.Part part, String label) {
    Ending ending = edited(part, label);
    typed = ending == Ending.COMMITTED ? Optional.empty() : typed;
    return told(Kind.COMMITTED, ending, here().focus().after());
  }

  /** What changed something is told, once. */
  private Ending told(Kind kind, Ending ending, Value.Fields focus) {
    switch (ending) {
      case COMMITTED, MOVED, RECORDED -> told.add(new Observation.Told(kind, focus));
      case UNCHANGED, REFUSED, FAILED -> {}
    }
    return ending;
  }

  private Ending typed(String key, List<SessionOp.Act> acts, String label) {
    NaivePlace<M, E> before = here();
    boolean mayJoin =
        typed.filter(before::equals).isPresent()
            && typedKey.equals(key)
            && line.endsHere()
            && !names.stands(before)
            && saved.filter(before::equals).isEmpty();
    Ending ending = edited(new SessionOp.Step(acts, false), label);
    if (ending != Ending.COMMITTED) {
      return ending;
    }
    typedKey = key;
    typed = Optional.of(here());
    Optional<List<E>> joined =
        mayJoin ? merge.wholly(before.events(), here().events()) : Optional.empty();
    return joined.isPresent()
        ? joined(before, joined.get())
        : told(Kind.COMMITTED, ending, here().focus().after());
  }

  /** Puts one step in the place of the one that was typed before and the one that was just made. */
  private Ending joined(NaivePlace<M, E> before, List<E> events) {
    NaivePlace<M, E> made = here();
    tree.forget(made);
    line.moveTo(line.at(line.cursor() - 2));
    line.cut();
    if (events.isEmpty()) {
      // Whoever comes back to it by a switch may go on typing there.
      typed = Optional.of(before);
      tree.rename(made, here());
      return told(Kind.REPLACED, Ending.RECORDED, Value.Fields.NONE);
    }
    Focus focus = new Focus(before.focus().before(), made.focus().after());
    push(before.label(), made.model(), events, focus, Reversal.NONE);
    tree.replace(List.of(before));
    tree.rename(made, here());
    typed = Optional.of(here());
    return told(Kind.REPLACED, Ending.COMMITTED, focus.after());
  }

  private void push(String label, M model, List<E> events, Focus focus, Reversal reversal) {
    Step<E> step =
        new Step<>(
            ids.get(),
            here().step().map(Step::id),
            label,
            maker,
            Instant.EPOCH,
            events,
            vocabulary.domain().digest(model),
            reversal,
            List.of(),
            focus);
    line.add(here().then(step, model, operation));
    tree.add(here());
  }

  private Ending bailedTo(String name) {
    Optional<NaivePlace<M, E>> place = behind(name);
    if (place.isEmpty()) {
      return Ending.REFUSED;
    }
    boolean changes = !place.get().equals(here()) || !line.endsHere();
    Ending ending = told(Kind.BAILED, Ending.moved(changes), place.get().focusFrom(here()));
    line.moveTo(place.get());
    line.cut();
    return ending;
  }

  private Ending squashedTo(String name, String label) {
    Optional<NaivePlace<M, E>> place = behind(name);
    if (place.isEmpty() || !line.endsHere()) {
      return Ending.REFUSED;
    }
    int position = line.positionOf(place.get());
    if (line.cursor() - position < 2) {
      return Ending.UNCHANGED;
    }
    NaivePlace<M, E> end = here();
    List<NaivePlace<M, E>> single = List.copyOf(line.applied().subList(position, line.cursor()));
    List<E> events =
        merge.inFewest(single.stream().flatMap(each -> each.events().stream()).toList());
    Focus focus = new Focus(single.get(0).focus().before(), end.focus().after());
    line.moveTo(place.get());
    line.cut();
    Ending ending = Ending.RECORDED;
    if (!events.isEmpty()) {
      push(label, end.model(), events, focus, Reversal.NONE);
      tree.replace(single);
      ending = Ending.COMMITTED;
    }
    told(Kind.REPLACED, ending, events.isEmpty() ? Value.Fields.NONE : focus.after());
    tree.rename(end, here());
    names.move(end, here());
    saved = saved.map(named -> named.equals(end) ? here() : named);
    return ending;
  }

  /** The checkpoint of a name, if it is at the cursor or behind it. */
  private Optional<NaivePlace<M, E>> behind(String name) {
    return names
        .get(name)
        .filter(place -> line.positionOf(place) >= 0)
        .filter(place -> line.positionOf(place) <= line.cursor());
  }

  private Optional<NaivePlace<M, E>> named(String name) {
    return names.get(name).or(() -> tree.named(name));
  }

  private Ending jumpedTo(NaivePlace<M, E> to) {
    int position = line.positionOf(to);
    return position < 0
        ? switchedTo(to)
        : moved(position < line.cursor() ? Kind.UNDONE : Kind.REDONE, to);
  }

  private Ending switchedTo(NaivePlace<M, E> to) {
    boolean changes = !here().equals(to) || !line.endsHere();
    Ending ending = told(Kind.SWITCHED, Ending.moved(changes), to.focusFrom(here()));
    line.leadTo(to);
    return ending;
  }

  private Ending moved(Kind kind, NaivePlace<M, E> to) {
    boolean changes = !to.equals(here());
    Ending ending = told(kind, Ending.moved(changes), to.focusFrom(here()));
    line.moveTo(to);
    return ending;
  }

  private Ending edited(SessionOp.Part part, String label) {
    int made = tree.size();
    try {
      orAsBefore(part, label);
      return tree.size() == made ? Ending.UNCHANGED : Ending.COMMITTED;
    } catch (Refusal e) {
      return Ending.REFUSED;
    } catch (SessionOp.Failure e) {
      return Ending.FAILED;
    }
  }

  private void orAsBefore(SessionOp.Part part, String label) {
    NaiveLine<M, E> oldLine = line.copy();
    NaiveTree<M, E> oldTree = tree.copy();
    try {
      run(part, label);
    } catch (Refusal | SessionOp.Failure e) {
      line = oldLine;
      tree = oldTree;
      throw e;
    }
  }

  private void run(SessionOp.Part part, String label) {
    switch (part) {
      case SessionOp.Step(var acts, var caught) -> runStep(acts, label);
      case SessionOp.Batch(var parts, var fails, var caught) -> {
        for (int i = 0; i < parts.size(); i++) {
          runPart(parts.get(i), label + "." + i);
        }
        if (fails) {
          throw new SessionOp.Failure();
        }
      }
    }
  }

  private void runPart(SessionOp.Part part, String label) {
    try {
      orAsBefore(part, label);
    } catch (Refusal | SessionOp.Failure e) {
      if (!part.caught()) {
        throw e;
      }
    }
  }

  private void runStep(List<SessionOp.Act> acts, String label) {
    NaiveStep<M, E> step = new NaiveStep<>(vocabulary, here().model());
    step.run(acts);
    if (!step.events().isEmpty()) {
      push(label, step.model(), step.events(), SessionDriver.focus(label), Reversal.NONE);
    }
  }

  private NaivePlace<M, E> here() {
    return line.here();
  }
}
