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
 * Determines which steps block the events that a plan keeps: if these steps were excluded too, the
 * events would not be kept (RB-5). It first tries the steps named by the domain and by the write
 * index. If these are not enough, it excludes more and more of the newest steps until the event is
 * no longer kept, and then minimizes that set.
 */
final class ConflictAttribution {

  private final WriteIndex<?> writeIndex;
  private final PlanGoal goal;
  private final Function<PlanGoal, Map<Long, Problem>> keptEvents;

  /** All steps that the goal does not exclude, newest first. */
  private final List<Integer> candidates = new ArrayList<>();

  /**
   * The events kept if this many of the newest candidates are excluded; cached, because it does not
   * depend on the event in question.
   */
  private final Map<Integer, Set<Long>> keptWithoutNewest = new HashMap<>();

  /**
   * Creates the attribution for a goal.
   *
   * @param keptEvents returns the events that would be kept for a goal, by key, with the reasons
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

  /**
   * Completes the blocking steps of each problem, so that excluding them would solve the problem.
   */
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

  /** Excludes the named steps, adds the steps that the remaining problem names, and so on. */
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

  /**
   * Searches for steps whose exclusion solves the problem; returns the given ones if there are
   * none.
   */
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
   * A minimal subset of the candidates that must be excluded besides others; prefers the newest.
   * Searches each half while the needed steps of the other half are excluded.
   *
   * @param excluded the steps already excluded
   * @param checkFirst whether to check first if these are enough
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
