package dev.fcp.benchmarks.entity;

import dev.fcp.benchmarks.table.ShapeDomain;
import dev.fcp.benchmarks.table.ShapeDomain.Shape;
import dev.fcp.eventlog.domain.Digest;
import dev.fcp.eventlog.entity.Change;
import dev.fcp.eventlog.entity.EntityModel;
import dev.fcp.eventlog.entity.OrderKey;
import java.util.HashMap;
import java.util.Map;
import java.util.Random;
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
 * Edits of a model of the entity kit, each checked, applied and digested, compared with edits of a
 * {@link HashMap} without any of that.
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

  /** Shapes in a model and in a map, and their keys in random order. */
  @State(Scope.Thread)
  public static class Shapes {
    @Param({"1000", "10000", "100000", "1000000"})
    public int size;

    private EntityModel<String, Shape> model;
    private Map<String, Shape> map;
    private String[] keys;
    private int nextIndex;

    /** Fills the model and the map. */
    @Setup
    public void fill() {
      map = new HashMap<>();
      for (int i = 0; i < size; i++) {
        map.put(ShapeDomain.id(i), ShapeDomain.shape(i));
      }
      model = ShapeDomain.model(size);
      keys = new Random(1).ints(KEYS, 0, size).mapToObj(ShapeDomain::id).toArray(String[]::new);
    }

    String next() {
      return keys[nextIndex++ & (KEYS - 1)];
    }

    Digest apply(Change<String, Shape> change) {
      model = model.apply(change);
      return model.digest();
    }

    Shape at(String key) {
      return model.find(key).orElseThrow();
    }
  }

  /** Replaces a shape in a hash map. */
  @Benchmark
  public Object hashMapEdit(Shapes state) {
    String key = state.next();
    return state.map.put(key, new Shape("edited", "rounded=0;", "layer", OrderKeys.FIRST));
  }

  /** Order keys that are created once. */
  private static final class OrderKeys {
    static final OrderKey FIRST = OrderKey.initial(0);
    static final OrderKey LAST = OrderKey.initial(2_000_000);
  }

  /** Modifies a label: check, new model, new digest. */
  @Benchmark
  public Digest label(Shapes state) {
    String key = state.next();
    return state.apply(ShapeDomain.relabelled(key, state.at(key)));
  }

  /** Moves a shape to the other end of the order or back. */
  @Benchmark
  public Digest move(Shapes state) {
    String key = state.next();
    OrderKey old = state.at(key).orderKey();
    OrderKey order = old.equals(OrderKeys.LAST) ? OrderKeys.FIRST : OrderKeys.LAST;
    return state.apply(
        new Change.Modified<>(
            key,
            ShapeDomain.unit("order", old.digits()),
            ShapeDomain.unit("order", order.digits())));
  }

  /** Deletes a shape and creates it again: two edits. */
  @Benchmark
  public Digest deleteAndCreate(Shapes state) {
    String key = state.next();
    Shape shape = state.at(key);
    state.apply(new Change.Deleted<>(key, shape));
    return state.apply(new Change.Created<>(key, shape));
  }
}
