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
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.BiConsumer;
import java.util.function.IntConsumer;
import java.util.function.IntPredicate;
import java.util.stream.IntStream;
import java.util.zip.InflaterInputStream;
import org.jspecify.annotations.Nullable;

/**
 * An index of the steps of consecutive records: where each step is, and which steps write an
 * entity. Immutable; its bytes can be stored.
 *
 * <pre>
 * int       the numbers of steps, of runs, of entities, of rollback steps, of parents in other
 *           indexes, and of the bytes of all writes
 * ids       16 bytes for each step                                   in the order of the records
 * runs      step, parent, record, index in the record: int each      in the order of the steps
 * entities  hash: 16, where its writes begin: int                    sorted
 * rollback steps: int each
 * parents in other indexes: 16 each
 * writes    step minus the one before, event, 4 times the units plus the kind: varint each
 * JSON, in the zlib format: the sets of units, and the origins with the times of their first and
 *           last steps
 * </pre>
 *
 * <p>A run is a sequence of steps of which each but the first was made right after the one before
 * it and is the first one of the next record. A parent is the number of a step of this index, -1
 * for the base, or -2 and less for a parent in another index. Entities are named by 128 bits of the
 * SHA-256 of their type and key. The writes of an entity are in the order of the steps. A varint
 * has 7 bits in each byte, the lowest ones first; all bytes but its last have the highest bit set.
 * The kind of a write is the number of its effect, or 3 if it reformats a unit.
 */
public final class StepIndex {

  static final int HEADER_BYTES = 24;
  static final int ID_BYTES = 16;
  static final int RUN_BYTES = 16;
  static final int ENTITY_BYTES = ID_BYTES + Integer.BYTES;
  static final int BASE = -1;
  static final int FIRST_OTHER_PARENT = -2;

  /** The kind of a write that reformats a unit, after the effects. */
  static final int REFORMATS = 3;

  static final List<Effect> EFFECTS = List.of(Effect.values());

  /** The greatest size of the JSON. */
  private static final int MAX_TEXT_BYTES = 1 << 28;

  private final ByteBuffer bytes;
  private final int stepCount;
  private final int runCount;
  private final int entityCount;
  private final int rollbackCount;
  private final int runsAt;
  private final int entitiesAt;
  private final int rollbacksAt;
  private final int parentsAt;
  private final int writesAt;
  private final int writesEnd;
  private final List<Set<String>> unitSets = new ArrayList<>();
  private final Map<Origin, TimeRange> origins = new LinkedHashMap<>();

  /** The steps sorted by their ids; null if they are in that order. */
  private final int @Nullable [] sorted;

  private record TimeRange(Instant first, Instant last) {}

  /**
   * A step and its location.
   *
   * @param recordIndex the number of its record, counted from the first record of the index
   * @param index its index among the steps of that record
   * @param step the step; empty if its writes are not to be found
   */
  public record IndexedStep<E>(
      StepId id, HistoryPoint parent, int recordIndex, int index, Optional<Step<E>> step) {}

  StepIndex(byte[] encoded) {
    this.bytes = ByteBuffer.wrap(encoded).asReadOnlyBuffer();
    this.stepCount = bytes.getInt(0);
    this.runCount = bytes.getInt(4);
    this.entityCount = bytes.getInt(8);
    this.rollbackCount = bytes.getInt(12);
    this.runsAt = HEADER_BYTES + stepCount * ID_BYTES;
    this.entitiesAt = runsAt + runCount * RUN_BYTES;
    this.rollbacksAt = entitiesAt + entityCount * ENTITY_BYTES;
    this.parentsAt = rollbacksAt + rollbackCount * Integer.BYTES;
    this.writesAt = parentsAt + bytes.getInt(16) * ID_BYTES;
    this.writesEnd = writesAt + bytes.getInt(20);
    Objects.checkFromToIndex(writesAt, writesEnd, encoded.length);
    Value.Fields texts = ValueJson.read(inflated(encoded, writesEnd)).asFields();
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

  private static String inflated(byte[] encoded, int from) {
    var compressed = new ByteArrayInputStream(encoded, from, encoded.length - from);
    try (InputStream in = new InflaterInputStream(compressed)) {
      return new String(in.readNBytes(MAX_TEXT_BYTES), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new IllegalArgumentException("not an index of steps", e);
    }
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
    return new StepIndexWriter<>(domain).write(steps);
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
    return idAt(HEADER_BYTES + Objects.checkIndex(step, stepCount) * ID_BYTES);
  }

  private StepId idAt(int offset) {
    return StepId.ofBits(bytes.getLong(offset), bytes.getLong(offset + Long.BYTES));
  }

  /** The point at which a step was made. */
  public HistoryPoint parent(int step) {
    int run = run(step);
    int parent = runColumn(run, 0) == step ? runColumn(run, 1) : step - 1;
    if (parent == BASE) {
      return HistoryPoint.BASE;
    }
    return HistoryPoint.after(
        parent >= 0 ? id(parent) : idAt(parentsAt + (FIRST_OTHER_PARENT - parent) * ID_BYTES));
  }

  /** The number of the record of a step, counted from the first record of the index. */
  public int recordIndex(int step) {
    int run = run(step);
    return runColumn(run, 2) + step - runColumn(run, 0);
  }

  /** The index of a step among those of its record. */
  public int indexInRecord(int step) {
    int run = run(step);
    return runColumn(run, 0) == step ? runColumn(run, 3) : 0;
  }

  /** The run that contains a step. */
  private int run(int step) {
    return firstFailing(runCount, run -> runColumn(run, 0) <= step) - 1;
  }

  private int runColumn(int run, int column) {
    return bytes.getInt(runsAt + run * RUN_BYTES + column * Integer.BYTES);
  }

  /** Whether a step other than the first was made right after the one before it. */
  public boolean followsPrevious(int step) {
    int run = run(step);
    return runColumn(run, 0) != step || runColumn(run, 1) == step - 1;
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
    int row = firstFailing(entityCount, middle -> compareHash(middle, hash) < 0);
    if (row == entityCount || compareHash(row, hash) != 0) {
      return;
    }
    ByteBuffer writes = bytes.duplicate();
    int end = row + 1 == entityCount ? writesEnd : writesStart(row + 1);
    writes.limit(end).position(writesStart(row));
    int step = 0;
    while (writes.hasRemaining()) {
      step += varint(writes);
      int event = varint(writes);
      int code = varint(writes);
      boolean reformats = code % 4 == REFORMATS;
      Effect effect = reformats ? Effect.MODIFIES : EFFECTS.get(code % 4);
      found.accept(step, new Write(step, event, entity, unitSets.get(code / 4), effect, reformats));
    }
  }

  private int writesStart(int row) {
    return writesAt + bytes.getInt(entitiesAt + row * ENTITY_BYTES + ID_BYTES);
  }

  private static int varint(ByteBuffer in) {
    int number = 0;
    for (int shift = 0; ; shift += 7) {
      byte next = in.get();
      number |= (next & 0x7f) << shift;
      if (next >= 0) {
        return number;
      }
    }
  }

  private int compareHash(int row, ByteBuffer hash) {
    int at = entitiesAt + row * ENTITY_BYTES;
    int high = Long.compareUnsigned(bytes.getLong(at), hash.getLong(0));
    return high == 0
        ? Long.compareUnsigned(bytes.getLong(at + Long.BYTES), hash.getLong(Long.BYTES))
        : high;
  }
}
