package dev.fcp.spec.session;

import dev.fcp.spec.generator.Tries;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

/** Counts which operations follow which in random programs, and how they end. */
final class OperationPairCoverage {

  /** The minimum number of times that each operation must follow each other one. */
  static final int MIN_COUNT = 100;

  /** The minimum mean length of a program, in operations. */
  private static final int MIN_MEAN_LENGTH = 20;

  private static final Set<OutcomeKind> EFFECTIVE_KINDS =
      EnumSet.of(OutcomeKind.COMMITTED, OutcomeKind.MOVED, OutcomeKind.RECORDED);

  private final Map<String, Integer> pairCounts = new TreeMap<>();
  private final Map<String, Integer> effectCounts = new TreeMap<>();
  private final boolean includesRareOperations;
  private String lastName = "";
  private int operationCount;
  private int programCount;

  /**
   * Creates empty counts.
   *
   * @param includesRareOperations whether the rare operations must occur too
   */
  OperationPairCoverage(boolean includesRareOperations) {
    this.includesRareOperations = includesRareOperations;
  }

  void record(SessionOperation op, OutcomeKind kind) {
    String name = op.getClass().getSimpleName();
    if (!lastName.isEmpty()) {
      pairCounts.merge(lastName + " " + name, 1, Integer::sum);
    }
    if (EFFECTIVE_KINDS.contains(kind)) {
      effectCounts.merge(name, 1, Integer::sum);
    }
    lastName = name;
    operationCount++;
  }

  void endProgram() {
    lastName = "";
    programCount++;
  }

  /** Returns why the coverage is too low; empty if it is not. */
  Optional<String> missing() {
    List<String> missing = new ArrayList<>();
    List<String> names = names(SessionOperation.class, includesRareOperations);
    for (String first : names) {
      for (String second : names) {
        require(missing, pairCounts, first + " " + second, Tries.of(MIN_COUNT));
      }
    }
    // With few programs the counts vary more.
    int least = Tries.areAll() ? MIN_COUNT : Tries.of(MIN_COUNT) / 2;
    List<String> withoutEffect = List.of("Restore", "Verify", "Reopen", "ReopenWithLimits");
    names.stream()
        .filter(name -> !withoutEffect.contains(name))
        .forEach(name -> require(missing, effectCounts, name, least));
    if (operationCount < (long) programCount * MIN_MEAN_LENGTH) {
      missing.add("%d operations in %d programs".formatted(operationCount, programCount));
    }
    return missing.isEmpty() ? Optional.empty() : Optional.of(missing.toString());
  }

  private static void require(
      List<String> lacking, Map<String, Integer> counts, String name, int least) {
    int times = counts.getOrDefault(name, 0);
    if (times < least) {
      lacking.add("only %d times: %s".formatted(times, name));
    }
  }

  /**
   * Returns the names of all operations, found through the sealed family so that a new one is
   * included.
   */
  private static List<String> names(Class<?> family, boolean includesRareOperations) {
    List<String> names = new ArrayList<>();
    for (Class<?> member : family.getPermittedSubclasses()) {
      if (!member.isSealed()) {
        names.add(member.getSimpleName());
      } else if (includesRareOperations || member != SessionOperation.RareOperation.class) {
        names.addAll(names(member, includesRareOperations));
      }
    }
    return names;
  }

  @Override
  public String toString() {
    return "%d operations in %d programs, of which had an effect: %s"
        .formatted(operationCount, programCount, effectCounts);
  }
}
