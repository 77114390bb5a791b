package dev.fcp.eventlog.history;

import dev.fcp.eventlog.domain.Domain;
import dev.fcp.eventlog.domain.EntityRef;
import dev.fcp.eventlog.domain.Unit;
import dev.fcp.eventlog.history.Attempt.Problem;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/** Looks for a plan: tries, keeps what stands in the way as it is, and tries again. */
final class Search<M, E> {

  private final Domain<M, E> domain;
  private final LineIndex<E> line;
  private final Present<M, E> present;
  private final Wish wish;
  private final InEffect now;
  private final InEffect wished;

  /** The events that would turn, and the entities that they write. */
  private final Set<Long> turning = new TreeSet<>();

  private final Set<EntityRef> entities = new LinkedHashSet<>();
  private final Map<Long, Problem> kept = new TreeMap<>();

  Search(Domain<M, E> domain, LineIndex<E> line, Present<M, E> present, Wish wish) {
    this.domain = domain;
    this.line = line;
    this.present = present;
    this.wish = wish;
    this.now = InEffect.now(line);
    this.wished = new InEffect(line, wish.without(), wish.back());
    wish.without().stream().forEach(this::collect);
    wish.back().stream().forEach(this::collect);
  }

  private void collect(int place) {
    InEffect.keysOf(line, place)
        .filter(key -> now.contains(key) != wished.contains(key))
        .filter(turning::add)
        .forEach(key -> {
          for (Unit unit : domain.touches(line.event(key)).written()) {
            entities.add(unit.entity());
          }
        });
  }

  RollbackPlan<E> plan(List<StepId> absent) {
    Attempt<M, E> attempt = settled();
    if (!kept.isEmpty()) {
      new Blame(line, wish, this::keptFor).explain(kept);
    }
    return report(attempt, absent);
  }

  /** The last try, for which all that stands in the way was kept. */
  private Attempt<M, E> settled() {
    Attempt<M, E> attempt = attempt();
    while (!attempt.problems().isEmpty()) {
      kept.putAll(attempt.problems());
      attempt = attempt();
    }
    return attempt;
  }

  private Attempt<M, E> attempt() {
    return new Attempt<>(domain, line, present, now, wished, kept).of(entities);
  }

  /** What is kept for another wish, and why. */
  private Map<Long, Problem> keptFor(Wish other) {
    Search<M, E> search = new Search<>(domain, line, present, other);
    Attempt<M, E> unused = search.settled();
    return search.kept;
  }

  private RollbackPlan<E> report(Attempt<M, E> attempt, List<StepId> absent) {
    List<RollbackPlan.Superseded> superseded = new ArrayList<>();
    List<RollbackPlan.Skipped> conflicts = new ArrayList<>();
    List<RollbackPlan.Failed> failures = new ArrayList<>();
    Set<Long> turned = new TreeSet<>(turning);
    turned.removeAll(kept.keySet());
    int reversed = 0;
    for (long key : ((TreeSet<Long>) turning).descendingSet()) {
      EventId id = line.idOf(key);
      Problem problem = kept.get(key);
      String type = type(key);
      if (problem == null) {
        reversed += addSuperseded(key, type, attempt, superseded) ? 1 : 0;
      } else if (problem.isFailure()) {
        failures.add(new RollbackPlan.Failed(id, type, problem.conflict().reason()));
      } else {
        conflicts.add(new RollbackPlan.Skipped(id, type, problem.conflict(), problem.by()));
      }
    }
    return new RollbackPlan<>(
        present.head(),
        steps(),
        absent,
        attempt.events(),
        reversal(turned),
        turning.size(),
        attempt.events().isEmpty() ? 0 : reversed,
        superseded,
        conflicts,
        failures,
        domain.digest(attempt.model()));
  }

  private String type(long key) {
    return domain.eventCodec().encode(line.event(key)).text("type");
  }

  /** Tells which units of an event others wrote since; answers whether any is left. */
  private boolean addSuperseded(
      long key, String type, Attempt<M, E> attempt, List<RollbackPlan.Superseded> superseded) {
    boolean isLeft = false;
    for (Unit unit : new TreeSet<>(domain.touches(line.event(key)).written())) {
      Write by = attempt.turn(unit.entity()).over(key, unit.name());
      if (by == null) {
        isLeft = true;
      } else {
        superseded.add(new RollbackPlan.Superseded(line.idOf(key), type, unit, line.id(by.step())));
      }
    }
    return isLeft;
  }

  private List<StepId> steps() {
    TreeSet<Integer> places = new TreeSet<>();
    turning.forEach(key -> places.add(Write.stepOf(key)));
    places.removeIf(place -> !wish.without().get(place) && !wish.back().get(place));
    wish.without().stream()
        .filter(line.reversing()::get)
        .filter(place -> InEffect.keysOf(line, place).anyMatch(turning::contains))
        .forEach(places::add);
    return places.descendingSet().stream().map(line::id).toList();
  }

  private Reversal reversal(Set<Long> turned) {
    List<Reversal.Part> reverted = new ArrayList<>();
    List<Reversal.Part> restored = new ArrayList<>();
    Map<Integer, List<Integer>> bySteps = new TreeMap<>();
    turned.forEach(key ->
        bySteps
            .computeIfAbsent(Write.stepOf(key), place -> new ArrayList<>())
            .add(Write.eventOf(key)));
    bySteps.forEach((place, events) -> {
      boolean out = now.contains(Write.key(place, events.get(0)));
      List<Integer> some = events.size() == line.events(place) ? List.of() : events;
      (out ? reverted : restored).add(new Reversal.Part(line.id(place), some));
    });
    return new Reversal(reverted, restored);
  }
}
