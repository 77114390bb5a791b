package dev.fcp.spec.session;

import dev.fcp.eventlog.domain.Value;
import dev.fcp.eventlog.history.Focus;
import dev.fcp.eventlog.history.Origin;
import dev.fcp.eventlog.history.Reversal;
import dev.fcp.eventlog.history.RollbackPlan;
import dev.fcp.eventlog.history.Step;
import dev.fcp.eventlog.history.StepIds;
import dev.fcp.eventlog.session.Limits;
import dev.fcp.eventlog.session.SessionChange.Kind;
import dev.fcp.spec.session.NaiveStep.Refusal;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.TreeMap;

/**
 * What a session has to do, said in the plainest way: lists of whole models, put back as they were.
 * It shares no code with the engine but the domain, and of that it uses only what leads forwards.
 */
final class NaiveSession<M, E> {

  /** How an operation ends. */
  enum Ending {
    COMMITTED,
    MOVED,
    RECORDED,
    UNCHANGED,
    REFUSED,
    FAILED
  }

  private final Vocabulary<M, E> vocabulary;
  private final NaiveMerge<M, E> merge;
  private final List<Observation.Told> told = new ArrayList<>();

  /** The places of the line, the base first. */
  private List<NaivePlace<M, E>> line = new ArrayList<>();

  private int cursor;
  private List<Step<E>> everMade = new ArrayList<>();
  private final Map<String, NaivePlace<M, E>> names = new HashMap<>();
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

  private Limit limit = new Limit(Integer.MAX_VALUE, Integer.MAX_VALUE, Integer.MAX_VALUE);

  /** How much can be undone: steps, bytes of their events, operations since the oldest. */
  record Limit(int steps, int bytes, int age) {

    /** The same for a session; operations are a second apart. */
    Limits limits() {
      return new Limits(steps, bytes, Duration.ofSeconds(age));
    }
  }

  NaiveSession(Vocabulary<M, E> vocabulary, M model, boolean fromFile) {
    this.vocabulary = vocabulary;
    this.merge = new NaiveMerge<>(vocabulary.domain());
    NaivePlace<M, E> base = new NaivePlace<>(List.of(), model, Optional.empty(), 0);
    line.add(base);
    saved = fromFile ? Optional.of(base) : Optional.empty();
  }

  NaiveSession<M, E> within(Limit limits) {
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
    M model = here().model;
    Map<String, List<String>> checkpoints = new TreeMap<>();
    names.forEach((name, place) -> checkpoints.put(name, place.path));
    List<String> whole = line.get(line.size() - 1).path;
    int gone = line.get(0).path.size();
    List<String> undone = whole.subList(gone + cursor, whole.size());
    Optional<String> redo = undone.stream().findFirst();
    Optional<String> undo = cursor == 0 ? Optional.empty() : Optional.of(here().label());
    return new Observation(
        model,
        vocabulary.domain().digestFromScratch(model),
        new Observation.Reach(
            cursor,
            new Observation.Next(undo.isPresent(), cursor, undo),
            new Observation.Next(redo.isPresent(), undone.size(), redo)),
        whole.subList(gone, gone + cursor),
        undone,
        checkpoints,
        saved.map(place -> place.path),
        saved.filter(here()::equals).isPresent(),
        everMade.stream().map(Step::label).toList());
  }

  Ending run(SessionOp op, String label) {
    operation++;
    maker = SessionDriver.ORIGIN;
    Ending ending = ending(op, label);
    if (ending == Ending.COMMITTED) {
      shorten();
    }
    records +=
        switch (ending) {
          case COMMITTED, MOVED, REFUSED, FAILED -> 1;
          case RECORDED -> op instanceof SessionOp.Save ? 2 : 1;
          case UNCHANGED -> 0;
        };
    return ending;
  }

  /** Takes the oldest steps off the line, one by one, as long as it is too long. */
  private void shorten() {
    while (cursor > 1
        && (cursor > limit.steps()
            || bytes() > limit.bytes()
            || operation - line.get(1).operation > limit.age())) {
      line.remove(0);
      cursor--;
    }
  }

  private int bytes() {
    return line.subList(1, cursor + 1).stream()
        .flatMap(place -> place.events().stream())
        .mapToInt(vocabulary::bytes)
        .sum();
  }

  private Ending ending(SessionOp op, String label) {
    return switch (op) {
      case SessionOp.Part part -> alone(part, label);
      case SessionOp.Typed(var key, var acts) -> typed(key, acts, label);
      case SessionOp.Bail(var name) -> bailedTo(name);
      case SessionOp.Squash(var name) -> squashedTo(name, label);
      case SessionOp.Undo(var count) -> moved(Kind.UNDONE, Math.max(0, cursor - count));
      case SessionOp.Redo(var count) ->
          moved(Kind.REDONE, Math.min(line.size() - 1, cursor + count));
      case SessionOp.UndoTo(var name) -> undoneTo(name);
      case SessionOp.Checkpoint(var name) -> {
        names.put(name, here());
        yield told(Kind.NAMED, Ending.RECORDED, Value.Fields.NONE);
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
    return new NaivePlans<>(vocabulary.domain(), everMade, line.subList(0, cursor + 1));
  }

  private Ending rolledBack(Optional<RollbackPlan<E>> plan, String label) {
    return plan.isPresent() ? rolledBack(plan.get(), false, label) : Ending.UNCHANGED;
  }

  private Ending rolledBack(RollbackPlan<E> plan, boolean whole, String label) {
    boolean isNothing = plan.events().isEmpty();
    if (!plan.isWhole() && (isNothing || whole)) {
      return Ending.REFUSED;
    }
    if (isNothing) {
      return Ending.UNCHANGED;
    }
    M model = here().model;
    for (E event : plan.events()) {
      model = vocabulary.domain().replay(event, model);
    }
    line = new ArrayList<>(line.subList(0, cursor + 1));
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
            && cursor == line.size() - 1
            && !names.containsValue(before)
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
    NaivePlace<M, E> made = line.remove(cursor);
    everMade.remove(everMade.size() - 1);
    line.remove(cursor - 1);
    cursor -= 2;
    if (events.isEmpty()) {
      typed = Optional.empty();
      return told(Kind.REPLACED, Ending.RECORDED, Value.Fields.NONE);
    }
    Focus focus = new Focus(before.focus().before(), made.focus().after());
    push(before.label(), made.model, events, focus, Reversal.NONE);
    typed = Optional.of(here());
    return told(Kind.REPLACED, Ending.COMMITTED, focus.after());
  }

  private void push(String label, M model, List<E> events, Focus focus, Reversal reversal) {
    Step<E> step =
        new Step<>(
            ids.get(),
            here().step.map(Step::id),
            label,
            maker,
            Instant.EPOCH,
            events,
            vocabulary.domain().digest(model),
            reversal,
            List.of(),
            focus);
    line.add(here().then(step, model, operation));
    everMade.add(step);
    cursor++;
  }

  private Ending bailedTo(String name) {
    int position = positionOf(name);
    if (position < 0 || position > cursor) {
      return Ending.REFUSED;
    }
    boolean cuts = cursor < line.size() - 1;
    Ending ending = position == cursor && !cuts ? Ending.UNCHANGED : Ending.MOVED;
    told(Kind.BAILED, ending, focusAt(position));
    cursor = position;
    line = new ArrayList<>(line.subList(0, cursor + 1));
    return ending;
  }

  private Ending squashedTo(String name, String label) {
    int position = positionOf(name);
    if (position < 0 || position > cursor || cursor < line.size() - 1) {
      return Ending.REFUSED;
    }
    if (cursor - position < 2) {
      return Ending.UNCHANGED;
    }
    NaivePlace<M, E> end = here();
    List<E> all = new ArrayList<>();
    line.subList(position + 1, cursor + 1).forEach(place -> all.addAll(place.events()));
    List<E> events = merge.inFewest(all);
    Focus focus = new Focus(line.get(position + 1).focus().before(), end.focus().after());
    line = new ArrayList<>(line.subList(0, position + 1));
    cursor = position;
    Ending ending = Ending.RECORDED;
    if (!events.isEmpty()) {
      push(label, end.model, events, focus, Reversal.NONE);
      ending = Ending.COMMITTED;
    }
    told(Kind.REPLACED, ending, events.isEmpty() ? Value.Fields.NONE : focus.after());
    names.replaceAll((other, place) -> place.equals(end) ? here() : place);
    saved = saved.map(place -> place.equals(end) ? here() : place);
    return ending;
  }

  /** Where a name is on the line; less than 0 if nowhere. */
  private int positionOf(String name) {
    return names.containsKey(name) ? line.indexOf(names.get(name)) : -1;
  }

  private Ending undoneTo(String name) {
    int position = positionOf(name);
    boolean isBehind = position >= 0 && position <= cursor;
    return isBehind ? moved(Kind.UNDONE, position) : Ending.REFUSED;
  }

  private Ending moved(Kind kind, int position) {
    Ending ending = position == cursor ? Ending.UNCHANGED : Ending.MOVED;
    told(kind, ending, focusAt(position));
    cursor = position;
    return ending;
  }

  /** Where the user was: before the last step taken back, or after the last one made again. */
  private Value.Fields focusAt(int position) {
    if (position == cursor) {
      return Value.Fields.NONE;
    }
    return position < cursor
        ? line.get(position + 1).focus().before()
        : line.get(position).focus().after();
  }

  private Ending edited(SessionOp.Part part, String label) {
    int made = everMade.size();
    try {
      orAsBefore(part, label);
      return everMade.size() == made ? Ending.UNCHANGED : Ending.COMMITTED;
    } catch (Refusal e) {
      return Ending.REFUSED;
    } catch (SessionOp.Failure e) {
      return Ending.FAILED;
    }
  }

  private void orAsBefore(SessionOp.Part part, String label) {
    List<NaivePlace<M, E>> oldLine = new ArrayList<>(line);
    List<Step<E>> oldSteps = new ArrayList<>(everMade);
    int oldCursor = cursor;
    try {
      run(part, label);
    } catch (Refusal | SessionOp.Failure e) {
      line = oldLine;
      everMade = oldSteps;
      cursor = oldCursor;
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
    NaiveStep<M, E> step = new NaiveStep<>(vocabulary, here().model);
    step.run(acts);
    if (!step.events().isEmpty()) {
      line = new ArrayList<>(line.subList(0, cursor + 1));
      push(label, step.model(), step.events(), SessionDriver.focus(label), Reversal.NONE);
    }
  }

  private NaivePlace<M, E> here() {
    return line.get(cursor);
  }
}
