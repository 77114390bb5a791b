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
final class OperationPairs {

  /** How often each operation follows each other one. */
  static final int LEAST_TIMES = 100;

  /** How many operations a program has in the mean. */
  private static final int LEAST_MEAN_LENGTH = 20;

  private static final Set<Ending> EFFECTIVE =
      EnumSet.of(Ending.COMMITTED, Ending.MOVED, Ending.RECORDED);

  private final Map<String, Integer> pairs = new TreeMap<>();
  private final Map<String, Integer> effects = new TreeMap<>();
  private final boolean rarer;
  private String last = "";
  private int operations;
  private int programs;

  /**
   * No pairs yet.
   *
   * @param rarer whether the rarer operations have to be among them
   */
  OperationPairs(boolean rarer) {
    this.rarer = rarer;
  }

  void note(SessionOp op, Ending ending) {
    String name = op.getClass().getSimpleName();
    if (!last.isEmpty()) {
      pairs.merge(last + " " + name, 1, Integer::sum);
    }
    if (EFFECTIVE.contains(ending)) {
      effects.merge(name, 1, Integer::sum);
    }
    last = name;
    operations++;
  }

  void endOfProgram() {
    last = "";
    programs++;
  }

  /** Why the programs do not show enough; empty if they do. */
  Optional<String> lacking() {
    List<String> lacking = new ArrayList<>();
    List<String> names = names(SessionOp.class, rarer);
    for (String first : names) {
      for (String second : names) {
        require(lacking, pairs, first + " " + second, Tries.of(LEAST_TIMES));
      }
    }
    // Of few programs fewer have an effect by chance.
    int least = Tries.areAll() ? LEAST_TIMES : Tries.of(LEAST_TIMES) / 2;
    List<String> idle = List.of("Restore", "Verify", "Reopen", "Within");
    names.stream()
        .filter(name -> !idle.contains(name))
        .forEach(name -> require(lacking, effects, name, least));
    if (operations < (long) programs * LEAST_MEAN_LENGTH) {
      lacking.add("%d operations in %d programs".formatted(operations, programs));
    }
    return lacking.isEmpty() ? Optional.empty() : Optional.of(lacking.toString());
  }

  private static void require(
      List<String> lacking, Map<String, Integer> counts, String name, int least) {
    int times = counts.getOrDefault(name, 0);
    if (times < least) {
      lacking.add("only %d times: %s".formatted(times, name));
    }
  }

  /** The names of all operations, of new ones as well. */
  private static List<String> names(Class<?> family, boolean rarer) {
    List<String> names = new ArrayList<>();
    for (Class<?> member : family.getPermittedSubclasses()) {
      if (!member.isSealed()) {
        names.add(member.getSimpleName());
      } else if (rarer || member != SessionOp.Rarer.class) {
        names.addAll(names(member, rarer));
      }
    }
    return names;
  }

  @Override
  public String toString() {
    return "%d operations in %d programs, of which had an effect: %s"
        .formatted(operations, programs, effects);
  }
}
