package dev.fcp.verbs.workspace;

import dev.fcp.eventlog.domain.Domain;
import dev.fcp.eventlog.domain.Unit;
import dev.fcp.eventlog.history.EventId;
import dev.fcp.eventlog.history.History;
import dev.fcp.eventlog.history.Reversal;
import dev.fcp.eventlog.history.RollbackPlan;
import dev.fcp.eventlog.history.Step;
import dev.fcp.eventlog.history.StepId;
import dev.fcp.verbs.run.OperationText;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * What a rollback takes back, what stays and who is in the way, as people read it. Steps have the
 * numbers of {@code history}.
 */
final class RollbackText<E> {

  /** How many of each kind are told one by one. */
  private static final int TOLD = 20;

  private final Domain<?, E> domain;
  private final StepText steps;
  private final History<E> history;

  RollbackText(Domain<?, E> domain, StepText steps, History<E> history) {
    this.domain = domain;
    this.steps = steps;
    this.history = history;
  }

  /** The lines of a plan. One without events takes back nothing, whatever it would turn. */
  List<String> lines(RollbackPlan<E> plan) {
    List<String> lines = new ArrayList<>();
    if (!plan.events().isEmpty()) {
      lines.addAll(told("takes back: ", turned(plan).stream().map(this::numbered).toList()));
    }
    lines.addAll(kept(plan));
    return lines;
  }

  /** What of a selection stays as it is, and why. */
  List<String> kept(RollbackPlan<E> plan) {
    List<String> lines = new ArrayList<>();
    lines.addAll(
        told(
            "stays, for it was changed since: ",
            plan.superseded().stream()
                .map(over -> "%s, by %s".formatted(over.unit(), numbered(over.by())))
                .distinct()
                .toList()));
    lines.addAll(
        told(
            "stays, for others stand in the way: ",
            plan.conflicts().stream().map(this::skipped).toList()));
    lines.addAll(
        told(
            "stays, for it failed: ",
            plan.failures().stream()
                .map(failed -> told(failed.event(), failed.type()) + ": " + failed.reason())
                .toList()));
    return lines;
  }

  private static List<String> told(String what, List<String> all) {
    List<String> lines = new ArrayList<>();
    all.stream().limit(TOLD).forEach(text -> lines.add("! " + what + text));
    if (all.size() > TOLD) {
      lines.add("! " + what + (all.size() - TOLD) + " more");
    }
    return lines;
  }

  private String skipped(RollbackPlan.Skipped skipped) {
    String by = skipped.by().stream().map(this::numbered).collect(Collectors.joining("; "));
    return told(skipped.event(), skipped.type())
        + ": "
        + skipped.conflict().reason()
        + (by.isEmpty() ? "" : ", by " + by);
  }

  /** An event as its type and step. */
  private String told(EventId event, String type) {
    return "%s of %s".formatted(OperationText.shown(type), numbered(event.step()));
  }

  /** A step with its number, or by its id if its place is not known. */
  String numbered(StepId id) {
    Optional<Step<E>> step = history.find(id);
    return step.isPresent()
        ? history.depth(Optional.of(id)) + " " + steps.signed(step.get())
        : "step " + id;
  }

  /** The steps of which at least one event would be taken back or brought back, newest first. */
  List<StepId> turned(RollbackPlan<E> plan) {
    Map<EventId, Set<Unit>> over = new HashMap<>();
    plan.superseded()
        .forEach(it -> over.computeIfAbsent(it.event(), any -> new HashSet<>()).add(it.unit()));
    return Stream.concat(plan.reversal().reverted().stream(), plan.reversal().restored().stream())
        .filter(part -> isTurned(part, over))
        .map(Reversal.Part::step)
        .sorted((one, other) -> history.depth(Optional.of(other)) - history.depth(Optional.of(one)))
        .toList();
  }

  private boolean isTurned(Reversal.Part part, Map<EventId, Set<Unit>> over) {
    List<E> events = history.step(part.step()).events();
    IntStream places =
        part.events().isEmpty()
            ? IntStream.range(0, events.size())
            : part.events().stream().mapToInt(Integer::intValue);
    return places.anyMatch(place ->
        !over.getOrDefault(new EventId(part.step(), place), Set.of())
            .containsAll(domain.touches(events.get(place)).written()));
  }
}
