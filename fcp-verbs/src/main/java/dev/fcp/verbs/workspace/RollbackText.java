package dev.fcp.verbs.workspace;

import dev.fcp.eventlog.domain.Unit;
import dev.fcp.eventlog.history.History;
import dev.fcp.eventlog.history.HistoryPoint;
import dev.fcp.eventlog.history.RollbackPlan;
import dev.fcp.eventlog.history.Step;
import dev.fcp.eventlog.history.Step.EventId;
import dev.fcp.eventlog.history.Step.Reversal;
import dev.fcp.eventlog.history.StepId;
import dev.fcp.eventlog.session.SessionState;
import dev.fcp.verbs.DomainLanguage;
import dev.fcp.verbs.ResultLine;
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
 * Formats a rollback plan: the steps it reverses, the changes it keeps and the blocking steps.
 * Steps have the same numbers as in {@code history}.
 */
final class RollbackText<M, E> {

  /** The maximum number of items of each kind that are listed one by one. */
  private static final int MAX_LISTED = 20;

  /** The maximum number of changes of a dry run that are listed one by one. */
  private static final int MAX_CHANGES = 100;

  private final DomainLanguage<M, E> language;
  private final StepText stepText;
  private final History<E> history;
  private final M model;

  /**
   * Formats plans for a state.
   *
   * @param state the state for which the plans were made
   */
  RollbackText(DomainLanguage<M, E> language, StepText stepText, SessionState<M, E> state) {
    this.language = language;
    this.stepText = stepText;
    this.history = state.history();
    this.model = state.model();
  }

  /** The lines of a plan. A plan without events reverses nothing. */
  List<String> lines(RollbackPlan<E> plan) {
    List<String> lines = new ArrayList<>();
    if (!plan.events().isEmpty()) {
      lines.addAll(
          prefixed("rolls back: ", reversedSteps(plan).stream().map(this::describeStep).toList()));
    }
    lines.addAll(unreversedLines(plan));
    return lines;
  }

  /** The changes of the document that a plan makes. */
  List<String> changeLines(RollbackPlan<E> plan) {
    M after = model;
    for (E event : plan.events()) {
      after = language.domain().replay(event, after);
    }
    List<ResultLine> changes = language.describeChanges(plan.events(), model, after);
    List<String> lines = new ArrayList<>();
    changes.stream().limit(MAX_CHANGES).forEach(change -> lines.add(change.toString()));
    if (changes.size() > MAX_CHANGES) {
      lines.add("! and " + Plurals.count(changes.size() - MAX_CHANGES, "more change"));
    }
    return lines;
  }

  /** The lines for selected changes that are kept, with the reasons. */
  List<String> unreversedLines(RollbackPlan<E> plan) {
    RollbackPlan<E> reported = language.reported(plan, history, model);
    List<RollbackPlan.Failed> failures = reported.failures();
    Set<EventId> failed =
        failures.stream().map(RollbackPlan.Failed::event).collect(Collectors.toSet());
    List<String> lines = new ArrayList<>();
    lines.addAll(
        prefixed(
            "kept, changed since: ",
            plan.superseded().stream()
                .filter(superseded -> !failed.contains(superseded.event()))
                .map(this::describeSuperseded)
                .distinct()
                .toList()));
    lines.addAll(
        prefixed(
            "kept, blocked by later steps: ",
            plan.conflicts().stream()
                .filter(skipped -> !failed.contains(skipped.event()))
                .map(this::describeSkipped)
                .toList()));
    lines.addAll(
        prefixed(
            "kept: ",
            reported.conflicts().stream()
                .filter(it -> it.blockingSteps().isEmpty() && !plan.conflicts().contains(it))
                .map(this::describeSkipped)
                .toList()));
    lines.addAll(
        prefixed(
            "kept, not possible: ",
            failures.stream()
                .map(failure ->
                    describeEvent(failure.event(), failure.type()) + ": " + failure.reason())
                .toList()));
    return lines;
  }

  private String describeSuperseded(RollbackPlan.Superseded superseded) {
    E event = history.step(superseded.event().step()).events().get(superseded.event().index());
    return "%s, by %s"
        .formatted(
            language.describeUnit(superseded.unit(), event, model),
            describeStep(superseded.laterStep()));
  }

  private static List<String> prefixed(String prefix, List<String> texts) {
    List<String> lines = new ArrayList<>();
    texts.stream().limit(MAX_LISTED).forEach(text -> lines.add("! " + prefix + text));
    if (texts.size() > MAX_LISTED) {
      lines.add("! " + prefix + (texts.size() - MAX_LISTED) + " more");
    }
    return lines;
  }

  private String describeSkipped(RollbackPlan.Skipped skipped) {
    String blockingText =
        skipped.blockingSteps().stream().map(this::describeStep).collect(Collectors.joining("; "));
    return describeEvent(skipped.event(), skipped.type())
        + ": "
        + skipped.conflict().reason()
        + (blockingText.isEmpty() ? "" : ", by " + blockingText);
  }

  /** The type and the step of an event. */
  private String describeEvent(EventId event, String type) {
    return "%s of %s".formatted(OperationText.abbreviate(type), describeStep(event.step()));
  }

  /** A step with its number, or its id if the history does not contain it. */
  String describeStep(StepId id) {
    Optional<Step<E>> step = history.find(id);
    return step.isPresent()
        ? history.depth(HistoryPoint.after(id)) + " " + stepText.describe(step.get())
        : "step " + id;
  }

  /** The steps of which the plan reverses or restores at least one event, newest first. */
  List<StepId> reversedSteps(RollbackPlan<E> plan) {
    Map<EventId, Set<Unit>> supersededUnits = new HashMap<>();
    plan.superseded()
        .forEach(it ->
            supersededUnits.computeIfAbsent(it.event(), id -> new HashSet<>()).add(it.unit()));
    return Stream.concat(plan.reversal().reversed().stream(), plan.reversal().restored().stream())
        .filter(part -> isReversed(part, supersededUnits))
        .map(Reversal.Part::step)
        .sorted((one, other) ->
            history.depth(HistoryPoint.after(other)) - history.depth(HistoryPoint.after(one)))
        .toList();
  }

  private boolean isReversed(Reversal.Part part, Map<EventId, Set<Unit>> supersededUnits) {
    List<E> events = history.step(part.step()).events();
    IntStream indexes =
        part.eventIndexes().isEmpty()
            ? IntStream.range(0, events.size())
            : part.eventIndexes().stream().mapToInt(Integer::intValue);
    return indexes.anyMatch(index ->
        !supersededUnits
            .getOrDefault(new EventId(part.step(), index), Set.of())
            .containsAll(language.domain().touches(events.get(index)).written()));
  }
}
