package dev.fcp.spec.domain;

import dev.fcp.eventlog.domain.Domain;
import dev.fcp.eventlog.domain.Unit;
import dev.fcp.eventlog.history.EventId;
import dev.fcp.eventlog.history.Reversal;
import dev.fcp.eventlog.history.Step;
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
 * @param base the document before the line
 */
record NaiveEffects<M, E>(Domain<M, E> domain, M base) {

  /**
   * What some events leave, each giving what it wrote the value that it gave it when it was made.
   * Empty if one of them stands in its own way without those between.
   */
  Optional<M> left(List<Step<E>> line, Set<EventId> inEffect) {
    M made = base;
    M model = base;
    for (Step<E> step : line) {
      for (int i = 0; i < step.events().size(); i++) {
        E event = step.events().get(i);
        made = domain.replay(event, made);
        if (inEffect.contains(new EventId(step.id(), i))) {
          Optional<M> next = after(event, made, model);
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
   * @param made the one that there was after it when it was made
   */
  private Optional<M> after(E event, M made, M model) {
    Optional<E> told = domain.rebase(event, model);
    if (told.isPresent()) {
      return after(told.get(), model);
    }
    // It is so already, the entity is not there, or the event tells a difference and no values.
    return domain.check(event, model).isPresent() ? Optional.of(model) : as(event, made, model);
  }

  private Optional<M> after(E event, M model) {
    return domain.check(event, model).isPresent()
        ? Optional.empty()
        : Optional.of(domain.replay(event, model));
  }

  /** A model whose units that an event writes are as in another one. */
  private Optional<M> as(E event, M other, M model) {
    Set<Unit> units = domain.touches(event).written();
    Optional<M> next = Optional.of(model);
    for (E change : domain.diff(model, other)) {
      Set<Unit> rest = new HashSet<>(domain.touches(change).written());
      rest.removeAll(units);
      Optional<E> part = rest.isEmpty() ? Optional.of(change) : domain.without(change, rest);
      next = part.isEmpty() ? next : next.flatMap(reached -> after(part.get(), reached));
    }
    return next;
  }

  /** The events that are in effect if some steps are left out. */
  static <E> Set<EventId> of(List<Step<E>> line, Set<StepId> without) {
    Set<EventId> inEffect = new HashSet<>();
    for (Step<E> step : line) {
      if (without.contains(step.id())) {
        continue;
      }
      if (step.reversal().isNone()) {
        for (int i = 0; i < step.events().size(); i++) {
          inEffect.add(new EventId(step.id(), i));
        }
      } else {
        inEffect = after(inEffect, line, step.reversal());
      }
    }
    inEffect.removeIf(event -> without.contains(event.step()));
    return inEffect;
  }

  /** The events that are in effect after a reversal. */
  static <E> Set<EventId> after(Set<EventId> before, List<Step<E>> line, Reversal reversal) {
    Map<StepId, Integer> sizes = new TreeMap<>();
    line.forEach(step -> sizes.put(step.id(), step.events().size()));
    Set<EventId> after = new HashSet<>(before);
    reversal.reverted().forEach(part -> events(part, sizes).forEach(after::remove));
    reversal.restored().forEach(part -> after.addAll(events(part, sizes)));
    return after;
  }

  private static List<EventId> events(Reversal.Part part, Map<StepId, Integer> sizes) {
    List<EventId> events = new ArrayList<>();
    for (int i = 0; i < sizes.getOrDefault(part.step(), 0); i++) {
      if (part.events().isEmpty() || part.events().contains(i)) {
        events.add(new EventId(part.step(), i));
      }
    }
    return events;
  }
}
