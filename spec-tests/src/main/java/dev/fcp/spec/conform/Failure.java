package dev.fcp.spec.conform;

import java.util.List;

/**
 * A broken clause, with the shortest program found that breaks it.
 *
 * @param clause the id of the clause
 * @param foundBy the vector that found it, or the seed of the random program
 * @param program the calls, the last of which shows the failure
 * @param deviation the difference that was observed
 */
record Failure(
    String clause, String foundBy, List<Call> program, VectorResult.Deviation deviation) {

  /** Returns the program as text for people. */
  String programText() {
    return program.isEmpty() ? failingCall() : Call.text(program);
  }

  /** Returns the last call as text for people. */
  String failingCall() {
    return deviation.stepIndex() < 0 ? "a new log" : Call.text(List.of(program.getLast()));
  }
}
