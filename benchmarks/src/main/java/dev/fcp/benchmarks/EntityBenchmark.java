package dev.fcp.benchmarks;

import dev.fcp.eventlog.domain.Digest;
import dev.fcp.eventlog.domain.EntityRef;
import dev.fcp.eventlog.domain.Value;
import dev.fcp.eventlog.entity.Change;
import dev.fcp.eventlog.entity.EntityModel;
import dev.fcp.eventlog.entity.EntitySpec;
import dev.fcp.eventlog.entity.OrderKey;
import dev.fcp.eventlog.entity.Place;
import dev.fcp.eventlog.entity.Reference;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/**
 * Edits of a model of the entity kit, each checked, applied and digested, beside the edit of a
 * {@link HashMap} that does none of that.
 */
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(
    value = 1,
    jvmArgs = {"-Xmx4g", "-XX:+UseParallelGC"})
@SuppressWarnings("NullAway.Init") // JMH sets the fields of a state before it calls anything else
public class EntityBenchmark {
  private static final int KEYS = 1 << 16;

  /** What stands for a shape: two texts, a parent and a place. */
  public record Shape(String label, String style, String parent, OrderKey order) {}

  /** Shapes as entities that refer to their parents and stand in one order. */
  private static final class ShapeSpec implements EntitySpec<String, Shape> {
    @Override
    public EntityRef ref(String key) {
      return new EntityRef("shape", key);
    }

    @Override
    public Value encodeKey(String key) {
      return Value.of(key);
    }

    @Override
    public String decodeKey(Value value) {
      return value.asText();
    }

    @Override
    public SortedMap<String, Value> units(Shape shape) {
      SortedMap<String, Value> units = new TreeMap<>();
      units.put("label", Value.of(shape.label()));
      units.put("order", Value.of(shape.order().digits()));
      units.put("parent", Value.of(shape.parent()));
      units.put("style", Value.of(shape.style()));
      return units;
    }

    @Override
    public Shape entity(String key, SortedMap<String, Value> units) {
      Value.Fields fields = Value.Fields.of(units);
      return new Shape(
          fields.text("label"),
          fields.text("style"),
          fields.text("parent"),
          new OrderKey(fields.text("order")));
    }

    @Override
    public List<Reference<String>> references(String key, Map<String, Value> units) {
      return units.get("parent") instanceof Value.Text(var parent)
          ? List.of(new Reference<>("parent", parent, true))
          : List.of();
    }

    @Override
    public Optional<Place> place(Shape shape) {
      return Optional.of(new Place(0, shape.order()));
    }

    @Override
    public Value content(String key, Shape shape) {
      return new Value.Sequence(
          List.of(
              Value.of(key),
              Value.of(shape.label()),
              Value.of(shape.style()),
              Value.of(shape.parent())));
    }

    @Override
    public Optional<String> counted(Shape shape) {
      return Optional.of("s");
    }
  }

  private static String id(int number) {
    return String.format("page-1/cell-%08d", number);
  }

  private static Shape shape(int place) {
    return new Shape("label", "rounded=1;fillColor=#dae8fc", "layer", OrderKey.atLoading(place));
  }

  private static Value.Fields unit(String name, String text) {
    return Value.Fields.of(Map.of(name, Value.of(text)));
  }

  /** Shapes in a model and in a map, and their keys in random order. */
  @State(Scope.Thread)
  public static class Shapes {
    @Param({"1000", "10000", "100000", "1000000"})
    public int size;

    private EntityModel<String, Shape> model;
    private Map<String, Shape> map;
    private String[] keys;
    private int turn;

    /** Fills both. */
    @Setup
    public void fill() {
      List<Map.Entry<String, Shape>> shapes = new ArrayList<>(size);
      map = new HashMap<>();
      for (int i = 0; i < size; i++) {
        shapes.add(Map.entry(id(i), shape(i)));
        map.put(id(i), shape(i));
      }
      model = EntityModel.of(new ShapeSpec(), shapes);
      keys = new Random(1).ints(KEYS, 0, size).mapToObj(EntityBenchmark::id).toArray(String[]::new);
    }

    String next() {
      return keys[turn++ & (KEYS - 1)];
    }

    Digest apply(Change<String, Shape> change) {
      model = model.with(change);
      return model.digest();
    }

    Shape at(String key) {
      return model.find(key).orElseThrow();
    }
  }

  /** Puts another shape into a hash map. */
  @Benchmark
  public Object hashMapEdit(Shapes state) {
    String key = state.next();
    return state.map.put(key, new Shape("edited", "rounded=0;", "layer", OrderKeys.FIRST));
  }

  /** Places that are made once. */
  private static final class OrderKeys {
    static final OrderKey FIRST = OrderKey.atLoading(0);
    static final OrderKey LAST = OrderKey.atLoading(2_000_000);
  }

  /** Modifies a label: check, new model, new digest. */
  @Benchmark
  public Digest label(Shapes state) {
    String key = state.next();
    String old = state.at(key).label();
    String label = old.equals("label") ? "edited" : "label";
    return state.apply(new Change.Modified<>(key, unit("label", old), unit("label", label)));
  }

  /** Moves a shape to the other end of the order or back. */
  @Benchmark
  public Digest move(Shapes state) {
    String key = state.next();
    OrderKey old = state.at(key).order();
    OrderKey order = old.equals(OrderKeys.LAST) ? OrderKeys.FIRST : OrderKeys.LAST;
    return state.apply(
        new Change.Modified<>(key, unit("order", old.digits()), unit("order", order.digits())));
  }

  /** Deletes a shape and brings it back: two edits. */
  @Benchmark
  public Digest deleteAndCreate(Shapes state) {
    String key = state.next();
    Shape shape = state.at(key);
    state.apply(new Change.Deleted<>(key, shape));
    return state.apply(new Change.Created<>(key, shape));
  }
}
