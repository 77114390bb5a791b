package dev.fcp.eventlog.history;

import com.google.common.collect.Interner;
import com.google.common.collect.Interners;
import dev.fcp.eventlog.domain.Domain;
import dev.fcp.eventlog.domain.Effect;
import dev.fcp.eventlog.domain.EntityRef;
import dev.fcp.eventlog.domain.Unit;
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
 * Who wrote what along a line: of each entity the events that wrote it, in their order. It follows
 * the line as that grows, is cut and grows again, and reads each step once.
 */
final class LineIndex<E> {

  /** So many steps are kept as they were read; of others only who wrote what. */
  private static final int MOST_READ = 64;

  /** So many steps are read by several threads, each a part; fewer are not worth it. */
  private static final int MANY = 1024;

  private final Domain<?, E> domain;
  private final List<Made> line = new ArrayList<>();
  private final Map<StepId, Integer> places = new HashMap<>();
  private final Map<EntityRef, List<Write>> writes = new HashMap<>();

  /** Where the steps stand that take back or bring back others. */
  private final BitSet reversing = new BitSet();

  /** What many steps tell alike is kept once: who made them, what they write. */
  private final Interner<Origin> origins = Interners.newStrongInterner();

  private final Interner<EntityRef> entities = Interners.newStrongInterner();
  private final Interner<Set<String>> unitSets = Interners.newStrongInterner();

  /** The steps whose events were asked for last: a plan asks for the same ones many times. */
  private final Map<StepId, Step<E>> read = new LinkedHashMap<>(MOST_READ, 0.75f, true);

  private History<E> history = History.empty();

  /**
   * A step of the line.
   *
   * @param events how many it has
   * @param writes what they write, in their order
   */
  private record Made(
      StepId id,
      Origin origin,
      Instant time,
      int events,
      boolean isIgnored,
      Reversal reversal,
      List<Write> writes) {}

  LineIndex(Domain<?, E> domain) {
    this.domain = domain;
  }

  /** Follows a line to where it is now. */
  void moveTo(History<E> history, List<StepId> ids) {
    this.history = history;
    int kept = common(ids);
    while (line.size() > kept) {
      removeLast();
    }
    IntStream places = IntStream.range(kept, ids.size());
    // All of it is worked out before any of it is kept: the domain may fail on the way.
    (ids.size() - kept < MANY ? places : places.parallel())
        .mapToObj(place -> made(place, history.step(ids.get(place))))
        .toList()
        .forEach(this::add);
  }

  /** How many steps both begin with. Lines lie in one tree: where they meet, they met before. */
  private int common(List<StepId> ids) {
    int low = 0;
    int high = Math.min(line.size(), ids.size());
    while (low < high) {
      int middle = (low + high + 1) >>> 1;
      if (line.get(middle - 1).id().equals(ids.get(middle - 1))) {
        low = middle;
      } else {
        high = middle - 1;
      }
    }
    return low;
  }

  private void removeLast() {
    int place = line.size() - 1;
    Made made = line.remove(place);
    places.remove(made.id());
    reversing.clear(place);
    for (Write write : made.writes()) {
      writes.computeIfPresent(
          write.entity(),
          (any, list) -> {
            list.remove(list.size() - 1);
            return list;
          });
    }
  }

  private Made made(int place, Step<E> step) {
    List<Write> made = new ArrayList<>();
    for (int i = 0; i < step.events().size(); i++) {
      made.addAll(writesOf(place, i, step.events().get(i)));
    }
    return new Made(
        step.id(),
        origins.intern(step.origin()),
        step.time(),
        step.events().size(),
        step.isIgnored(),
        step.reversal().isNone() ? Reversal.NONE : step.reversal(),
        List.copyOf(made));
  }

  private void add(Made made) {
    for (Write write : made.writes()) {
      writes.computeIfAbsent(write.entity(), entity -> new ArrayList<>(1)).add(write);
    }
    int place = line.size();
    line.add(made);
    places.put(made.id(), place);
    reversing.set(place, !made.reversal().isNone());
  }

  private List<Write> writesOf(int place, int index, E event) {
    Set<Unit> written = domain.touches(event).written();
    if (written.size() == 1) {
      Unit unit = written.iterator().next();
      return List.of(write(place, index, unit.entity(), Set.of(unit.name()), domain.effect(event)));
    }
    Map<EntityRef, Set<String>> units = new LinkedHashMap<>();
    for (Unit unit : new TreeSet<>(written)) {
      EntityRef entity = unit.entity();
      units.computeIfAbsent(entity, any -> new TreeSet<>()).add(unit.name());
    }
    Effect effect = domain.effect(event);
    List<Write> list = new ArrayList<>(units.size());
    units.forEach((entity, names) -> list.add(write(place, index, entity, names, effect)));
    return list;
  }

  private Write write(int place, int index, EntityRef entity, Set<String> units, Effect effect) {
    boolean whole = units.contains(Unit.WHOLE);
    return new Write(
        place,
        index,
        entities.intern(entity),
        unitSets.intern(Set.copyOf(units)),
        whole ? effect : Effect.MODIFIES);
  }

  int size() {
    return line.size();
  }

  StepId id(int place) {
    return line.get(place).id();
  }

  Optional<Integer> place(StepId id) {
    return Optional.ofNullable(places.get(id));
  }

  int events(int place) {
    return line.get(place).events();
  }

  Origin origin(int place) {
    return line.get(place).origin();
  }

  boolean isAccepted(StepFilter filter, int place) {
    return filter.accepts(line.get(place).origin(), line.get(place).time());
  }

  boolean isIgnored(int place) {
    return line.get(place).isIgnored();
  }

  Reversal reversal(int place) {
    return line.get(place).reversal();
  }

  BitSet reversing() {
    return reversing;
  }

  /** What a step writes, in the order of its events. */
  List<Write> writes(int place) {
    return line.get(place).writes();
  }

  /** The writes of an entity, oldest first. */
  List<Write> writes(EntityRef entity) {
    return writes.getOrDefault(entity, List.of());
  }

  E event(long key) {
    return step(id(Write.stepOf(key))).events().get(Write.eventOf(key));
  }

  private Step<E> step(StepId id) {
    Step<E> step = read.get(id);
    if (step == null) {
      step = history.step(id);
      if (read.size() == MOST_READ) {
        read.remove(read.keySet().iterator().next());
      }
      read.put(id, step);
    }
    return step;
  }

  EventId idOf(long key) {
    return new EventId(id(Write.stepOf(key)), Write.eventOf(key));
  }
}
