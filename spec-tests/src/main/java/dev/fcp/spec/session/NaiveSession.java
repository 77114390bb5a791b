package dev.fcp.spec.session;

import dev.fcp.eventlog.domain.ValueJson;
import dev.fcp.eventlog.session.SessionChange.Kind;
import dev.fcp.spec.session.NaiveStep.Refusal;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
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

  /**
   * A model, the labels of the steps that led to it, what the last of them did and in which
   * operation; only itself.
   */
  private static final class Place<M, E> {

    private final List<String> path;
    private final M model;
    private final List<E> events;
    private final int operation;

    Place(List<String> path, M model, List<E> events, int operation) {
      this.path = List.copyOf(path);
      this.model = model;
      this.events = List.copyOf(events);
      this.operation = operation;
    }

    Place<M, E> then(String label, M next, List<E> events, int operation) {
      List<String> longer = new ArrayList<>(path);
      longer.add(label);
      return new Place<>(longer, next, events, operation);
    }

    String label() {
      return path.get(path.size() - 1);
    }
  }

  private final Vocabulary<M, E> vocabulary;
  private final NaiveMerge<M, E> merge;
  private final List<Kind> told = new ArrayList<>();

  /** The places of the line, the base first. */
  private List<Place<M, E>> line = new ArrayList<>();

  private int cursor;
  private List<String> everMade = new ArrayList<>();
  private final Map<String, Place<M, E>> names = new HashMap<>();
  private Optional<Place<M, E>> saved;
  private long records = 1;

  /** The place that a typed step of this key may go on; none if there is no such place. */
  private Optional<Place<M, E>> typed = Optional.empty();

  private String typedKey = "";

  /** How many operations there were. */
  private int operation;

  private Limit limit = new Limit(Integer.MAX_VALUE, Integer.MAX_VALUE, Integer.MAX_VALUE);

  /** How much can be undone: steps, bytes of their events, operations since the oldest. */
  record Limit(int steps, int bytes, int age) {}

  NaiveSession(Vocabulary<M, E> vocabulary, M model, boolean fromFile) {
    this.vocabulary = vocabulary;
    this.merge = new NaiveMerge<>(vocabulary.domain());
    Place<M, E> base = new Place<>(List.of(), model, List.of(), 0);
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
  List<Kind> told() {
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
        List.copyOf(everMade));
  }

  Ending run(SessionOp op, String label) {
    operation++;
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
    int bytes = 0;
    for (Place<M, E> place : line.subList(1, cursor + 1)) {
      for (E event : place.events) {
        String json = ValueJson.write(vocabulary.domain().eventCodec().encode(event));
        bytes += json.getBytes(StandardCharsets.UTF_8).length;
      }
    }
    return bytes;
  }

  private Ending ending(SessionOp op, String label) {
    return switch (op) {
      case SessionOp.Part part -> {
        Ending ending = edited(part, label);
        typed = ending == Ending.COMMITTED ? Optional.empty() : typed;
        yield told(Kind.COMMITTED, ending);
      }
      case SessionOp.Typed(var key, var acts) -> typed(key, acts, label);
      case SessionOp.Bail(var name) -> told(Kind.BAILED, bailedTo(name));
      case SessionOp.Squash(var name) -> told(Kind.REPLACED, squashedTo(name, label));
      case SessionOp.Undo(var count) -> told(Kind.UNDONE, movedTo(Math.max(0, cursor - count)));
      case SessionOp.Redo(var count) ->
          told(Kind.REDONE, movedTo(Math.min(line.size() - 1, cursor + count)));
      case SessionOp.UndoTo(var name) -> told(Kind.UNDONE, undoneTo(name));
      case SessionOp.Checkpoint(var name) -> {
        names.put(name, here());
        yield told(Kind.NAMED, Ending.RECORDED);
      }
      case SessionOp.Save save -> {
        saved = Optional.of(here());
        yield told(Kind.SAVED, Ending.RECORDED);
      }
      case SessionOp.Restore restore -> Ending.UNCHANGED;
      case SessionOp.Verify verify -> Ending.UNCHANGED;
      case SessionOp.Reopen reopen -> {
        typed = Optional.empty();
        yield Ending.UNCHANGED;
      }
    };
  }

  /** What changed something is told, once. */
  private Ending told(Kind kind, Ending ending) {
    switch (ending) {
      case COMMITTED, MOVED, RECORDED -> told.add(kind);
      case UNCHANGED, REFUSED, FAILED -> {}
    }
    return ending;
  }

  private Ending typed(String key, List<SessionOp.Act> acts, String label) {
    Place<M, E> before = here();
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
        mayJoin ? merge.wholly(before.events, here().events) : Optional.empty();
    return joined.isPresent()
        ? told(Kind.REPLACED, joined(before, joined.get()))
        : told(Kind.COMMITTED, ending);
  }

  /** Puts one step in the place of the one that was typed before and the one that was just made. */
  private Ending joined(Place<M, E> before, List<E> events) {
    Place<M, E> made = line.remove(cursor);
    everMade.remove(everMade.size() - 1);
    line.remove(cursor - 1);
    cursor -= 2;
    if (events.isEmpty()) {
      typed = Optional.empty();
      return Ending.RECORDED;
    }
    push(before.label(), made.model, events);
    typed = Optional.of(here());
    return Ending.COMMITTED;
  }

  private void push(String label, M model, List<E> events) {
    line.add(here().then(label, model, events, operation));
    everMade.add(label);
    cursor++;
  }

  private Ending bailedTo(String name) {
    int position = positionOf(name);
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
    int position = positionOf(name);
    if (position < 0 || position > cursor || cursor < line.size() - 1) {
      return Ending.REFUSED;
    }
    if (cursor - position < 2) {
      return Ending.UNCHANGED;
    }
    Place<M, E> end = here();
    List<E> all = new ArrayList<>();
    line.subList(position + 1, cursor + 1).forEach(place -> all.addAll(place.events));
    List<E> events = merge.inFewest(all);
    line = new ArrayList<>(line.subList(0, position + 1));
    cursor = position;
    Ending ending = Ending.RECORDED;
    if (!events.isEmpty()) {
      push(label, end.model, events);
      ending = Ending.COMMITTED;
    }
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
    return position < 0 || position > cursor ? Ending.REFUSED : movedTo(position);
  }

  private Ending movedTo(int position) {
    Ending ending = position == cursor ? Ending.UNCHANGED : Ending.MOVED;
    cursor = position;
    return ending;
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
    List<Place<M, E>> oldLine = new ArrayList<>(line);
    List<String> oldSteps = new ArrayList<>(everMade);
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
      push(label, step.model(), step.events());
    }
  }

  private Place<M, E> here() {
    return line.get(cursor);
  }
}
