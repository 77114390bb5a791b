package dev.fcp.eventlog.history.planner;

import com.google.common.collect.Maps;
import com.google.common.hash.Hashing;
import dev.fcp.eventlog.domain.Domain;
import dev.fcp.eventlog.domain.Domain.Effect;
import dev.fcp.eventlog.domain.EntityRef;
import dev.fcp.eventlog.domain.Value;
import dev.fcp.eventlog.history.HistoryPoint;
import dev.fcp.eventlog.history.Origin;
import dev.fcp.eventlog.history.Step;
import dev.fcp.eventlog.history.StepFilter;
import dev.fcp.eventlog.history.StepId;
import dev.fcp.eventlog.json.ValueJson;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.BiConsumer;
import java.util.function.IntConsumer;
import java.util.function.IntPredicate;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * An index of the steps of consecutive records: where each step is, and which steps write an
 * entity. Immutable; its bytes can be stored.
 *
 * <pre>
 * int     the numbers of steps, of writes, of rollback steps, and of parents in other indexes
 * steps   id: 16, parent: int, record: int, index in the record: int     in the order of the records
 * writes  hash of the entity: 16, step: int, event: int, units: int      sorted
 * rollback steps: int each
 * parents in other indexes: 16 each
 * JSON: the sets of units, and the origins with the times of their first and last steps
 * </pre>
 *
 * <p>The units of a write are the number of the set, times the number of effects, plus the effect;
 * of a write that reformats a unit they are the complement of the number of the set.
 *
 * <p>A parent is the number of a step of this index, -1 for the base, or -2 and less for a parent
 * in another index. Entities are named by 128 bits of the SHA-256 of their type and key.
 */
public final class StepIndex {

  private static final int HEADER_BYTES = 16;
  private static final int ID_BYTES = 16;
  private static final int STEP_BYTES = ID_BYTES + 12;
  private static final int WRITE_BYTES = ID_BYTES + 12;
  private static final int BASE = -1;
  private static final int FIRST_OTHER_PARENT = -2;
  private static final List<Effect> EFFECTS = List.of(Effect.values());

  private final ByteBuffer bytes;
  private final int stepCount;
  private final int writeCount;
  private final int rollbackCount;
  private final int writesAt;
  private final int rollbacksAt;
  private final int parentsAt;
  private final List<Set<String>> unitSets = new ArrayList<>();
  private final Map<Origin, TimeRange> origins = new LinkedHashMap<>();

  /** The steps sorted by their ids; null if they are in that order. */
  private final int @Nullable [] sorted;

  private record TimeRange(Instant first, Instant last) {

    TimeRange with(Instant time) {
      return new TimeRange(time.isBefore(first) ? time : first, time.isAfter(last) ? time : last);
    }
  }

  /**
   * A step and its location.
   *
   * @param recordIndex the number of its record, counted from the first record of the index
   * @param index its index among the steps of that record
   * @param step the step; empty if its writes are not to be found
   */
  public record IndexedStep<E>(
      StepId id, HistoryPoint parent, int recordIndex, int index, Optional<Step<E>> step) {}

  private StepIndex(byte[] encoded) {
    this.bytes = ByteBuffer.wrap(encoded).asReadOnlyBuffer();
    this.stepCount = bytes.getInt(0);
    this.writeCount = bytes.getInt(4);
    this.rollbackCount = bytes.getInt(8);
    this.writesAt = HEADER_BYTES + stepCount * STEP_BYTES;
    this.rollbacksAt = writesAt + writeCount * WRITE_BYTES;
    this.parentsAt = rollbacksAt + rollbackCount * Integer.BYTES;
    bytes.position(parentsAt + bytes.getInt(12) * ID_BYTES);
    Value.Fields texts =
        ValueJson.read(StandardCharsets.UTF_8.decode(bytes.slice()).toString()).asFields();
    for (Value units : texts.at("units").asSequence()) {
      unitSets.add(Set.copyOf(units.asSequence().stream().map(Value::asText).toList()));
    }
    for (Value value : texts.at("origins").asSequence()) {
      Value.Fields origin = value.asFields();
      Map<String, String> notes =
          Maps.transformValues(origin.at("provenance").asFields().fields(), Value::asText);
      origins.put(
          Origin.of(origin.text("actor"), origin.text("session"), origin.text("message"))
              .withProvenance(notes),
          new TimeRange(Instant.parse(origin.text("first")), Instant.parse(origin.text("last"))));
    }
    int descent = 1;
    while (descent < stepCount && id(descent - 1).compareTo(id(descent)) < 0) {
      descent++;
    }
    this.sorted = descent >= stepCount ? null : sorted();
  }

  private int[] sorted() {
    int[] steps =
        IntStream.range(0, stepCount)
            .boxed()
            .sorted(Comparator.comparing(this::id))
            .mapToInt(step -> step)
            .toArray();
    for (int i = 1; i < stepCount; i++) {
      if (id(steps[i]).equals(id(steps[i - 1]))) {
        throw new IllegalArgumentException("two steps " + id(steps[i]));
      }
    }
    return steps;
  }

  /**
   * Reads an index from its bytes.
   *
   * @throws IllegalArgumentException if they are not those of an index
   */
  public static StepIndex decode(byte[] encoded) {
    try {
      return new StepIndex(encoded);
    } catch (IndexOutOfBoundsException | DateTimeException e) {
      throw new IllegalArgumentException("not an index of steps", e);
    }
  }

  /** The bytes of the index. */
  public byte[] encode() {
    byte[] encoded = new byte[bytes.capacity()];
    bytes.get(0, encoded);
    return encoded;
  }

  /**
   * Creates an index.
   *
   * @param steps in the order of their records
   * @throws IllegalArgumentException if two steps have the same id
   */
  public static <E> StepIndex of(Domain<?, E> domain, List<IndexedStep<E>> steps) {
    List<byte[]> writes = new ArrayList<>();
    List<Integer> rollbacks = new ArrayList<>();
    List<StepId> parents = new ArrayList<>();
    Map<Set<String>, Integer> unitSets = new LinkedHashMap<>();
    Map<Origin, TimeRange> origins = new LinkedHashMap<>();
    Map<StepId, Integer> numbers = new HashMap<>();
    ByteBuffer rows = ByteBuffer.allocate(steps.size() * STEP_BYTES);
    for (IndexedStep<E> indexed : steps) {
      int number = numbers.size();
      putId(rows, indexed.id());
      rows.putInt(parent(indexed.parent(), numbers, parents));
      rows.putInt(indexed.recordIndex()).putInt(indexed.index());
      numbers.put(indexed.id(), number);
      if (indexed.step().isEmpty()) {
        continue;
      }
      Step<E> step = indexed.step().get();
      for (int i = 0; i < step.events().size(); i++) {
        for (Write write : Write.of(domain, number, i, step.events().get(i))) {
          int units = unitSets.computeIfAbsent(write.units(), any -> unitSets.size());
          writes.add(
              ByteBuffer.allocate(WRITE_BYTES)
                  .put(hash(write.entity()))
                  .putInt(number)
                  .putInt(i)
                  .putInt(write.reformats() ? ~units : encode(units, write.effect()))
                  .array());
        }
      }
      if (!step.reversal().isNone()) {
        rollbacks.add(number);
      }
      origins.merge(
          step.origin(),
          new TimeRange(step.time(), step.time()),
          (range, any) -> range.with(step.time()));
    }
    writes.sort(Arrays::compareUnsigned);
    byte[] texts =
        ValueJson.write(texts(unitSets.keySet(), origins)).getBytes(StandardCharsets.UTF_8);
    int tableBytes = rows.capacity() + writes.size() * WRITE_BYTES + parents.size() * ID_BYTES;
    ByteBuffer out =
        ByteBuffer.allocate(
            HEADER_BYTES + tableBytes + rollbacks.size() * Integer.BYTES + texts.length);
    out.putInt(steps.size()).putInt(writes.size()).putInt(rollbacks.size()).putInt(parents.size());
    out.put(rows.array());
    writes.forEach(out::put);
    rollbacks.forEach(out::putInt);
    parents.forEach(parent -> putId(out, parent));
    out.put(texts);
    return new StepIndex(out.array());
  }

  private static int encode(int units, Effect effect) {
    return units * EFFECTS.size() + EFFECTS.indexOf(effect);
  }

  private static int parent(
      HistoryPoint point, Map<StepId, Integer> numbers, List<StepId> parents) {
    if (point.isBase()) {
      return BASE;
    }
    StepId id = point.step().orElseThrow();
    Integer number = numbers.get(id);
    if (number == null) {
      parents.add(id);
    }
    return number == null ? FIRST_OTHER_PARENT - (parents.size() - 1) : number;
  }

  private static Value texts(Set<Set<String>> unitSets, Map<Origin, TimeRange> origins) {
    List<Value> units =
        unitSets.stream()
            .<Value>map(
                set -> new Value.Sequence(set.stream().sorted().<Value>map(Value::of).toList()))
            .toList();
    List<Value> ranges = new ArrayList<>();
    origins.forEach((origin, range) ->
        ranges.add(
            Value.Fields.of(
                Map.of(
                    "actor", Value.of(origin.actor()),
                    "session", Value.of(origin.session()),
                    "message", Value.of(origin.message()),
                    "provenance",
                        Value.Fields.of(Maps.transformValues(origin.provenance(), Value::of)),
                    "first", Value.of(range.first().toString()),
                    "last", Value.of(range.last().toString())))));
    return Value.Fields.of(
        Map.of("units", new Value.Sequence(units), "origins", new Value.Sequence(ranges)));
  }

  private static void putId(ByteBuffer out, StepId id) {
    out.putLong(id.highBits()).putLong(id.lowBits());
  }

  /** The hash that names an entity. */
  static ByteBuffer hash(EntityRef entity) {
    String text = entity.type() + entity.key();
    ByteBuffer hashed = ByteBuffer.allocate(Integer.BYTES + Character.BYTES * text.length());
    hashed.order(ByteOrder.LITTLE_ENDIAN).putInt(entity.type().length()).asCharBuffer().put(text);
    byte[] hash = Hashing.sha256().hashBytes(hashed.array()).asBytes();
    return ByteBuffer.wrap(hash, 0, ID_BYTES);
  }

  /** The number of steps. */
  public int size() {
    return stepCount;
  }

  /** The id of a step. */
  public StepId id(int step) {
    return idAt(HEADER_BYTES + step * STEP_BYTES);
  }

  private StepId idAt(int offset) {
    return StepId.ofBits(bytes.getLong(offset), bytes.getLong(offset + Long.BYTES));
  }

  /** The point at which a step was made. */
  public HistoryPoint parent(int step) {
    int parent = column(step, 0);
    if (parent == BASE) {
      return HistoryPoint.BASE;
    }
    return HistoryPoint.after(
        parent >= 0 ? id(parent) : idAt(parentsAt + (FIRST_OTHER_PARENT - parent) * ID_BYTES));
  }

  /** The number of the record of a step, counted from the first record of the index. */
  public int recordIndex(int step) {
    return column(step, 1);
  }

  /** The index of a step among those of its record. */
  public int indexInRecord(int step) {
    return column(step, 2);
  }

  private int column(int step, int column) {
    return bytes.getInt(HEADER_BYTES + step * STEP_BYTES + ID_BYTES + column * Integer.BYTES);
  }

  /** Whether a step other than the first was made right after the one before it. */
  public boolean followsPrevious(int step) {
    return column(step, 0) == step - 1;
  }

  /** The number of steps in the records up to one, counted from the first record of the index. */
  public int countThrough(int recordIndex) {
    return firstFailing(stepCount, step -> recordIndex(step) <= recordIndex);
  }

  /** The step with an id; negative if there is none. */
  public int indexOf(StepId id) {
    if (stepCount == 0
        || id.compareTo(id(sortedAt(0))) < 0
        || id.compareTo(id(sortedAt(stepCount - 1))) > 0) {
      return -1;
    }
    int step = sortedAt(firstFailing(stepCount, row -> id(sortedAt(row)).compareTo(id) < 0));
    return id(step).equals(id) ? step : -1;
  }

  /**
   * Rejects a step that is in two indexes. Only those steps are compared whose ids are not greater
   * than all in the indexes before; usually, there are none.
   *
   * @throws IllegalArgumentException if there is such a step
   */
  public static void requireDistinct(List<StepIndex> indexes) {
    List<StepIndex> earlier = new ArrayList<>();
    Optional<StepId> greatest = Optional.empty();
    for (StepIndex index : indexes) {
      for (int row = 0; row < index.stepCount; row++) {
        StepId id = index.id(index.sortedAt(row));
        if (greatest.isEmpty() || greatest.get().compareTo(id) < 0) {
          greatest = Optional.of(index.id(index.sortedAt(index.stepCount - 1)));
          break;
        }
        if (earlier.stream().anyMatch(it -> it.indexOf(id) >= 0)) {
          throw new IllegalArgumentException("two steps " + id);
        }
      }
      earlier.add(index);
    }
  }

  private int sortedAt(int position) {
    return sorted == null ? position : sorted[position];
  }

  /** The first index for which a condition does not hold, if it holds for all before it. */
  static int firstFailing(int count, IntPredicate condition) {
    int low = 0;
    int high = count;
    while (low < high) {
      int middle = (low + high) >>> 1;
      if (condition.test(middle)) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return low;
  }

  /** Finds the rollback steps, oldest first. */
  void rollbacks(IntConsumer found) {
    for (int i = 0; i < rollbackCount; i++) {
      found.accept(bytes.getInt(rollbacksAt + i * Integer.BYTES));
    }
  }

  /** Whether a step may match a filter. */
  boolean mayMatch(StepFilter filter) {
    return origins.entrySet().stream()
        .anyMatch(entry -> {
          TimeRange range = entry.getValue();
          Instant earliest = filter.since().filter(range.first()::isBefore).orElse(range.first());
          return !earliest.isAfter(range.last()) && filter.accepts(entry.getKey(), earliest);
        });
  }

  /**
   * Finds the writes of an entity, oldest first.
   *
   * @param hash the hash of the entity
   * @param found receives the step and a write of which only the step index is to be replaced
   */
  void writes(EntityRef entity, ByteBuffer hash, BiConsumer<Integer, Write> found) {
    int row = firstFailing(writeCount, middle -> compareHash(middle, hash) < 0);
    for (; row < writeCount && compareHash(row, hash) == 0; row++) {
      int at = writesAt + row * WRITE_BYTES + ID_BYTES;
      int step = bytes.getInt(at);
      int code = bytes.getInt(at + 2 * Integer.BYTES);
      boolean reformats = code < 0;
      int units = reformats ? encode(~code, Effect.MODIFIES) : code;
      found.accept(
          step,
          new Write(
              step,
              bytes.getInt(at + Integer.BYTES),
              entity,
              unitSets.get(units / EFFECTS.size()),
              EFFECTS.get(units % EFFECTS.size()),
              reformats));
    }
  }

  private int compareHash(int row, ByteBuffer hash) {
    int at = writesAt + row * WRITE_BYTES;
    int high = Long.compareUnsigned(bytes.getLong(at), hash.getLong(0));
    return high == 0
        ? Long.compareUnsigned(bytes.getLong(at + Long.BYTES), hash.getLong(Long.BYTES))
        : high;
  }
}
