package dev.fcp.spec.session;

import dev.fcp.eventlog.domain.Domain;
import dev.fcp.eventlog.history.History;
import dev.fcp.eventlog.history.HistoryPoint;
import dev.fcp.eventlog.history.Origin;
import dev.fcp.eventlog.history.RollbackPlan;
import dev.fcp.eventlog.history.RollbackSelection;
import dev.fcp.eventlog.history.Step;
import dev.fcp.eventlog.history.Step.Reversal;
import dev.fcp.eventlog.history.StepFilter;
import dev.fcp.eventlog.history.StepId;
import dev.fcp.eventlog.history.planner.PlanInput;
import dev.fcp.eventlog.history.planner.RollbackPlanner;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;

/**
 * Plans rollbacks with a new planner each time. The clauses RB cover whether its plans are correct;
 * this class is used to check that sessions make the same plans and apply them.
 *
 * @param allSteps all steps, on the undo stack or not
 * @param applied the points that undo can leave, the oldest first
 * @param head the point at the cursor
 */
record NaiveRollbackPlanner<M, E>(
    Domain<M, E> domain,
    List<Step<E>> allSteps,
    List<NaivePoint<M, E>> applied,
    NaivePoint<M, E> head) {

  RollbackPlan<E> planWithout(int from, int count) {
    StepId[] selected = ids().reversed().stream().skip(from).limit(count).toArray(StepId[]::new);
    return new RollbackPlanner<>(domain).plan(planInput(), RollbackSelection.of(selected));
  }

  /** What the last rollback step that names an event did to it. */
  private enum LastMention {
    NONE,
    RESTORED,
    REVERSED,
    REVERSED_BY_OWN
  }

  /**
   * The newest own step that is in effect in part, of which own undo reversed nothing.
   *
   * @param passed the steps that own undo passed over
   */
  Optional<Step<E>> ownStepToUndo(Origin origin, List<StepId> passed) {
    return appliedSteps().reversed().stream()
        .filter(step -> isOwn(step, origin) && !passed.contains(step.id()))
        .filter(step -> {
          List<LastMention> mentions = lastMentions(step, origin);
          return mentions.stream()
                  .anyMatch(last -> last == LastMention.NONE || last == LastMention.RESTORED)
              && !mentions.contains(LastMention.REVERSED_BY_OWN);
        })
        .findFirst();
  }

  RollbackPlan<E> planUndo(Step<E> step) {
    return new RollbackPlanner<>(domain).plan(planInput(), RollbackSelection.of(step.id()));
  }

  RollbackPlan<E> planRedo(List<Reversal.Part> parts) {
    return new RollbackPlanner<>(domain).planRestore(planInput(), parts);
  }

  /** The events of own steps that a rollback step reversed and that no later one names. */
  List<Reversal.Part> ownPartsReversedBy(Step<E> reversing, Origin origin) {
    List<Reversal.Part> parts = new ArrayList<>();
    for (Reversal.Part part : reversing.reversal().reversed()) {
      for (Step<E> step : appliedSteps()) {
        if (step.id().equals(part.step()) && isOwn(step, origin)) {
          List<Integer> indexes =
              IntStream.range(0, step.events().size())
                  .filter(index -> names(part, index) && isLastNamedBy(reversing, step, index))
                  .boxed()
                  .toList();
          if (!indexes.isEmpty()) {
            boolean isWhole = indexes.size() == step.events().size();
            parts.add(new Reversal.Part(step.id(), isWhole ? List.of() : indexes));
          }
        }
      }
    }
    return parts;
  }

  boolean isOwn(Step<E> step, Origin origin) {
    return step.reversal().isNone()
        && StepFilter.sameActorAndSession(origin).accepts(step.origin(), step.time());
  }

  private boolean isLastNamedBy(Step<E> reversing, Step<E> step, int eventIndex) {
    Optional<Step<E>> last = Optional.empty();
    for (Step<E> later : appliedSteps()) {
      if (names(later.reversal().reversed(), step, eventIndex)
          || names(later.reversal().restored(), step, eventIndex)) {
        last = Optional.of(later);
      }
    }
    return last.filter(reversing::equals).isPresent();
  }

  private List<LastMention> lastMentions(Step<E> step, Origin origin) {
    List<LastMention> mentions = new ArrayList<>();
    for (int i = 0; i < step.events().size(); i++) {
      LastMention mention = LastMention.NONE;
      for (Step<E> later : appliedSteps()) {
        if (names(later.reversal().reversed(), step, i)) {
          mention =
              StepFilter.sameActorAndSession(origin).accepts(later.origin(), later.time())
                  ? LastMention.REVERSED_BY_OWN
                  : LastMention.REVERSED;
        }
        if (names(later.reversal().restored(), step, i)) {
          mention = LastMention.RESTORED;
        }
      }
      mentions.add(mention);
    }
    return mentions;
  }

  private static boolean names(List<Reversal.Part> parts, Step<?> step, int eventIndex) {
    return parts.stream()
        .anyMatch(part -> part.step().equals(step.id()) && names(part, eventIndex));
  }

  private static boolean names(Reversal.Part part, int eventIndex) {
    return part.eventIndexes().isEmpty() || part.eventIndexes().contains(eventIndex);
  }

  private List<Step<E>> appliedSteps() {
    return applied.stream().map(point -> point.step().orElseThrow()).toList();
  }

  private List<StepId> ids() {
    return applied.stream().map(point -> point.step().orElseThrow().id()).toList();
  }

  private PlanInput<M, E> planInput() {
    History<E> history = History.empty();
    for (Step<E> step : allSteps) {
      history = history.with(step);
    }
    return new PlanInput<>(
        history, ids(), new HistoryPoint(head.step().map(Step::id)), head.model());
  }
}
