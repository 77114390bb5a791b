package dev.fcp.eventlog.history.planner;

import com.google.common.collect.Interner;
import com.google.common.collect.Interners;
import dev.fcp.eventlog.domain.Domain;
import dev.fcp.eventlog.domain.Domain.Effect;
import dev.fcp.eventlog.domain.EntityRef;
import dev.fcp.eventlog.domain.Unit;
import dev.fcp.eventlog.history.History;
import dev.fcp.eventlog.history.Origin;
import dev.fcp.eventlog.history.Step;
import dev.fcp.eventlog.history.Step.EventId;
import dev.fcp.eventlog.history.Step.Reversal;
import dev.fcp.eventlog.history.StepFilter;
import dev.fcp.eventlog.history.StepId;
import java.time.Instant;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.IntStream;

/**
 * An index of the writes of the applied steps by entity, in their order. When the applied steps
 * change, the index is updated from the first difference on, so that each step is read once.
 */
final class WriteIndex<E> {

  /** The maximum number of steps whose events are cached. */
  private static final int MAX_CACHED_STEPS = 64;

  /** From this number of steps on, they are read by several threads. */
  private static final int PARALLEL_THRESHOLD = 1024;

  private final Domain<?, E> domain;
  private final List<IndexedStep> steps = new ArrayList<>();
  private final Map<StepId, Integer> indexById = new HashMap<>();
  private final Map<EntityRef, List<Write>> writes = new HashMap<>();

  /** The indexes of the rollback steps. */
  private final BitSet reversingSteps = new BitSet();

  /** Interned, because many steps have the same origin and write the same entities and units. */
  private final Interner<Origin> origins = Interners.newStrongInterner();

  private final Interner<EntityRef> entities = Interners.newStrongInterner();
  private final Interner<Set<String>> unitSets = Interners.newStrongInterner();

  /** The most recently used steps: a plan reads the events of the same steps many times. */
  private final Map<StepId, Step<E>> cachedSteps =
      new LinkedHashMap<>(MAX_CACHED_STEPS, 0.75f, true);

  private History<E> history = History.empty();

  /**
   * An applied step.
   *
   * @param eventCount the number of its events
   * @param writes the writes of its events, in their order
   */
  private record IndexedStep(
      StepId id,
      Origin origin,
      Instant time,
      int eventCount,
      boolean isIgnored,
      Reversal reversal,
      List<Write> writes) {}

  WriteIndex(Domain<?, E> domain) {
    this.domain = domain;
  }

  /** Updates the index to other applied steps. */
  void update(History<E> history, List<StepId> ids) {
    this.history = history;
    int kept = commonPrefixLength(ids);
    while (steps.size() > kept) {
      removeLast();
    }
    IntStream stepIndexes = IntStream.range(kept, ids.size());
    // All steps are indexed before any is added, because the domain may throw an exception.
    (ids.size() - kept < PARALLEL_THRESHOLD ? stepIndexes : stepIndexes.parallel())
        .mapToObj(stepIndex -> indexed(stepIndex, history.step(ids.get(stepIndex))))
        .toList()
        .forEach(this::add);
  }

  /**
   * The number of common first steps. Binary search is possible, because in a tree, two paths with
   * a common step are equal up to that step.
   */
  private int commonPrefixLength(List<StepId> ids) {
    int low = 0;
    int high = Math.min(steps.size(), ids.size());
    while (low < high) {
      int middle = (low + high + 1) >>> 1;
      if (steps.get(middle - 1).id().equals(ids.get(middle - 1))) {
        low = middle;
      } else {
        high = middle - 1;
      }
    }
    return low;
  }

  private void removeLast() {
    int stepIndex = steps.size() - 1;
    IndexedStep removed = steps.remove(stepIndex);
    indexById.remove(removed.id());
    reversingSteps.clear(stepIndex);
    for (Write write : removed.writes()) {
      writes.computeIfPresent(
          write.entity(),
          (any, list) -> {
            list.remove(list.size() - 1);
            return list;
          });
    }
  }

  private IndexedStep indexed(int stepIndex, Step<E> step) {
    List<Write> stepWrites = new ArrayList<>();
    for (int i = 0; i < step.events().size(); i++) {
      stepWrites.addAll(writesOf(stepIndex, i, step.events().get(i)));
    }
    return new IndexedStep(
        step.id(),
        origins.intern(step.origin()),
        step.time(),
        step.events().size(),
        step.isIgnored(),
        step.reversal().isNone() ? Reversal.NONE : step.reversal(),
        List.copyOf(stepWrites));
  }

  private void add(IndexedStep step) {
    for (Write write : step.writes()) {
      writes.computeIfAbsent(write.entity(), entity -> new ArrayList<>(1)).add(write);
    }
    int stepIndex = steps.size();
    steps.add(step);
    indexById.put(step.id(), stepIndex);
    reversingSteps.set(stepIndex, !step.reversal().isNone());
  }

  private List<Write> writesOf(int stepIndex, int eventIndex, E event) {
    Set<Unit> written = domain.touches(event).written();
    if (written.size() == 1) {
      Unit unit = written.iterator().next();
      return List.of(
          write(stepIndex, eventIndex, unit.entity(), Set.of(unit.name()), domain.effect(event)));
    }
    Map<EntityRef, Set<String>> units = new LinkedHashMap<>();
    for (Unit unit : new TreeSet<>(written)) {
      EntityRef entity = unit.entity();
      units.computeIfAbsent(entity, any -> new TreeSet<>()).add(unit.name());
    }
    Effect effect = domain.effect(event);
    List<Write> list = new ArrayList<>(units.size());
    units.forEach((entity, names) -> list.add(write(stepIndex, eventIndex, entity, names, effect)));
    return list;
  }

  private Write write(
      int stepIndex, int eventIndex, EntityRef entity, Set<String> units, Effect effect) {
    boolean isWholeEntity = units.contains(Unit.WHOLE);
    return new Write(
        stepIndex,
        eventIndex,
        entities.intern(entity),
        unitSets.intern(Set.copyOf(units)),
        isWholeEntity ? effect : Effect.MODIFIES);
  }

  int size() {
    return steps.size();
  }

  StepId id(int stepIndex) {
    return steps.get(stepIndex).id();
  }

  Optional<Integer> indexOf(StepId id) {
    return Optional.ofNullable(indexById.get(id));
  }

  int eventCount(int stepIndex) {
    return steps.get(stepIndex).eventCount();
  }

  Origin origin(int stepIndex) {
    return steps.get(stepIndex).origin();
  }

  boolean matches(StepFilter filter, int stepIndex) {
    return filter.accepts(steps.get(stepIndex).origin(), steps.get(stepIndex).time());
  }

  boolean isIgnored(int stepIndex) {
    return steps.get(stepIndex).isIgnored();
  }

  Reversal reversal(int stepIndex) {
    return steps.get(stepIndex).reversal();
  }

  BitSet reversingSteps() {
    return reversingSteps;
  }

  /** The writes of a step, in the order of its events. */
  List<Write> writes(int stepIndex) {
    return steps.get(stepIndex).writes();
  }

  /** The writes of an entity, oldest first. */
  List<Write> writes(EntityRef entity) {
    return writes.getOrDefault(entity, List.of());
  }

  E event(long key) {
    return step(id(Write.stepIndexOf(key))).events().get(Write.eventIndexOf(key));
  }

  private Step<E> step(StepId id) {
    Step<E> step = cachedSteps.get(id);
    if (step == null) {
      step = history.step(id);
      if (cachedSteps.size() == MAX_CACHED_STEPS) {
        cachedSteps.remove(cachedSteps.keySet().iterator().next());
      }
      cachedSteps.put(id, step);
    }
    return step;
  }

  EventId eventId(long key) {
    return new EventId(id(Write.stepIndexOf(key)), Write.eventIndexOf(key));
  }
}
