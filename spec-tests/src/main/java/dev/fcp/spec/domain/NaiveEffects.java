package dev.fcp.spec.domain;

import dev.fcp.eventlog.domain.Domain;
import dev.fcp.eventlog.domain.Domain.Effect;
import dev.fcp.eventlog.domain.Domain.Touches;
import dev.fcp.eventlog.domain.Unit;
import dev.fcp.eventlog.history.Step;
import dev.fcp.eventlog.history.Step.EventId;
import dev.fcp.eventlog.history.Step.Reversal;
import dev.fcp.eventlog.history.StepId;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

/**
 * A naive computation of the events in effect on an undo stack, and of the model that they result
 * in.
 *
 * @param domain the domain
 * @param baseModel the model before the first step of the undo stack
 */
record NaiveEffects<M, E>(Domain<M, E> domain, M baseModel) {

  /**
   * Returns the model that results from the given events if each sets its units to the values that
   * it originally set. Empty if one of them does not apply without the events between.
   */
  Optional<M> modelOf(List<Step<E>> steps, Set<EventId> inEffect) {
    M originalModel = baseModel;
    M model = baseModel;
    for (Step<E> step : steps) {
      for (int i = 0; i < step.events().size(); i++) {
        E event = step.events().get(i);
        originalModel = domain.replay(event, originalModel);
        Optional<E> part =
            inEffect.contains(new EventId(step.id(), i))
                ? withoutUnitsOf(event, new EventId(step.id(), i), steps, inEffect)
                : Optional.empty();
        if (part.isPresent()) {
          Optional<M> next = applyOriginal(part.get(), originalModel, model);
          if (next.isEmpty()) {
            return next;
          }
          model = next.get();
        } else {
          model = afterReversedEvent(event, model);
        }
      }
    }
    return Optional.of(model);
  }

  /**
   * Applies an event and its inverse. The model stays the same, but a text then knows the place of
   * the characters that the event inserted.
   */
  private M afterReversedEvent(E event, M model) {
    return domain
        .rebase(event, model)
        .filter(rebased -> domain.effect(rebased) == Effect.MODIFIES)
        .filter(rebased -> domain.check(rebased, model).isEmpty())
        .map(rebased -> domain.replay(domain.invert(rebased), domain.replay(rebased, model)))
        .orElse(model);
  }

  /**
   * Returns an event without the values that it reformats, if the events that wrote these are not
   * in effect.
   */
  private Optional<E> withoutUnitsOf(
      E event, EventId id, List<Step<E>> steps, Set<EventId> inEffect) {
    if (!domain.reformats(event)) {
      return Optional.of(event);
    }
    int stepIndex = steps.stream().map(Step::id).toList().indexOf(id.step());
    Set<EventId> before = eventsInEffect(steps.subList(0, stepIndex), Set.of());
    Set<Unit> units = new HashSet<>();
    for (Unit unit : domain.touches(event).written()) {
      Optional<EventId> writer = lastWriter(unit, steps, id, before);
      if (writer.isPresent() && !inEffect.contains(writer.get())) {
        units.add(unit);
      }
    }
    return domain.without(event, units);
  }

  /**
   * Returns the last event before another one that wrote a unit, and did not only reformat it.
   *
   * @param before the events in effect before the step of that other event
   */
  private Optional<EventId> lastWriter(
      Unit unit, List<Step<E>> steps, EventId end, Set<EventId> before) {
    Optional<EventId> last = Optional.empty();
    for (Step<E> step : steps) {
      for (int i = 0; i < step.events().size(); i++) {
        EventId id = new EventId(step.id(), i);
        if (id.equals(end)) {
          return last;
        }
        E event = step.events().get(i);
        boolean writes =
            !domain.reformats(event)
                && domain.touches(event).written().stream().anyMatch(unit::overlaps);
        if (writes && (before.contains(id) || id.step().equals(end.step()))) {
          last = Optional.of(id);
        }
      }
    }
    return last;
  }

  /**
   * Applies an event to a model.
   *
   * @param originalModel the model right after the event when it was made
   */
  private Optional<M> applyOriginal(E event, M originalModel, M model) {
    if (domain.touches(event).equals(Touches.DOCUMENT)) {
      return Optional.of(originalModel);
    }
    Optional<E> rebased = domain.rebase(event, model);
    if (rebased.isPresent()) {
      return applyChecked(rebased.get(), model);
    }
    if (domain.check(event, model).isEmpty()) {
      return withUnitsOf(event, originalModel, model);
    }
    // The values are already set, the entity does not exist or is of another kind, or the event is
    // relative.
    return domain.effect(event) == Effect.CREATES ? replaced(event, model) : Optional.of(model);
  }

  /** Replaces an entity of another kind by the one that an event creates. */
  private Optional<M> replaced(E event, M model) {
    Optional<E> removal =
        domain.rebase(domain.invert(event), model).filter(it -> !domain.invert(it).equals(event));
    return removal.isEmpty()
        ? Optional.of(model)
        : applyChecked(removal.get(), model).flatMap(without -> applyChecked(event, without));
  }

  private Optional<M> applyChecked(E event, M model) {
    return domain.check(event, model).isPresent()
        ? Optional.empty()
        : Optional.of(domain.replay(event, model));
  }

  /** Sets the units that an event writes to their values in the source model. */
  private Optional<M> withUnitsOf(E event, M source, M model) {
    Set<Unit> units = domain.touches(event).written();
    Optional<M> next = Optional.of(model);
    for (E change : domain.diff(model, source)) {
      Set<Unit> otherUnits = new HashSet<>(domain.touches(change).written());
      otherUnits.removeAll(units);
      Optional<E> part =
          otherUnits.isEmpty() ? Optional.of(change) : domain.without(change, otherUnits);
      next =
          part.isEmpty()
              ? next
              : next.flatMap(reachedModel -> applyChecked(part.get(), reachedModel));
    }
    return next;
  }

  /** Returns the events in effect if some steps are excluded. */
  static <E> Set<EventId> eventsInEffect(List<Step<E>> steps, Set<StepId> excluded) {
    Set<EventId> inEffect = new HashSet<>();
    for (Step<E> step : steps) {
      if (excluded.contains(step.id())) {
        continue;
      }
      if (step.reversal().isNone()) {
        for (int i = 0; i < step.events().size(); i++) {
          inEffect.add(new EventId(step.id(), i));
        }
      } else {
        inEffect = afterReversal(inEffect, steps, step.reversal());
      }
    }
    inEffect.removeIf(event -> excluded.contains(event.step()));
    return inEffect;
  }

  /** Returns the events in effect after a reversal. */
  static <E> Set<EventId> afterReversal(
      Set<EventId> before, List<Step<E>> steps, Reversal reversal) {
    Map<StepId, Integer> sizes = new TreeMap<>();
    steps.forEach(step -> sizes.put(step.id(), step.events().size()));
    Set<EventId> after = new HashSet<>(before);
    reversal.reversed().forEach(part -> events(part, sizes).forEach(after::remove));
    reversal.restored().forEach(part -> after.addAll(events(part, sizes)));
    return after;
  }

  private static List<EventId> events(Reversal.Part part, Map<StepId, Integer> sizes) {
    List<EventId> events = new ArrayList<>();
    for (int i = 0; i < sizes.getOrDefault(part.step(), 0); i++) {
      if (part.eventIndexes().isEmpty() || part.eventIndexes().contains(i)) {
        events.add(new EventId(part.step(), i));
      }
    }
    return events;
  }
}
