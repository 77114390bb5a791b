package dev.fcp.eventlog.history;

import dev.fcp.eventlog.history.Attempt.Problem;
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
final class Blame {

  private final LineIndex<?> line;
  private final Wish wish;
  private final Function<Wish, Map<Long, Problem>> keeping;

  /** All steps that are not taken back, newest first. */
  private final List<Integer> suspects = new ArrayList<>();

  /** What is kept without so many of the newest suspects: the same for all that is explained. */
  private final Map<Integer, Set<Long>> keptWithoutNewest = new HashMap<>();

  /**
   * For one wish.
   *
   * @param keeping what would be kept for a wish, and why, by the keys of events
   */
  Blame(LineIndex<?> line, Wish wish, Function<Wish, Map<Long, Problem>> keeping) {
    this.line = line;
    this.wish = wish;
    this.keeping = keeping;
    for (int place = line.size() - 1; place >= 0; place--) {
      if (!wish.without().get(place)) {
        suspects.add(place);
      }
    }
  }

  /** Makes sure of each problem that it is gone without those whom it names. */
  void explain(Map<Long, Problem> kept) {
    Map<List<StepId>, List<Long>> alike = new LinkedHashMap<>();
    kept.forEach((key, problem) -> {
      if (!problem.isFailure()) {
        alike.computeIfAbsent(problem.by(), by -> new ArrayList<>()).add(key);
      }
    });
    Map<Long, Problem> told = Map.copyOf(kept);
    alike.forEach((by, keys) -> {
      Map<Long, Problem> left = by.isEmpty() ? told : without(places(by));
      for (long key : keys) {
        Problem still = left.get(key);
        if (still != null) {
          Collection<Integer> found = followed(key, by, still);
          List<StepId> ids = found.stream().map(line::id).toList();
          kept.computeIfPresent(key, (any, old) -> new Problem(old.conflict(), ids, false));
        }
      }
    });
  }

  /** Adds those who are named when the first ones are left out, and so on. */
  private Collection<Integer> followed(long key, List<StepId> by, Problem still) {
    Set<Integer> blamed = new TreeSet<>(Comparator.reverseOrder());
    blamed.addAll(places(by));
    @Nullable Problem left = still;
    while (left != null) {
      if (!blamed.addAll(places(left.by()))) {
        return searched(key, blamed);
      }
      left = without(blamed).get(key);
    }
    return blamed;
  }

  /** Those without whom a problem is gone, by trial; those blamed if it stands without anybody. */
  private Collection<Integer> searched(long key, Collection<Integer> blamed) {
    for (int count = 1; count < 2 * suspects.size(); count *= 2) {
      int newest = Math.min(count, suspects.size());
      if (!withoutNewest(newest).contains(key)) {
        List<Integer> some = suspects.subList(0, newest);
        List<Integer> fewest = fewest(key, List.of(), false, some);
        return without(fewest).containsKey(key) ? some : fewest;
      }
    }
    return blamed;
  }

  private Set<Long> withoutNewest(int count) {
    return keptWithoutNewest.computeIfAbsent(
        count, newest -> Set.copyOf(without(suspects.subList(0, newest)).keySet()));
  }

  /**
   * Those of some suspects whom it takes besides others, the newest if there is a choice: each half
   * is looked through while all that is needed of the other one is left out.
   *
   * @param others who are left out already
   * @param isNew whether it is to be tried if these are enough
   */
  private List<Integer> fewest(long key, List<Integer> others, boolean isNew, List<Integer> some) {
    if (isNew && !without(others).containsKey(key)) {
      return List.of();
    }
    if (some.size() == 1) {
      return some;
    }
    List<Integer> newer = some.subList(0, some.size() / 2);
    List<Integer> older = some.subList(some.size() / 2, some.size());
    List<Integer> ofOlder = fewest(key, joined(others, newer), true, older);
    List<Integer> ofNewer = fewest(key, joined(others, ofOlder), !ofOlder.isEmpty(), newer);
    return joined(ofNewer, ofOlder);
  }

  private static List<Integer> joined(List<Integer> first, List<Integer> second) {
    List<Integer> both = new ArrayList<>(first);
    both.addAll(second);
    return both;
  }

  private Map<Long, Problem> without(Collection<Integer> places) {
    return keeping.apply(wish.alsoWithout(places));
  }

  private List<Integer> places(List<StepId> ids) {
    return ids.stream().map(line::place).flatMap(Optional::stream).toList();
  }
}
