package dev.fcp.spec.conform;

import java.util.Map;
import java.util.Objects;
import tools.jackson.databind.node.ObjectNode;

/**
 * A call with the expected observations after it.
 *
 * @param call the call
 * @param result the expected result
 * @param state the expected state
 * @param clauses the clause that is broken if an aspect differs
 */
record VectorStep(Call call, CallResult result, ObjectNode state, Map<Aspect, String> clauses) {

  VectorStep {
    clauses = Map.copyOf(clauses);
  }

  /** Returns the clause that is broken if there is no reply to the call. */
  String clauseOfResult() {
    return Objects.requireNonNull(clauses.get(Aspect.RETURNS));
  }
}
