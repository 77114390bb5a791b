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

  /** A model and the labels of the steps that led to it. */
  private record Place(List<String> path, int value) {

    Place then(String label, int next) {
      List<String> longer = new ArrayList<>(path);
      longer.add(label);
      return new Place(List.copyOf(longer), next);
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

  NaiveSession(int value, boolean fromFile) {
    Place base = new Place(List.of(), value);
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

  private Ending ending(SessionOp op, String label) {
    return switch (op) {
      case SessionOp.Part part -> edited(part, label);
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
    if (step.events > 0) {
      line = new ArrayList<>(line.subList(0, cursor + 1));
      line.add(here().then(label, step.value));
      everMade.add(label);
      cursor++;
    }
  }

  private Place here() {
    return line.get(cursor);
  }

  private static final class OpenStep {
    private int value;
    private int events;
    private boolean refused;

    OpenStep(int value) {
      this.value = value;
    }

    void run(List<SessionOp.Act> acts) {
      for (SessionOp.Act act : acts) {
        switch (act) {
          case SessionOp.Act.Add(var n) -> emit(value + n);
          case SessionOp.Act.SetTo(var next) -> emit(next);
          case SessionOp.Act.EmitUnfit unfit -> {
            refused = true;
            throw new Refusal();
          }
          case SessionOp.Act.Fail fail -> throw new SessionOp.Failure();
          case SessionOp.Act.Join(var inner, var caught) -> join(inner, caught);
        }
      }
    }

    private void emit(int next) {
      if (refused) {
        throw new Refusal();
      }
      value = next;
      events++;
    }

    private void join(List<SessionOp.Act> acts, boolean caught) {
      int oldValue = value;
      int oldEvents = events;
      try {
        run(acts);
        if (refused) {
          throw new Refusal();
        }
      } catch (Refusal | SessionOp.Failure e) {
        value = oldValue;
        events = oldEvents;
        if (!caught) {
          throw e;
        }
      }
    }
  }
}
