package dev.fcp.benchmarks;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.util.Objects.requireNonNull;

import com.google.common.hash.HashCode;
import com.google.common.hash.Hashing;
import dev.fcp.eventlog.persistent.PersistentList;
import dev.fcp.eventlog.persistent.PersistentMap;
import dev.fcp.eventlog.persistent.PersistentMap.MapDifferenceConsumer;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;
import org.openjdk.jmh.infra.Blackhole;

/**
 * Compares the immutable map and list of the engine with those of two libraries and with the
 * mutable ones of the JDK. Keys are strings that differ only at their end, like the ids of cells.
 */
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(
    value = 2,
    jvmArgs = {"-Xmx4g", "-XX:+UseParallelGC"})
@SuppressWarnings("NullAway.Init") // JMH sets the fields of a state before it calls anything else
public class PersistentBenchmark {
  private static final int KEYS = 1 << 16;
  private static final int ROWS = 100;

  /** A value that represents an entity: a few text fields. */
  public record Cell(String id, String label, String style) {
    /** Returns a hash of all fields. */
    public HashCode hash() {
      return Hashing.murmur3_128()
          .newHasher()
          .putString(id, UTF_8)
          .putString(label, UTF_8)
          .putString(style, UTF_8)
          .hash();
    }
  }

  private static List<Map.Entry<String, Object>> cells(int count) {
    List<Map.Entry<String, Object>> cells = new ArrayList<>(count);
    for (int i = 0; i < count; i++) {
      cells.add(Map.entry(id(2 * i), new Cell(id(2 * i), "label", "rounded=1;fillColor=#dae8fc")));
    }
    return cells;
  }

  private static String id(int number) {
    return String.format("page-1/cell-%08d", number);
  }

  /** A map of the given size, and present and absent keys in random order. */
  @State(Scope.Thread)
  public abstract static class FilledMap {
    @Param({"100000"})
    public int size;

    Object current;
    private String[] present;
    private String[] absent;
    private int nextIndex;

    /** Fills the map. */
    @Setup
    public void fill() {
      current = peer().build(cells(size));
      Random random = new Random(1);
      present = new String[KEYS];
      absent = new String[KEYS];
      for (int i = 0; i < KEYS; i++) {
        int number = 2 * random.nextInt(size);
        present[i] = id(number);
        absent[i] = id(number + 1);
      }
    }

    abstract MapPeer peer();

    String nextPresent() {
      return present[nextIndex++ & (KEYS - 1)];
    }

    String nextAbsent() {
      return absent[nextIndex++ & (KEYS - 1)];
    }
  }

  /** A map of any kind. */
  public static class EditedMap extends FilledMap {
    @Param public MapPeer map;

    @Override
    MapPeer peer() {
      return map;
    }
  }

  /** A sorted map that finds an entry and its successors in O(log n). */
  public static class RangedMap extends FilledMap {
    @Param({"OURS", "PAGURO_TREE", "JDK_TREE"})
    public MapPeer map;

    @Override
    MapPeer peer() {
      return map;
    }
  }

  /** Reads the value of a key. */
  @Benchmark
  public @Nullable Object mapGet(EditedMap state) {
    return state.map.get(state.current, state.nextPresent());
  }

  /** Replaces the value of a key. */
  @Benchmark
  public Object mapEdit(EditedMap state) {
    String key = state.nextPresent();
    state.current = state.map.with(state.current, key, new Cell(key, "edited", "rounded=0;"));
    return state.current;
  }

  /** Adds an entry and removes it: two operations. */
  @Benchmark
  public Object mapAddAndRemove(EditedMap state) {
    String key = state.nextAbsent();
    Object more = state.map.with(state.current, key, new Cell(key, "new", "rounded=0;"));
    state.current = state.map.without(more, key);
    return state.current;
  }

  /**
   * Measures the minimum work of a session step: an edit, two 128-bit hashes, and an append to a
   * log.
   */
  @Benchmark
  public Object mapStep(EditedMap state, Log log, Blackhole hole) {
    String key = state.nextPresent();
    Cell before = (Cell) requireNonNull(state.map.get(state.current, key));
    Cell after = new Cell(key, "edited", "rounded=0;");
    hole.consume(before.hash());
    hole.consume(after.hash());
    state.current = state.map.with(state.current, key, after);
    log.steps = (log.steps.size() == KEYS ? PersistentList.empty() : log.steps).append(after);
    return log.steps;
  }

  /** The steps made so far. */
  @State(Scope.Thread)
  public static class Log {
    private PersistentList<Object> steps = PersistentList.empty();
  }

  /** Sorted entries to build a map of. */
  @State(Scope.Thread)
  public static class Entries {
    @Param public MapPeer map;

    List<Map.Entry<String, Object>> sorted;

    /** Makes a million entries. */
    @Setup
    public void make() {
      sorted = cells(1_000_000);
    }
  }

  /** Builds a map of 10^6 sorted entries. */
  @Benchmark
  @OutputTimeUnit(TimeUnit.MILLISECONDS)
  public Object mapBuildMillion(Entries state) {
    return state.map.build(state.sorted);
  }

  /** Iterates over {@value #ROWS} entries from a key on. */
  @Benchmark
  public void mapRange(RangedMap state, Blackhole hole) {
    Iterator<?> rows = state.map.from(state.current, state.nextPresent());
    for (int i = 0; i < ROWS && rows.hasNext(); i++) {
      hole.consume(rows.next());
    }
  }

  /** A map of 10^5 entries and a version of it with ten edits. */
  @State(Scope.Thread)
  public static class TwoVersions {
    private PersistentMap<String, Object> before;
    private PersistentMap<String, Object> after;

    /** Makes both. */
    @Setup
    public void edit() {
      before = PersistentMap.ofSorted(Comparator.naturalOrder(), cells(100_000));
      after = before;
      for (int i = 0; i < 10; i++) {
        after = after.with(id(20_000 * i), "edited");
      }
    }
  }

  /** Finds the ten differences. */
  @Benchmark
  public void mapChanges(TwoVersions state, Blackhole hole) {
    state.before.forEachDifference(
        state.after,
        new MapDifferenceConsumer<>() {
          @Override
          public void onlyInThis(String key, Object here) {
            hole.consume(key);
          }

          @Override
          public void onlyInOther(String key, Object there) {
            hole.consume(key);
          }

          @Override
          public void valueDiffers(String key, Object here, Object there) {
            hole.consume(key);
          }
        });
  }

  /** A list of 10^6 elements that grows and is restored before it becomes much larger. */
  @State(Scope.Thread)
  public static class GrownList {
    @Param public ListPeer list;

    private Object origin;
    private Object current;
    private int grown;

    /** Fills the list. */
    @Setup(Level.Iteration)
    public void fill() {
      origin = list.build(numbers());
      current = origin;
      grown = 0;
    }

    Object append(Object element) {
      if (++grown == KEYS) {
        current = list.backTo(origin, current);
        grown = 0;
      }
      current = list.append(current, element);
      return current;
    }
  }

  private static List<Object> numbers() {
    List<Object> numbers = new ArrayList<>();
    for (int i = 0; i < 1_000_000; i++) {
      numbers.add(i);
    }
    return numbers;
  }

  /** Appends an element. */
  @Benchmark
  public Object listAppend(GrownList state) {
    return state.append("element");
  }

  /** A list of 10^6 elements of an immutable kind. */
  @State(Scope.Thread)
  public static class CutList {
    @Param({"OURS", "PAGURO_RRB", "VAVR_VECTOR"})
    public ListPeer list;

    private final int[] indexes = new Random(1).ints(KEYS, 1, 999_999).toArray();
    private Object origin;
    private int nextIndex;

    /** Fills the list. */
    @Setup
    public void fill() {
      origin = list.build(numbers());
    }

    int next() {
      return indexes[nextIndex++ & (KEYS - 1)];
    }
  }

  /** Reads an element. */
  @Benchmark
  public Object listGet(CutList state) {
    return state.list.get(state.origin, state.next());
  }

  /** Removes the end and appends, as an edit after an undo does. */
  @Benchmark
  public Object listTakeAndAppend(CutList state) {
    return state.list.append(state.list.take(state.origin, state.next()), "element");
  }

  /** Removes the start. */
  @Benchmark
  public Object listDrop(CutList state) {
    return state.list.drop(state.origin, state.next());
  }

  /** Inserts an element in the middle. */
  @Benchmark
  public Object listInsert(CutList state) {
    return state.list.insert(state.origin, state.next(), "element");
  }

  /** Appends the list to itself. */
  @Benchmark
  public Object listConcat(CutList state) {
    return state.list.concat(state.origin, state.origin);
  }
}
