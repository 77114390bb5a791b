package dev.fcp.spec.domain;

import dev.fcp.eventlog.domain.Domain;
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
 * The plainest way to say which events of a line are in effect, and what they leave.
 *
 * @param domain the domain
 * @param baseModel the document before the line
 */
record NaiveEffects<M, E>(Domain<M, E> domain, M baseModel) {

  /**
   * What some events leave, each giving what it wrote the value that it gave it when it was made.
   * Empty if one of them stands in its own way without those between.
   */
  Optional<M> modelOf(List<Step<E>> steps, Set<EventId> inEffect) {
    M originalModel = baseModel;
    M model = baseModel;
    for (Step<E> step : steps) {
      for (int i = 0; i < step.events().size(); i++) {
        E event = step.events().get(i);
        originalModel = domain.replay(event, originalModel);
        if (inEffect.contains(new EventId(step.id(), i))) {
          Optional<M> next = applyOriginal(event, originalModel, model);
          if (next.isEmpty()) {
            return next;
          }
          model = next.get();
        }
      }
    }
    return Optional.of(model);
  }

  /**
   * A model after an event.
   *
   * @param originalModel the one that there was after it when it was made
   */
  private Optional<M> applyOriginal(E event, M originalModel, M model) {
    if (domain.touches(event).equals(Touches.DOCUMENT)) {
      return Optional.of(originalModel);
    }
    Optional<E> rebased = domain.rebase(event, model);
    if (rebased.isPresent()) {
      return applyChecked(rebased.get(), model);
    }
    // It is so already, the entity is not there, or the event is relative.
    return domain.check(event, model).isPresent()
        ? Optional.of(model)
        : withUnitsOf(event, originalModel, model);
  }

  private Optional<M> applyChecked(E event, M model) {
    return domain.check(event, model).isPresent()
        ? Optional.empty()
        : Optional.of(domain.replay(event, model));
  }

  /** A model whose units that an event writes are as in another one. */
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

  /** The events that are in effect if some steps are left out. */
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

  /** The events that are in effect after a reversal. */
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
