package dev.fcp.spec.session;

import dev.fcp.spec.generator.Tries;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

/** Counts which operations followed which in random programs, and how they ended. */
final class OperationPairCoverage {

  /** How often each operation follows each other one. */
  static final int MIN_COUNT = 100;

  /** How many operations a program has in the mean. */
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
   * No pairs yet.
   *
   * @param includesRareOperations whether the rarer operations have to be among them
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

  /** Why the programs do not show enough; empty if they do. */
  Optional<String> missing() {
    List<String> missing = new ArrayList<>();
    List<String> names = names(SessionOperation.class, includesRareOperations);
    for (String first : names) {
      for (String second : names) {
        require(missing, pairCounts, first + " " + second, Tries.of(MIN_COUNT));
      }
    }
    // Of few programs fewer have an effect by chance.
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

  /** The names of all operations, of new ones as well. */
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
