package dev.fcp.benchmarks.table;

import static java.util.Objects.requireNonNull;

import dev.fcp.benchmarks.MapPeer;
import dev.fcp.benchmarks.PersistentBenchmark.Cell;
import dev.fcp.eventlog.journal.InMemoryJournal;
import dev.fcp.eventlog.journal.Journal;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.stream.IntStream;

/**
 * Measures steps of one event in memory: checked, applied, digested, recorded and published; and
 * the edits of persistent maps, with less or none of that.
 */
final class StepProgram {

  private static final int WARM_UP = 5;
  private static final int SAMPLES = 9;
  private static final int KEYS = 1 << 16;

  /** What is measured; the name of an alternative in the table is {@link #title}. */
  enum Subject {
    SESSION("step", Result.FCP),
    SESSION_WITH_LINES("step.lines", Result.FCP),
    PROTOTYPE("step", "prototype with the same checks"),
    VAVR("step", "Vavr snapshots"),
    PAGURO("step", "Paguro snapshots");

    private final String row;
    private final String title;

    Subject(String row, String title) {
      this.row = row;
      this.title = title;
    }

    /** Returns a factory of steps; each sample uses a new one, so that histories stay bounded. */
    private Supplier<Consumer<String>> steps(int size) {
      return switch (this) {
        case SESSION -> sessions(size, RecordJournal::new);
        case SESSION_WITH_LINES -> sessions(size, InMemoryJournal::empty);
        case PROTOTYPE -> prototypes(size);
        case VAVR -> maps(size, MapPeer.VAVR_HASH);
        case PAGURO -> maps(size, MapPeer.PAGURO_HASH);
      };
    }
  }

  private StepProgram() {}

  /**
   * Measures one subject.
   *
   * @param arguments scale, subject, number of entities
   */
  public static void main(String[] arguments) {
    Scale scale = Scale.parse(arguments[0]);
    Subject subject = Subject.valueOf(arguments[1]);
    int size = Integer.parseInt(arguments[2]);
    int steps = scale.of(100, 50_000);
    String[] keys =
        new Random(1).ints(KEYS, 0, size).mapToObj(ShapeDomain::id).toArray(String[]::new);
    Supplier<Consumer<String>> factory = subject.steps(size);
    List<Cost> costs = new ArrayList<>();
    for (int i = -scale.of(1, WARM_UP); i < scale.of(1, SAMPLES); i++) {
      Consumer<String> step = factory.get();
      int first = i * steps;
      Cost cost =
          Cost.of(() ->
              IntStream.range(first, first + steps)
                  .forEach(n -> step.accept(keys[n & (KEYS - 1)])));
      if (i >= 0) {
        costs.add(cost);
      }
    }
    Result.print(subject.row, size, subject.title, Cost.of(costs, Cost::cpuNanos, 1e3 * steps));
    if (subject.title.equals(Result.FCP)) {
      Result.print(subject.row, size, Result.WALL, Cost.of(costs, Cost::wallNanos, 1e3 * steps));
    }
    Result.print(subject.row + ".garbage", size, subject.title, Cost.of(costs, Cost::bytes, steps));
  }

  private static Supplier<Consumer<String>> sessions(int size, Supplier<Journal> journals) {
    var model = ShapeDomain.model(size);
    return () -> {
      var session = ShapeSession.open(model, journals.get());
      return key -> ShapeSession.edit(session, key);
    };
  }

  /** Returns edits of a map; the result of each is kept. */
  private static Supplier<Consumer<String>> maps(int size, MapPeer peer) {
    Object map = peer.build(cells(size));
    return () -> {
      List<Object> log = new ArrayList<>(List.of(map));
      return key -> {
        Object current = log.get(log.size() - 1);
        Cell before = (Cell) requireNonNull(peer.get(current, key));
        log.add(peer.with(current, key, new Cell(key, "edited", before.style())));
      };
    };
  }

  private static List<Map.Entry<String, Object>> cells(int size) {
    List<Map.Entry<String, Object>> cells = new ArrayList<>(size);
    for (int i = 0; i < size; i++) {
      String id = ShapeDomain.id(i);
      cells.add(Map.entry(id, new Cell(id, "label", "rounded=1;fillColor=#dae8fc")));
    }
    return cells;
  }

  /** A step of the prototype: its time, the edit and the digest of the map after it. */
  private record PrototypeStep(Instant time, Cell before, Cell after, long digest) {}

  /**
   * Returns edits of a map of the engine with the checks of a session and nothing else: the value
   * before is the expected one, the digest is kept with two hashes, and the step joins a log.
   */
  private static Supplier<Consumer<String>> prototypes(int size) {
    Object map = MapPeer.OURS.build(cells(size));
    return () -> {
      Object[] current = {map};
      List<PrototypeStep> log = new ArrayList<>();
      return key -> {
        Cell expected = (Cell) requireNonNull(MapPeer.OURS.get(current[0], key));
        Cell after = new Cell(key, "edited " + log.size(), expected.style());
        if (!expected.equals(MapPeer.OURS.get(current[0], after.id()))) {
          throw new IllegalStateException("the value is not the expected one");
        }
        long last = log.isEmpty() ? 0 : log.get(log.size() - 1).digest();
        long digest = last - expected.hash().asLong() + after.hash().asLong();
        log.add(new PrototypeStep(Instant.now(), expected, after, digest));
        current[0] = MapPeer.OURS.with(current[0], key, after);
      };
    };
  }
}
