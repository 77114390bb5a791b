package dev.fcp.eventlog.history.planner;

import com.google.common.collect.Interner;
import com.google.common.collect.Interners;
import dev.fcp.eventlog.domain.Domain;
import dev.fcp.eventlog.domain.EntityRef;
import dev.fcp.eventlog.history.History;
import dev.fcp.eventlog.history.HistoryPoint;
import dev.fcp.eventlog.history.Origin;
import dev.fcp.eventlog.history.Step;
import dev.fcp.eventlog.history.Step.EventId;
import dev.fcp.eventlog.history.Step.Reversal;
import dev.fcp.eventlog.history.StepFilter;
import dev.fcp.eventlog.history.StepId;
import java.nio.ByteBuffer;
import java.time.Instant;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.IntStream;

/**
 * An index of the writes of the applied steps by entity, in their order. The older steps are in
 * stored indexes, and are read only if a plan concerns them; the others are read once. When the
 * applied steps change, the index is updated from the first difference on.
 */
final class WriteIndex<E> {

  /** The maximum number of steps whose events are cached. */
  private static final int MAX_CACHED_STEPS = 64;

  /** From this number of steps on, they are read by several threads. */
  private static final int PARALLEL_THRESHOLD = 1024;

  private final Domain<?, E> domain;
  private final Function<History<E>, List<StepIndex>> storedIndexes;
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

  /** The applied steps; the first {@link #storedCount} are in {@link #stored}. */
  private List<StepId> ids = List.of();

  private List<StepIndex> stored = List.of();
  private int storedCount;

  /** The steps of stored indexes that were read. */
  private final Map<StepId, IndexedStep> readSteps = new HashMap<>();

  /**
   * An applied step.
   *
   * @param eventCount the number of its events
   * @param writes the writes of its events, in their order; empty if it is in a stored index
   */
  private record IndexedStep(
      StepId id,
      Origin origin,
      Instant time,
      int eventCount,
      Reversal reversal,
      List<Write> writes) {}

  /**
   * Creates an index.
   *
   * @param storedIndexes the indexes of the older steps of a history, in the order of the steps,
   *     possibly with others
   */
  WriteIndex(Domain<?, E> domain, Function<History<E>, List<StepIndex>> storedIndexes) {
    this.domain = domain;
    this.storedIndexes = storedIndexes;
  }

  /** Updates the index to other applied steps. */
  void update(History<E> history, List<StepId> ids) {
    List<StepIndex> nowStored = storedIndexes.apply(history);
    int nowCount = StepIndex.firstFailing(ids.size(), i -> isStored(ids.get(i), nowStored));
    boolean isShifted = nowCount != storedCount;
    int kept = isShifted ? 0 : commonPrefixLength(ids);
    while (steps.size() > kept) {
      removeLast();
    }
    this.history = history;
    this.ids = ids;
    this.stored = nowStored;
    reversingSteps.clear(0, Math.max(storedCount, nowCount));
    this.storedCount = nowCount;
    for (StepIndex index : nowStored) {
      index.rollbacks(step -> storedPosition(index.id(step)).ifPresent(reversingSteps::set));
    }
    IntStream stepIndexes = IntStream.range(nowCount + kept, ids.size());
    // All steps are indexed before any is added, because the domain may throw an exception.
    (ids.size() - nowCount - kept < PARALLEL_THRESHOLD ? stepIndexes : stepIndexes.parallel())
        .mapToObj(stepIndex -> {
          Step<E> step = history.step(ids.get(stepIndex));
          return indexed(step, writesOf(stepIndex, step));
        })
        .toList()
        .forEach(this::add);
  }

  private static boolean isStored(StepId id, List<StepIndex> stored) {
    return stored.stream().anyMatch(index -> index.indexOf(id) >= 0);
  }

  /**
   * The number of common first steps. Binary search is possible, because in a tree, two paths with
   * a common step are equal up to that step.
   */
  private int commonPrefixLength(List<StepId> ids) {
    return StepIndex.firstFailing(
        Math.min(steps.size(), ids.size() - storedCount),
        index -> steps.get(index).id().equals(ids.get(storedCount + index)));
  }

  private void removeLast() {
    IndexedStep removed = steps.remove(steps.size() - 1);
    indexById.remove(removed.id());
    reversingSteps.clear(storedCount + steps.size());
    for (Write write : removed.writes()) {
      Objects.requireNonNull(writes.get(write.entity())).removeLast();
    }
  }

  private List<Write> writesOf(int stepIndex, Step<E> step) {
    List<Write> stepWrites = new ArrayList<>();
    for (int i = 0; i < step.events().size(); i++) {
      for (Write write : Write.of(domain, stepIndex, i, step.events().get(i))) {
        stepWrites.add(
            new Write(
                stepIndex,
                i,
                entities.intern(write.entity()),
                unitSets.intern(write.units()),
                write.effect(),
                write.reformats()));
      }
    }
    return List.copyOf(stepWrites);
  }

  private IndexedStep indexed(Step<E> step, List<Write> stepWrites) {
    return new IndexedStep(
        step.id(),
        origins.intern(step.origin()),
        step.time(),
        step.events().size(),
        step.reversal().isNone() ? Reversal.NONE : step.reversal(),
        stepWrites);
  }

  private void add(IndexedStep step) {
    for (Write write : step.writes()) {
      writes.computeIfAbsent(write.entity(), entity -> new ArrayList<>(1)).add(write);
    }
    int stepIndex = storedCount + steps.size();
    steps.add(step);
    indexById.put(step.id(), stepIndex);
    reversingSteps.set(stepIndex, !step.reversal().isNone());
  }

  private IndexedStep step(int stepIndex) {
    return stepIndex < storedCount
        ? readSteps.computeIfAbsent(ids.get(stepIndex), id -> indexed(history.step(id), List.of()))
        : steps.get(stepIndex - storedCount);
  }

  int size() {
    return ids.size();
  }

  StepId id(int stepIndex) {
    return ids.get(stepIndex);
  }

  Optional<Integer> indexOf(StepId id) {
    Integer stepIndex = indexById.get(id);
    return stepIndex == null ? storedPosition(id) : Optional.of(stepIndex);
  }

  /** The index of an applied step that is in a stored index. */
  private Optional<Integer> storedPosition(StepId id) {
    HistoryPoint point = HistoryPoint.after(id);
    if (storedCount == 0 || !history.contains(point)) {
      return Optional.empty();
    }
    int stepIndex = history.depth(point) - history.depth(HistoryPoint.after(ids.get(0)));
    return stepIndex >= 0 && stepIndex < storedCount && ids.get(stepIndex).equals(id)
        ? Optional.of(stepIndex)
        : Optional.empty();
  }

  int eventCount(int stepIndex) {
    return step(stepIndex).eventCount();
  }

  Origin origin(int stepIndex) {
    return step(stepIndex).origin();
  }

  /** The indexes of the steps from one on that a filter accepts. */
  BitSet matching(StepFilter filter, int from) {
    BitSet matching = new BitSet();
    for (StepIndex index : stored) {
      int count = index.mayMatch(filter) ? index.size() : 0;
      for (int i = 0; i < count; i++) {
        storedPosition(index.id(i)).ifPresent(matching::set);
      }
    }
    matching.set(storedCount, ids.size());
    matching.clear(0, from);
    BitSet accepted = new BitSet();
    matching.stream()
        .filter(stepIndex -> filter.accepts(origin(stepIndex), step(stepIndex).time()))
        .forEach(accepted::set);
    return accepted;
  }

  Reversal reversal(int stepIndex) {
    return step(stepIndex).reversal();
  }

  BitSet reversingSteps() {
    return reversingSteps;
  }

  /** The writes of an entity, oldest first. */
  List<Write> writes(EntityRef entity) {
    List<Write> all = new ArrayList<>();
    ByteBuffer hash = StepIndex.hash(entity);
    for (StepIndex index : stored) {
      index.writes(
          entity,
          hash,
          (step, write) ->
              storedPosition(index.id(step)).ifPresent(position -> all.add(write.at(position))));
    }
    all.addAll(writes.getOrDefault(entity, List.of()));
    return all;
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
