package dev.fcp.spec.conform;

import java.util.Map;
import java.util.Objects;
import tools.jackson.databind.node.ObjectNode;

/**
 * One call and all that has to be seen after it.
 *
 * @param call the call
 * @param result what it comes to
 * @param state the whole state after it
 * @param clauses which clause is broken if an aspect is another one
 */
record VectorStep(Call call, CallResult result, ObjectNode state, Map<Aspect, String> clauses) {

  VectorStep {
    clauses = Map.copyOf(clauses);
  }

  /** The clause that a call without any answer breaks. */
  String clauseOfResult() {
    return Objects.requireNonNull(clauses.get(Aspect.RETURNS));
  }
}
