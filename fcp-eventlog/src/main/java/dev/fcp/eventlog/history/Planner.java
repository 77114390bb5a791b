package dev.fcp.eventlog.history;

import static dev.fcp.eventlog.history.Write.key;
import static dev.fcp.eventlog.history.Write.stepOf;

import dev.fcp.eventlog.domain.Domain;
import dev.fcp.eventlog.domain.EntityRef;
import java.util.BitSet;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.LongPredicate;

/**
 * Works out how to take back some steps of a line and keep what others did since (RB-1 to RB-8),
 * and tells what is in effect.
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

  private final Domain<M, E> domain;
  private final LineIndex<E> line;

  /** A planner for documents of a domain. */
  public Planner(Domain<M, E> domain) {
    this.domain = domain;
    this.line = new LineIndex<>(domain);
  }

  /** How to take back a selection. */
  public synchronized RollbackPlan<E> plan(Present<M, E> present, Selection selection) {
    line.moveTo(present.history(), present.steps());
    BitSet selected = selected(selection);
    return search(present, Wish.without(selected)).plan(absent(selection));
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
        if (isWrittenOver(place, now, key -> now.contains(key) && !selected.get(stepOf(key)))) {
          continue;
        }
        RollbackPlan<E> plan =
            search(present, Wish.without((BitSet) selected.clone())).plan(List.of());
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
    for (int place = line.size(); place-- > 0; ) {
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

  /**
   * Those of some events that are in effect (RB-2): they stand on the way to the cursor, and no
   * rollback took them back. What a rollback did is so while nothing after it brought back or took
   * back the same.
   *
   * @param way steps that lead to the cursor, oldest first
   */
  public synchronized Set<EventId> inEffect(
      History<E> history, List<StepId> way, Collection<EventId> events) {
    line.moveTo(history, way);
    InEffect now = InEffect.now(line);
    Set<EventId> found = new LinkedHashSet<>();
    for (EventId event : events) {
      Optional<Integer> place = line.place(event.step());
      if (place.isPresent() && isInEffect(place.get(), event.index(), now)) {
        found.add(event);
      }
    }
    return found;
  }

  private boolean isInEffect(int place, int event, InEffect now) {
    return line.reversing().get(place)
        ? InEffect.keysOf(line, place).anyMatch(key -> now.isLastNamedAt(key, place))
        : now.contains(key(place, event));
  }

  private Optional<RollbackPlan<E>> redone(
      Present<M, E> present, StepFilter filter, Reversal reversal, InEffect now) {
    TreeSet<Integer> taken = new TreeSet<>();
    reversal.reverted().forEach(part -> line.place(part.step()).ifPresent(taken::add));
    BitSet back = new BitSet();
    for (int place : taken) {
      if (isOwn(place, filter) && !isInEffect(place, now)) {
        back.set(place);
        if (isWrittenOver(place, now, key -> now.contains(key) || back.get(stepOf(key)))) {
          continue;
        }
        RollbackPlan<E> plan =
            search(present, new Wish(new BitSet(), (BitSet) back.clone())).plan(List.of());
        if (!plan.events().isEmpty() || !plan.isWhole()) {
          return Optional.of(plan);
        }
      }
    }
    return Optional.empty();
  }

  private Search<M, E> search(Present<M, E> present, Wish wish) {
    return new Search<>(domain, line, present, wish);
  }

  /** Whether a step makes changes of its own, may be undone, and a filter lets it through. */
  private boolean isOwn(int place, StepFilter filter) {
    return !line.reversing().get(place) && !line.isIgnored(place) && line.isAccepted(filter, place);
  }

  private boolean isInEffect(int place, InEffect now) {
    for (int event = 0; event < line.events(place); event++) {
      if (now.contains(key(place, event))) {
        return true;
      }
    }
    return false;
  }

  /**
   * Whether all of a step that would turn, was written by others since (RB-3): nothing would
   * change.
   *
   * @param then which events would be in effect
   */
  private boolean isWrittenOver(int place, InEffect now, LongPredicate then) {
    return line.writes(place).stream()
        .allMatch(write -> {
          EntityTurn turn = turn(write.entity(), now, then);
          return !turn.turns(write) || (!write.isOfWhole() && turn.isWrittenAfter(write));
        });
  }

  private EntityTurn turn(EntityRef entity, InEffect now, LongPredicate then) {
    return new EntityTurn(
        entity,
        line.writes(entity),
        write -> now.contains(write.key()),
        write -> then.test(write.key()));
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
}
