package dev.fcp.spec.conform;

import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/** The reasons why a run did not observe a clause. */
final class UnobservedReason {

  private static final List<Vector> VECTORS = VectorFile.vectors();
  private static final String NONE_MISSING = "";

  private UnobservedReason() {}

  /** Whether a vector tests the clause. */
  static boolean isTestable(String clause) {
    return VECTORS.stream().anyMatch(vector -> vector.clauses().contains(clause));
  }

  /** Returns the reason for people: what the driver would have to declare. */
  static String of(String clause, DriverCapabilities capabilities) {
    Set<String> missing = new TreeSet<>();
    for (Vector vector : VECTORS) {
      for (VectorStep step : vector.steps()) {
        for (Aspect aspect : Aspect.values()) {
          if (clause.equals(step.clauses().get(aspect))) {
            missingCapability(vector, step, aspect, capabilities).ifPresent(missing::add);
          }
        }
      }
    }
    if (!isTestable(clause)) {
      return "not testable through a driver";
    }
    return missing.isEmpty() || missing.contains(NONE_MISSING)
        ? "no program reached it"
        : "needs " + String.join(" or ", missing);
  }

  /**
   * Returns what a driver lacks to show an aspect of a step; empty if the vector is not meant for
   * its capability.
   */
  private static Optional<String> missingCapability(
      Vector vector, VectorStep step, Aspect aspect, DriverCapabilities capabilities) {
    if (!capabilities.canDo(step.call().method())) {
      return Optional.of(step.call().method().jsonName());
    } else if (!capabilities.canRun(vector)) {
      return vector
          .redoTail()
          .filter(tail -> capabilities.redoTail().isEmpty())
          .map(any -> "redoTail");
    }
    return Optional.of(isObserved(aspect, capabilities) ? NONE_MISSING : aspect.stateField());
  }

  private static boolean isObserved(Aspect aspect, DriverCapabilities capabilities) {
    return capabilities.observes().contains(aspect == Aspect.GONE ? Aspect.CHECKPOINTS : aspect);
  }
}
