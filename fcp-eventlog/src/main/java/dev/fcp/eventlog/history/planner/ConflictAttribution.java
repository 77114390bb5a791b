package dev.fcp.eventlog.history.planner;

import dev.fcp.eventlog.history.StepId;
import dev.fcp.eventlog.history.planner.PlanPass.Problem;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Finds out who is to blame for what a plan keeps: without them it would not be kept (RB-5). Whom
 * the domain and the line name is tried first. Where that is not enough, more and more of the
 * newest steps are left out until it goes, and then those are found that it takes.
 */
final class ConflictAttribution {

  private final WriteIndex<?> writeIndex;
  private final PlanGoal goal;
  private final Function<PlanGoal, Map<Long, Problem>> keptEvents;

  /** All steps that are not reverted, newest first. */
  private final List<Integer> candidates = new ArrayList<>();

  /** What is kept without so many of the newest suspects: the same for all that is explained. */
  private final Map<Integer, Set<Long>> keptWithoutNewest = new HashMap<>();

  /**
   * For one wish.
   *
   * @param keptEvents what would be kept for a wish, and why, by the keys of events
   */
  ConflictAttribution(
      WriteIndex<?> writeIndex, PlanGoal goal, Function<PlanGoal, Map<Long, Problem>> keptEvents) {
    this.writeIndex = writeIndex;
    this.goal = goal;
    this.keptEvents = keptEvents;
    for (int stepIndex = writeIndex.size() - 1; stepIndex >= 0; stepIndex--) {
      if (!goal.excluded().get(stepIndex)) {
        candidates.add(stepIndex);
      }
    }
  }

  /** Makes sure of each problem that it is gone without those whom it names. */
  void attribute(Map<Long, Problem> kept) {
    Map<List<StepId>, List<Long>> keysBySteps = new LinkedHashMap<>();
    kept.forEach((key, problem) -> {
      if (!problem.isFailure()) {
        keysBySteps.computeIfAbsent(problem.blockingSteps(), steps -> new ArrayList<>()).add(key);
      }
    });
    Map<Long, Problem> original = Map.copyOf(kept);
    keysBySteps.forEach((steps, keys) -> {
      Map<Long, Problem> remaining = steps.isEmpty() ? original : keptWithout(stepIndexes(steps));
      for (long key : keys) {
        Problem remainingProblem = remaining.get(key);
        if (remainingProblem != null) {
          Collection<Integer> responsible = followChain(key, steps, remainingProblem);
          List<StepId> ids = responsible.stream().map(writeIndex::id).toList();
          kept.computeIfPresent(key, (any, old) -> new Problem(old.conflict(), ids, false));
        }
      }
    });
  }

  /** Adds those who are named when the first ones are left out, and so on. */
  private Collection<Integer> followChain(long key, List<StepId> steps, Problem remainingProblem) {
    Set<Integer> responsible = new TreeSet<>(Comparator.reverseOrder());
    responsible.addAll(stepIndexes(steps));
    @Nullable Problem remaining = remainingProblem;
    while (remaining != null) {
      if (!responsible.addAll(stepIndexes(remaining.blockingSteps()))) {
        return searchNewest(key, responsible);
      }
      remaining = keptWithout(responsible).get(key);
    }
    return responsible;
  }

  /** Those without whom a problem is gone, by trial; those blamed if it stands without anybody. */
  private Collection<Integer> searchNewest(long key, Collection<Integer> responsible) {
    for (int count = 1; count < 2 * candidates.size(); count *= 2) {
      int newest = Math.min(count, candidates.size());
      if (!withoutNewest(newest).contains(key)) {
        List<Integer> subset = candidates.subList(0, newest);
        List<Integer> minimal = minimalSubset(key, List.of(), false, subset);
        return keptWithout(minimal).containsKey(key) ? subset : minimal;
      }
    }
    return responsible;
  }

  private Set<Long> withoutNewest(int count) {
    return keptWithoutNewest.computeIfAbsent(
        count, newest -> Set.copyOf(keptWithout(candidates.subList(0, newest)).keySet()));
  }

  /**
   * Those of some suspects whom it takes besides others, the newest if there is a choice: each half
   * is looked through while all that is needed of the other one is left out.
   *
   * @param excluded who are left out already
   * @param checkFirst whether it is to be tried if these are enough
   */
  private List<Integer> minimalSubset(
      long key, List<Integer> excluded, boolean checkFirst, List<Integer> subset) {
    if (checkFirst && !keptWithout(excluded).containsKey(key)) {
      return List.of();
    }
    if (subset.size() == 1) {
      return subset;
    }
    List<Integer> newer = subset.subList(0, subset.size() / 2);
    List<Integer> older = subset.subList(subset.size() / 2, subset.size());
    List<Integer> fromOlder = minimalSubset(key, concat(excluded, newer), true, older);
    List<Integer> fromNewer =
        minimalSubset(key, concat(excluded, fromOlder), !fromOlder.isEmpty(), newer);
    return concat(fromNewer, fromOlder);
  }

  private static List<Integer> concat(List<Integer> first, List<Integer> second) {
    List<Integer> both = new ArrayList<>(first);
    both.addAll(second);
    return both;
  }

  private Map<Long, Problem> keptWithout(Collection<Integer> stepIndexes) {
    return keptEvents.apply(goal.alsoExcluding(stepIndexes));
  }

  private List<Integer> stepIndexes(List<StepId> ids) {
    return ids.stream().map(writeIndex::indexOf).flatMap(Optional::stream).toList();
  }
}
