package dev.fcp.eventlog.history;

import dev.fcp.eventlog.domain.Domain;
import dev.fcp.eventlog.domain.EntityRef;
import dev.fcp.eventlog.domain.Unit;
import dev.fcp.eventlog.history.Attempt.Problem;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * Works out how to take back some steps of a line and keep what others did since (RB-1 to RB-8).
 *
 * <p>The state of a document is what the events in effect leave: each unit of each entity has the
 * value of the last of them that wrote it. Taking back a selection leaves its events out of effect;
 * only units that get another last writer change. An event that others built on stays.
 *
 * <p>A planner remembers who wrote what along the line that it saw last, so that a plan costs as
 * much as it touches. It may be used by any number of threads, one at a time.
 *
 * @param <M> the model
 * @param <E> the events
 */
public final class Planner<M, E> {

  /** How many steps are tried, newest first, to find out which of them is in the way. */
  private static final int MOST_SUSPECTS = 64;

  private final Domain<M, E> domain;
  private final LineIndex<E> line;

  /** A planner for documents of a domain. */
  public Planner(Domain<M, E> domain) {
    this.domain = domain;
    this.line = new LineIndex<>(domain);
  }

  /** What to leave out of effect and what to bring back into it, by places on the line. */
  private record Wish(BitSet without, BitSet back) {

    static Wish without(BitSet without) {
      return new Wish(without, new BitSet());
    }

    Wish alsoWithout(int place) {
      BitSet more = (BitSet) without.clone();
      more.set(place);
      return new Wish(more, back);
    }
  }

  /** How to take back a selection. */
  public synchronized RollbackPlan<E> plan(Present<M, E> present, Selection selection) {
    line.moveTo(present.history(), present.steps());
    BitSet selected = selected(selection);
    return new Search(present, Wish.without(selected)).plan(absent(selection));
  }

  /**
   * How to take back the newest step that a filter lets through and that is in effect; with it
   * those after it, if others wrote over all that they did (RB-9). Empty if there is none.
   */
  public synchronized Optional<RollbackPlan<E>> planUndo(Present<M, E> present, StepFilter filter) {
    line.moveTo(present.history(), present.steps());
    InEffect now = InEffect.now(line);
    BitSet selected = new BitSet();
    for (int place = line.size() - 1; place >= 0; place--) {
      if (isOwn(place, filter) && isInEffect(place, now)) {
        selected.set(place);
        RollbackPlan<E> plan =
            new Search(present, Wish.without((BitSet) selected.clone())).plan(List.of());
        if (!plan.events().isEmpty() || !plan.isWhole()) {
          return Optional.of(plan);
        }
      }
    }
    return Optional.empty();
  }

  /**
   * How to bring back the step that was taken back last by steps that a filter lets through, if no
   * step of these was made since (RB-9). Empty if there is none.
   */
  public synchronized Optional<RollbackPlan<E>> planRedo(Present<M, E> present, StepFilter filter) {
    line.moveTo(present.history(), present.steps());
    InEffect now = InEffect.now(line);
    for (int place = line.size() - 1; place >= 0; place--) {
      if (isOwn(place, filter)) {
        return Optional.empty();
      }
      if (line.reversing().get(place) && line.isAccepted(filter, place)) {
        Optional<RollbackPlan<E>> plan = redone(present, filter, line.reversal(place), now);
        if (plan.isPresent()) {
          return plan;
        }
      }
    }
    return Optional.empty();
  }

  private Optional<RollbackPlan<E>> redone(
      Present<M, E> present, StepFilter filter, Reversal reversal, InEffect now) {
    TreeSet<Integer> taken = new TreeSet<>();
    reversal.reverted().forEach(part -> line.place(part.step()).ifPresent(taken::add));
    BitSet back = new BitSet();
    for (int place : taken) {
      if (isOwn(place, filter) && !isInEffect(place, now)) {
        back.set(place);
        RollbackPlan<E> plan =
            new Search(present, new Wish(new BitSet(), (BitSet) back.clone())).plan(List.of());
        if (!plan.events().isEmpty() || !plan.isWhole()) {
          return Optional.of(plan);
        }
      }
    }
    return Optional.empty();
  }

  /** Whether a step makes changes of its own, and a filter lets it through. */
  private boolean isOwn(int place, StepFilter filter) {
    return !line.reversing().get(place) && line.isAccepted(filter, place);
  }

  private boolean isInEffect(int place, InEffect now) {
    for (int event = 0; event < line.events(place); event++) {
      if (now.contains(Write.key(place, event))) {
        return true;
      }
    }
    return false;
  }

  private BitSet selected(Selection selection) {
    BitSet selected = new BitSet();
    switch (selection) {
      case Selection.Steps(var ids) -> ids.forEach(id -> line.place(id).ifPresent(selected::set));
      case Selection.Matching(var filter) -> select(selected, filter, 0);
      case Selection.From(var filter) -> {
        int first = 0;
        while (first < line.size() && !line.isAccepted(filter, first)) {
          first++;
        }
        if (first < line.size()) {
          select(selected, StepFilter.own(line.origin(first)), first);
        }
      }
    }
    return selected;
  }

  private void select(BitSet selected, StepFilter filter, int from) {
    for (int place = from; place < line.size(); place++) {
      if (line.isAccepted(filter, place)) {
        selected.set(place);
      }
    }
  }

  private List<StepId> absent(Selection selection) {
    return selection instanceof Selection.Steps(var ids)
        ? ids.stream().filter(id -> line.place(id).isEmpty()).sorted().toList()
        : List.of();
  }

  /** Looks for a plan: tries, keeps what stands in the way as it is, and tries again. */
  private final class Search {

    private final Present<M, E> present;
    private final Wish wish;
    private final InEffect now = InEffect.now(line);
    private final InEffect wished;

    /** The events that would turn, and the entities that they write. */
    private final Set<Long> turning = new TreeSet<>();

    private final Set<EntityRef> entities = new LinkedHashSet<>();
    private final Map<Long, Problem> kept = new TreeMap<>();

    Search(Present<M, E> present, Wish wish) {
      this.present = present;
      this.wish = wish;
      this.wished = new InEffect(line, wish.without(), wish.back());
      wish.without().stream().forEach(this::collect);
      wish.back().stream().forEach(this::collect);
    }

    private void collect(int place) {
      InEffect.forEachOf(
          line,
          place,
          key -> {
            if (now.contains(key) != wished.contains(key) && turning.add(key)) {
              for (Unit unit : domain.touches(line.event(key)).written()) {
                entities.add(unit.entity());
              }
            }
          });
    }

    RollbackPlan<E> plan(List<StepId> absent) {
      return report(settled(true), absent);
    }

    /** The last try, for which all that stands in the way was kept. */
    private Attempt<M, E> settled(boolean isExplained) {
      Attempt<M, E> attempt = attempt();
      while (!attempt.problems().isEmpty()) {
        Map<Long, Problem> found = attempt.problems();
        if (isExplained) {
          found.replaceAll((key, problem) -> explained(key, problem));
        }
        kept.putAll(found);
        attempt = attempt();
      }
      return attempt;
    }

    private Attempt<M, E> attempt() {
      return new Attempt<>(domain, line, present, now, wished, kept).of(entities);
    }

    /** The problem with those who are to blame, if that can be found out by leaving them out. */
    private Problem explained(long key, Problem problem) {
      if (problem.isFailure() || !problem.by().isEmpty()) {
        return problem;
      }
      List<Integer> suspects = new ArrayList<>();
      for (int place = line.size() - 1; place >= 0 && suspects.size() < MOST_SUSPECTS; place--) {
        if (!wish.without().get(place)) {
          suspects.add(place);
          if (!stands(key, suspects)) {
            return new Problem(problem.conflict(), fewest(key, suspects), false);
          }
        }
      }
      return problem;
    }

    /** Those of some suspects without whom the problem stands. */
    private List<StepId> fewest(long key, List<Integer> suspects) {
      List<Integer> left = suspects;
      for (int suspect : suspects) {
        List<Integer> others = left.stream().filter(place -> place != suspect).toList();
        left = stands(key, others) ? left : others;
      }
      return left.stream().map(line::id).toList();
    }

    private boolean stands(long key, List<Integer> without) {
      Wish more = wish;
      for (int place : without) {
        more = more.alsoWithout(place);
      }
      Search other = new Search(present, more);
      Attempt<M, E> unused = other.settled(false);
      return other.kept.containsKey(key);
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
          reversed,
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
        EntityTurn turn = attempt.turn(unit.entity());
        Map<String, Write> over = new HashMap<>();
        for (Write write : turn.turning()) {
          if (write.key() == key) {
            over.putAll(turn.superseded(write));
          }
        }
        Write by = over.get(unit.name());
        if (by == null) {
          isLeft = true;
        } else {
          superseded.add(
              new RollbackPlan.Superseded(line.idOf(key), type, unit, line.id(by.step())));
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
          .filter(place -> {
            boolean[] found = new boolean[1];
            InEffect.forEachOf(line, place, key -> found[0] |= turning.contains(key));
            return found[0];
          })
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
}
