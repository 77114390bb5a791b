package dev.fcp.spec.session;

import dev.fcp.spec.domains.counter.Counter;
import dev.fcp.spec.domains.counter.CounterDomain;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * What a session has to do, said in the plainest way: lists of whole models, copied and put back.
 * It shares no code with the engine but the domain's digest.
 */
final class NaiveSession {

  /** How an operation ends. */
  enum Ending {
    COMMITTED,
    MOVED,
    RECORDED,
    UNCHANGED,
    REFUSED,
    FAILED
  }

  /** A model, the labels of the steps that led to it, and what the last of them did. */
  private record Place(List<String> path, int value, List<Effect> effects, int number) {

    Place then(String label, int next, List<Effect> effects, int number) {
      List<String> longer = new ArrayList<>(path);
      longer.add(label);
      return new Place(List.copyOf(longer), next, List.copyOf(effects), number);
    }
  }

  /** One event: adds {@code to}, or sets from one value to another. */
  private record Effect(boolean sets, int from, int to) {

    boolean isNothing() {
      return sets ? from == to : to == 0;
    }

    /** Both, the other one right behind this. */
    Effect and(Effect other) {
      if (sets) {
        return new Effect(true, from, other.sets ? other.to : to + other.to);
      }
      return other.sets
          ? new Effect(true, other.from - to, other.to)
          : new Effect(false, 0, to + other.to);
    }
  }

  /** What a list of events comes to with one more that goes into its last one. */
  private static void combine(List<Effect> effects, Effect more) {
    if (effects.isEmpty()) {
      effects.add(more);
      return;
    }
    Effect both = effects.remove(effects.size() - 1).and(more);
    if (!both.isNothing()) {
      effects.add(both);
    }
  }

  private static final class Refusal extends RuntimeException {
    private static final long serialVersionUID = 1;
  }

  /** The places of the line, the base first. */
  private List<Place> line = new ArrayList<>();

  private int cursor;
  private List<String> everMade = new ArrayList<>();
  private final Map<String, Place> names = new HashMap<>();
  private Optional<Place> saved;
  private long records = 1;
  private int placesMade;

  /** The place that a typed step of this key may go on; none if there is no such place. */
  private Optional<Place> typed = Optional.empty();

  private String typedKey = "";

  NaiveSession(int value, boolean fromFile) {
    Place base = new Place(List.of(), value, List.of(), 0);
    line.add(base);
    saved = fromFile ? Optional.of(base) : Optional.empty();
  }

  long records() {
    return records;
  }

  Observation observe() {
    Counter model = new Counter(here().value());
    Map<String, List<String>> checkpoints = new TreeMap<>();
    names.forEach((name, place) -> checkpoints.put(name, place.path()));
    List<String> whole = line.get(line.size() - 1).path();
    return new Observation(
        model,
        new CounterDomain().digestFromScratch(model),
        whole.subList(0, cursor),
        whole.subList(cursor, whole.size()),
        checkpoints,
        saved.map(Place::path),
        saved.filter(here()::equals).isPresent(),
        List.copyOf(everMade));
  }

  Ending run(SessionOp op, String label) {
    Ending ending = ending(op, label);
    records +=
        switch (ending) {
          case COMMITTED, MOVED, REFUSED, FAILED -> 1;
          case RECORDED -> op instanceof SessionOp.Save ? 2 : 1;
          case UNCHANGED -> 0;
        };
    return ending;
  }

  /** As a session that is opened again: no step may be joined any more. */
  void reopened() {
    typed = Optional.empty();
  }

  private Ending ending(SessionOp op, String label) {
    return switch (op) {
      case SessionOp.Part part -> {
        Ending ending = edited(part, label);
        typed = ending == Ending.COMMITTED ? Optional.empty() : typed;
        yield ending;
      }
      case SessionOp.Typed(var key, var acts) -> typed(key, acts, label);
      case SessionOp.Bail(var name) -> bailedTo(name);
      case SessionOp.Squash(var name) -> squashedTo(name, label);
      case SessionOp.Undo(var count) -> movedTo(Math.max(0, cursor - count));
      case SessionOp.Redo(var count) -> movedTo(Math.min(line.size() - 1, cursor + count));
      case SessionOp.UndoTo(var name) -> undoneTo(name);
      case SessionOp.Checkpoint(var name) -> {
        names.put(name, here());
        yield Ending.RECORDED;
      }
      case SessionOp.Save save -> {
        saved = Optional.of(here());
        yield Ending.RECORDED;
      }
      case SessionOp.Restore restore -> Ending.UNCHANGED;
      case SessionOp.Verify verify -> Ending.UNCHANGED;
    };
  }

  private Ending typed(String key, List<SessionOp.Act> acts, String label) {
    Place before = here();
    boolean joins =
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
    return joins ? joined(before) : ending;
  }

  /** Puts one step in the place of the one that was typed before and the one that was just made. */
  private Ending joined(Place before) {
    Place made = line.remove(cursor);
    everMade.remove(everMade.size() - 1);
    line.remove(cursor - 1);
    cursor -= 2;
    List<Effect> effects = new ArrayList<>(before.effects());
    made.effects().forEach(effect -> combine(effects, effect));
    if (effects.isEmpty()) {
      typed = Optional.empty();
      return Ending.RECORDED;
    }
    String label = before.path().get(before.path().size() - 1);
    push(label, made.value(), effects);
    typed = Optional.of(here());
    return Ending.COMMITTED;
  }

  private void push(String label, int value, List<Effect> effects) {
    placesMade++;
    line.add(here().then(label, value, effects, placesMade));
    everMade.add(label);
    cursor++;
  }

  private Ending bailedTo(String name) {
    int position = names.containsKey(name) ? line.indexOf(names.get(name)) : -1;
    if (position < 0 || position > cursor) {
      return Ending.REFUSED;
    }
    boolean cuts = cursor < line.size() - 1;
    Ending ending = position == cursor && !cuts ? Ending.UNCHANGED : Ending.MOVED;
    cursor = position;
    line = new ArrayList<>(line.subList(0, cursor + 1));
    return ending;
  }

  private Ending squashedTo(String name, String label) {
    int position = names.containsKey(name) ? line.indexOf(names.get(name)) : -1;
    if (position < 0 || position > cursor || cursor < line.size() - 1) {
      return Ending.REFUSED;
    }
    if (cursor - position < 2) {
      return Ending.UNCHANGED;
    }
    Place end = here();
    List<Effect> effects = new ArrayList<>();
    for (Place place : line.subList(position + 1, cursor + 1)) {
      place.effects().forEach(effect -> combine(effects, effect));
    }
    line = new ArrayList<>(line.subList(0, position + 1));
    cursor = position;
    Ending ending = Ending.RECORDED;
    if (!effects.isEmpty()) {
      push(label, end.value(), effects);
      ending = Ending.COMMITTED;
    }
    names.replaceAll((other, place) -> place.equals(end) ? here() : place);
    saved = saved.map(place -> place.equals(end) ? here() : place);
    return ending;
  }

  private Ending undoneTo(String name) {
    int position = names.containsKey(name) ? line.indexOf(names.get(name)) : -1;
    return position < 0 || position > cursor ? Ending.REFUSED : movedTo(position);
  }

  private Ending movedTo(int position) {
    Ending ending = position == cursor ? Ending.UNCHANGED : Ending.MOVED;
    cursor = position;
    return ending;
  }

  private Ending edited(SessionOp.Part part, String label) {
    List<Place> oldLine = new ArrayList<>(line);
    List<String> oldSteps = new ArrayList<>(everMade);
    int oldCursor = cursor;
    try {
      run(part, label);
      return everMade.size() == oldSteps.size() ? Ending.UNCHANGED : Ending.COMMITTED;
    } catch (Refusal | SessionOp.Failure e) {
      line = oldLine;
      everMade = oldSteps;
      cursor = oldCursor;
      return e instanceof Refusal ? Ending.REFUSED : Ending.FAILED;
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
    List<Place> oldLine = new ArrayList<>(line);
    List<String> oldSteps = new ArrayList<>(everMade);
    int oldCursor = cursor;
    try {
      run(part, label);
    } catch (Refusal | SessionOp.Failure e) {
      line = oldLine;
      everMade = oldSteps;
      cursor = oldCursor;
      if (!part.caught()) {
        throw e;
      }
    }
  }

  private void runStep(List<SessionOp.Act> acts, String label) {
    OpenStep step = new OpenStep(here().value());
    step.run(acts);
    if (step.refused) {
      throw new Refusal();
    }
    if (!step.effects.isEmpty()) {
      line = new ArrayList<>(line.subList(0, cursor + 1));
      push(label, step.value, step.effects);
    }
  }

  private Place here() {
    return line.get(cursor);
  }

  private static final class OpenStep {
    private int value;
    private List<Effect> effects = new ArrayList<>();
    private boolean refused;

    OpenStep(int value) {
      this.value = value;
    }

    void run(List<SessionOp.Act> acts) {
      for (SessionOp.Act act : acts) {
        switch (act) {
          case SessionOp.Act.Add(var n) -> emit(value + n, new Effect(false, 0, n));
          case SessionOp.Act.SetTo(var next) -> emit(next, new Effect(true, value, next));
          case SessionOp.Act.EmitUnfit unfit -> {
            refused = true;
            throw new Refusal();
          }
          case SessionOp.Act.Fail fail -> throw new SessionOp.Failure();
          case SessionOp.Act.Join(var inner, var caught) -> join(inner, caught);
        }
      }
    }

    private void emit(int next, Effect effect) {
      if (refused) {
        throw new Refusal();
      }
      value = next;
      effects.add(effect);
    }

    private void join(List<SessionOp.Act> acts, boolean caught) {
      int oldValue = value;
      List<Effect> oldEffects = new ArrayList<>(effects);
      try {
        run(acts);
        if (refused) {
          throw new Refusal();
        }
      } catch (Refusal | SessionOp.Failure e) {
        value = oldValue;
        effects = oldEffects;
        if (!caught) {
          throw e;
        }
      }
    }
  }
}
