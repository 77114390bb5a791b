package dev.fcp.eventlog.history.planner;

import com.google.common.collect.Maps;
import dev.fcp.eventlog.domain.Domain;
import dev.fcp.eventlog.domain.EntityRef;
import dev.fcp.eventlog.domain.Value;
import dev.fcp.eventlog.history.HistoryPoint;
import dev.fcp.eventlog.history.Origin;
import dev.fcp.eventlog.history.Step;
import dev.fcp.eventlog.history.StepId;
import dev.fcp.eventlog.history.planner.StepIndex.IndexedStep;
import dev.fcp.eventlog.json.ValueJson;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.zip.DeflaterOutputStream;

/** Writes the bytes of a {@link StepIndex}, for one list of steps. Mutable. */
final class StepIndexWriter<E> {

  private final Domain<?, E> domain;
  private final Map<StepId, Integer> numbers = new HashMap<>();
  private final ByteArrayOutputStream runs = new ByteArrayOutputStream();
  private final Map<EntityRef, EntityWriter> entities = new HashMap<>();
  private final List<Integer> rollbacks = new ArrayList<>();
  private final List<StepId> parents = new ArrayList<>();
  private final Map<Set<String>, Integer> unitSets = new LinkedHashMap<>();
  private final Map<Origin, TimeRange> origins = new LinkedHashMap<>();

  private record TimeRange(Instant first, Instant last) {

    TimeRange with(Instant time) {
      return new TimeRange(time.isBefore(first) ? time : first, time.isAfter(last) ? time : last);
    }
  }

  /** The writes of one entity. */
  private static final class EntityWriter {
    final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    private int lastStep;

    void add(int step, int event, int code) {
      putVarint(step - lastStep);
      putVarint(event);
      putVarint(code);
      lastStep = step;
    }

    private void putVarint(int number) {
      int rest = number;
      while (rest > 0x7f) {
        bytes.write(rest | 0x80);
        rest >>>= 7;
      }
      bytes.write(rest);
    }
  }

  StepIndexWriter(Domain<?, E> domain) {
    this.domain = domain;
  }

  StepIndex write(List<IndexedStep<E>> steps) {
    ByteBuffer ids = ByteBuffer.allocate(steps.size() * StepIndex.ID_BYTES);
    for (int i = 0; i < steps.size(); i++) {
      IndexedStep<E> indexed = steps.get(i);
      putId(ids, indexed.id());
      if (i == 0 || !isInRun(steps.get(i - 1), indexed)) {
        addRun(i, indexed);
      }
      numbers.put(indexed.id(), i);
      if (indexed.step().isPresent()) {
        add(i, indexed.step().get());
      }
    }
    Map<ByteBuffer, EntityWriter> sorted = new TreeMap<>(StepIndexWriter::compareUnsigned);
    entities.forEach((entity, writer) -> sorted.put(StepIndex.hash(entity), writer));
    int writesBytes = sorted.values().stream().mapToInt(writer -> writer.bytes.size()).sum();
    byte[] texts = deflated(ValueJson.write(texts()).getBytes(StandardCharsets.UTF_8));
    ByteBuffer out =
        ByteBuffer.allocate(
            StepIndex.HEADER_BYTES
                + ids.capacity()
                + runs.size()
                + sorted.size() * StepIndex.ENTITY_BYTES
                + rollbacks.size() * Integer.BYTES
                + parents.size() * StepIndex.ID_BYTES
                + writesBytes
                + texts.length);
    out.putInt(steps.size()).putInt(runs.size() / StepIndex.RUN_BYTES).putInt(sorted.size());
    out.putInt(rollbacks.size()).putInt(parents.size()).putInt(writesBytes);
    out.put(ids.array()).put(runs.toByteArray());
    int start = 0;
    for (Map.Entry<ByteBuffer, EntityWriter> entity : sorted.entrySet()) {
      out.putLong(entity.getKey().getLong(0)).putLong(entity.getKey().getLong(Long.BYTES));
      out.putInt(start);
      start += entity.getValue().bytes.size();
    }
    rollbacks.forEach(out::putInt);
    parents.forEach(parent -> putId(out, parent));
    sorted.values().forEach(writer -> out.put(writer.bytes.toByteArray()));
    out.put(texts);
    return new StepIndex(out.array());
  }

  private static int compareUnsigned(ByteBuffer first, ByteBuffer second) {
    int high = Long.compareUnsigned(first.getLong(0), second.getLong(0));
    return high == 0
        ? Long.compareUnsigned(first.getLong(Long.BYTES), second.getLong(Long.BYTES))
        : high;
  }

  private boolean isInRun(IndexedStep<E> previous, IndexedStep<E> next) {
    return next.index() == 0
        && next.recordIndex() == previous.recordIndex() + 1
        && next.parent().isAfter(previous.id());
  }

  private void addRun(int step, IndexedStep<E> first) {
    runs.writeBytes(
        ByteBuffer.allocate(StepIndex.RUN_BYTES)
            .putInt(step)
            .putInt(parent(first.parent()))
            .putInt(first.recordIndex())
            .putInt(first.index())
            .array());
  }

  private int parent(HistoryPoint point) {
    if (point.isBase()) {
      return StepIndex.BASE;
    }
    StepId id = point.step().orElseThrow();
    Integer number = numbers.get(id);
    if (number == null) {
      parents.add(id);
      return StepIndex.FIRST_OTHER_PARENT - (parents.size() - 1);
    }
    return number;
  }

  private void add(int number, Step<E> step) {
    for (int i = 0; i < step.events().size(); i++) {
      for (Write write : Write.of(domain, number, i, step.events().get(i))) {
        int units = unitSets.computeIfAbsent(write.units(), any -> unitSets.size());
        int kind =
            write.reformats() ? StepIndex.REFORMATS : StepIndex.EFFECTS.indexOf(write.effect());
        entities
            .computeIfAbsent(write.entity(), any -> new EntityWriter())
            .add(number, i, 4 * units + kind);
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

  private Value texts() {
    List<Value> units =
        unitSets.keySet().stream()
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

  private static byte[] deflated(byte[] plain) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (DeflaterOutputStream out = new DeflaterOutputStream(bytes)) {
      out.write(plain);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return bytes.toByteArray();
  }

  private static void putId(ByteBuffer out, StepId id) {
    out.putLong(id.highBits()).putLong(id.lowBits());
  }
}
