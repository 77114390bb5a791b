package dev.fcp.spec.conform;

import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Collectors;
import tools.jackson.databind.node.ObjectNode;

/**
 * A call with the expected observations after it.
 *
 * @param call the call
 * @param result the expected result
 * @param state the expected state; without fields if it is not read after this call
 * @param log the log with that state; empty if it is not read
 * @param clauses the clause that is broken if an aspect differs
 */
record VectorStep(
    Call call,
    CallResult result,
    ObjectNode state,
    Optional<LogSnapshot> log,
    Map<Aspect, String> clauses) {

  VectorStep {
    clauses = Map.copyOf(clauses);
  }

  /** Whether the call can be made together with others, because nothing but its success is read. */
  boolean canBeBatched() {
    return state.isEmpty()
        && !call.method().returnsEvents()
        && !call.method().isSilent()
        && call.method() != LogMethod.RELOAD;
  }

  /** Returns this step with only the result of the call expected. */
  VectorStep withoutState() {
    return new VectorStep(
        call, result, Json.object(), Optional.empty(), Map.of(Aspect.RETURNS, clauseOfResult()));
  }

  /** Returns this step with one clause about every aspect. */
  VectorStep about(String clause) {
    return new VectorStep(
        call,
        result,
        state,
        log,
        clauses.keySet().stream().collect(Collectors.toMap(aspect -> aspect, aspect -> clause)));
  }

  /** Returns the clause that is broken if there is no reply to the call. */
  String clauseOfResult() {
    return Objects.requireNonNull(clauses.get(Aspect.RETURNS));
  }
}
