package dev.fcp.spec.conform;

import dev.fcp.spec.log.EventLogContract.RedoTail;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

/**
 * A program that begins with an empty log, with the expected observations after every call.
 *
 * @param name a unique name
 * @param origin where it comes from: worked, corner, shrunk or random
 * @param redoTail the capability of CP-4 that the vector is for; empty if no checkpoint is set over
 *     a redo tail
 * @param steps the calls
 */
record Vector(String name, String origin, Optional<RedoTail> redoTail, List<VectorStep> steps) {

  Vector {
    steps = List.copyOf(steps);
  }

  List<Call> program() {
    return steps.stream().map(VectorStep::call).toList();
  }

  /** Returns the clauses that the vector can find broken, in the order of their ids. */
  Set<String> clauses() {
    return steps.stream()
        .flatMap(step -> step.clauses().values().stream())
        .collect(Collectors.toCollection(TreeSet::new));
  }

  /** Whether the vector tests a clause of an area such as {@code CP}, or a single clause. */
  boolean concerns(String areaOrClause) {
    return clauses().stream().anyMatch(clause -> isInArea(clause, areaOrClause));
  }

  static boolean isInArea(String clause, String areaOrClause) {
    return clause.equals(areaOrClause) || clause.startsWith(areaOrClause + "-");
  }
}
