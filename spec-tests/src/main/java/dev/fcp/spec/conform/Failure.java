package dev.fcp.spec.conform;

import java.util.List;

/**
 * A broken clause, with the shortest program found that shows it.
 *
 * @param clause the id of the clause
 * @param foundBy the vector that found it, or the seed of the random program
 * @param program the calls, the last of which shows it
 * @param deviation what was seen
 */
record Failure(
    String clause, String foundBy, List<Call> program, VectorResult.Deviation deviation) {

  /** The program, for people. */
  String programText() {
    return program.isEmpty() ? failingCall() : Call.text(program);
  }

  /** The call that shows it, for people. */
  String failingCall() {
    return deviation.stepIndex() < 0 ? "a new log" : Call.text(List.of(program.getLast()));
  }
}
