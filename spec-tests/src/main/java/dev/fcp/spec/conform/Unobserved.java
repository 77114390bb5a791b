package dev.fcp.spec.conform;

import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/** Why a run says nothing about a clause. */
final class Unobserved {

  private static final List<Vector> VECTORS = VectorFile.vectors();
  private static final String NOTHING = "";

  private Unobserved() {}

  /** The reason, for people; it speaks of what the driver would have to declare. */
  static String reason(String clause, Greeting greeting) {
    Set<String> needs = new TreeSet<>();
    boolean isAsked = false;
    for (Vector vector : VECTORS) {
      for (Step step : vector.steps()) {
        for (Aspect aspect : Aspect.values()) {
          if (clause.equals(step.clauses().get(aspect))) {
            isAsked = true;
            need(vector, step, aspect, greeting).ifPresent(needs::add);
          }
        }
      }
    }
    if (!isAsked) {
      return "no driver is asked";
    }
    return needs.isEmpty() || needs.contains(NOTHING)
        ? "no program came to it"
        : "needs " + String.join(" or ", needs);
  }

  /** What a driver lacks to show an aspect of a step; empty if the vector is made for others. */
  private static Optional<String> need(Vector vector, Step step, Aspect aspect, Greeting greeting) {
    if (!greeting.canDo(step.call().verb())) {
      return Optional.of(step.call().verb().word());
    } else if (!greeting.canRun(vector)) {
      return vector.redoTail().filter(tail -> greeting.redoTail().isEmpty()).map(any -> "redoTail");
    }
    return Optional.of(isShown(aspect, greeting) ? NOTHING : aspect.field());
  }

  private static boolean isShown(Aspect aspect, Greeting greeting) {
    return greeting.observes().contains(aspect == Aspect.GONE ? Aspect.CHECKPOINTS : aspect);
  }
}
