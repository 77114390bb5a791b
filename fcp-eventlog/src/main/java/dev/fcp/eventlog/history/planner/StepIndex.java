package dev.fcp.eventlog.history.planner;

import com.google.common.hash.Hashing;
import dev.fcp.eventlog.domain.Domain;
import dev.fcp.eventlog.domain.Domain.Effect;
import dev.fcp.eventlog.domain.EntityRef;
import dev.fcp.eventlog.history.HistoryPoint;
import dev.fcp.eventlog.history.Origin;
import dev.fcp.eventlog.history.Step;
import dev.fcp.eventlog.history.StepFilter;
import dev.fcp.eventlog.history.StepId;
import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.BiConsumer;
import java.util.function.IntConsumer;
import java.util.function.IntUnaryOperator;

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
 * the sets of units, and the origins with the times of their first and last steps
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

  /** The least and the greatest id, and whether the ids ascend. */
  private final StepId least;

  private final StepId greatest;
  private final boolean isAscending;

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
   */
  public record IndexedStep<E>(Step<E> step, int recordIndex, int index) {}

  private StepIndex(byte[] encoded) {
    this.bytes = ByteBuffer.wrap(encoded).asReadOnlyBuffer();
    this.stepCount = bytes.getInt(0);
    this.writeCount = bytes.getInt(4);
    this.rollbackCount = bytes.getInt(8);
    this.writesAt = HEADER_BYTES + stepCount * STEP_BYTES;
    this.rollbacksAt = writesAt + writeCount * WRITE_BYTES;
    this.parentsAt = rollbacksAt + rollbackCount * Integer.BYTES;
    bytes.position(parentsAt + bytes.getInt(12) * ID_BYTES);
    for (int i = bytes.getInt(); i > 0; i--) {
      Set<String> units = new LinkedHashSet<>();
      for (int j = bytes.getInt(); j > 0; j--) {
        units.add(readText());
      }
      unitSets.add(Set.copyOf(units));
    }
    for (int i = bytes.getInt(); i > 0; i--) {
      Origin origin = Origin.of(readText(), readText(), readText());
      Map<String, String> notes = new TreeMap<>();
      for (int j = bytes.getInt(); j > 0; j--) {
        notes.put(readText(), readText());
      }
      origins.put(origin.withProvenance(notes), new TimeRange(readTime(), readTime()));
    }
    StepId min = stepCount == 0 ? StepId.ofBits(0, 0) : id(0);
    StepId max = min;
    boolean ascends = true;
    for (int step = 1; step < stepCount; step++) {
      StepId id = id(step);
      ascends &= id.compareTo(max) > 0;
      max = id.compareTo(max) > 0 ? id : max;
      min = id.compareTo(min) < 0 ? id : min;
    }
    this.least = min;
    this.greatest = max;
    this.isAscending = ascends;
  }

  /**
   * Reads an index from its bytes.
   *
   * @throws IllegalArgumentException if they are not those of an index
   */
  public static StepIndex decode(byte[] encoded) {
    try {
      return new StepIndex(encoded);
    } catch (IndexOutOfBoundsException | BufferUnderflowException | DateTimeException e) {
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
      Step<E> step = indexed.step();
      int number = numbers.size();
      putId(rows, step.id());
      rows.putInt(parent(step.parent(), numbers, parents));
      rows.putInt(indexed.recordIndex()).putInt(indexed.index());
      numbers.put(step.id(), number);
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
    ByteArrayOutputStream encoded = new ByteArrayOutputStream();
    try (DataOutputStream out = new DataOutputStream(encoded)) {
      out.writeInt(steps.size());
      out.writeInt(writes.size());
      out.writeInt(rollbacks.size());
      out.writeInt(parents.size());
      out.write(rows.array());
      for (byte[] write : writes) {
        out.write(write);
      }
      for (int rollback : rollbacks) {
        out.writeInt(rollback);
      }
      for (StepId parent : parents) {
        out.writeLong(parent.highBits());
        out.writeLong(parent.lowBits());
      }
      writeTexts(out, unitSets.keySet(), origins);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return new StepIndex(encoded.toByteArray());
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

  private static void writeTexts(
      DataOutputStream out, Set<Set<String>> unitSets, Map<Origin, TimeRange> origins)
      throws IOException {
    out.writeInt(unitSets.size());
    for (Set<String> units : unitSets) {
      out.writeInt(units.size());
      for (String unit : new TreeSet<>(units)) {
        writeText(out, unit);
      }
    }
    out.writeInt(origins.size());
    for (Map.Entry<Origin, TimeRange> entry : origins.entrySet()) {
      Origin origin = entry.getKey();
      writeText(out, origin.actor());
      writeText(out, origin.session());
      writeText(out, origin.message());
      out.writeInt(origin.provenance().size());
      for (Map.Entry<String, String> note : origin.provenance().entrySet()) {
        writeText(out, note.getKey());
        writeText(out, note.getValue());
      }
      writeTime(out, entry.getValue().first());
      writeTime(out, entry.getValue().last());
    }
  }

  private static void writeText(DataOutputStream out, String text) throws IOException {
    out.writeInt(text.length());
    // UTF-8 cannot encode unpaired surrogates.
    out.writeChars(text);
  }

  private String readText() {
    char[] text = new char[Objects.checkIndex(bytes.getInt(), bytes.remaining())];
    for (int i = 0; i < text.length; i++) {
      text[i] = bytes.getChar();
    }
    return new String(text);
  }

  private static void writeTime(DataOutputStream out, Instant time) throws IOException {
    out.writeLong(time.getEpochSecond());
    out.writeInt(time.getNano());
  }

  private Instant readTime() {
    return Instant.ofEpochSecond(bytes.getLong(), bytes.getInt());
  }

  private static void putId(ByteBuffer out, StepId id) {
    out.putLong(id.highBits()).putLong(id.lowBits());
  }

  /** The hash that names an entity. */
  static ByteBuffer hash(EntityRef entity) {
    byte[] hash =
        Hashing.sha256()
            .newHasher()
            .putInt(entity.type().length())
            .putUnencodedChars(entity.type())
            .putUnencodedChars(entity.key())
            .hash()
            .asBytes();
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

  /** Whether it contains a step. */
  boolean contains(StepId id) {
    if (stepCount == 0 || id.compareTo(least) < 0 || id.compareTo(greatest) > 0) {
      return false;
    }
    if (!isAscending) {
      int step = 0;
      while (step < stepCount && !id(step).equals(id)) {
        step++;
      }
      return step < stepCount;
    }
    int step = firstFrom(stepCount, middle -> id(middle).compareTo(id));
    return step < stepCount && id(step).equals(id);
  }

  /** The first of some sorted rows that is not before a value; their number if there is none. */
  private static int firstFrom(int rowCount, IntUnaryOperator comparison) {
    int low = 0;
    int high = rowCount;
    while (low < high) {
      int middle = (low + high) >>> 1;
      if (comparison.applyAsInt(middle) < 0) {
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
    StepFilter anyTime =
        new StepFilter(
            filter.actor(),
            filter.session(),
            filter.message(),
            Optional.empty(),
            Optional.empty(),
            filter.provenance());
    return origins.entrySet().stream()
        .anyMatch(entry ->
            anyTime.accepts(entry.getKey(), Instant.EPOCH)
                && filter.since().filter(entry.getValue().last()::isBefore).isEmpty()
                && filter.until().filter(entry.getValue().first()::isAfter).isEmpty());
  }

  /**
   * Finds the writes of an entity, oldest first.
   *
   * @param hash the hash of the entity
   * @param found receives the step and a write of which only the step index is to be replaced
   */
  void writes(EntityRef entity, ByteBuffer hash, BiConsumer<Integer, Write> found) {
    int row = firstFrom(writeCount, middle -> compareHash(middle, hash));
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
