package dev.fcp.spec.conform;

import java.util.List;

/**
 * A broken clause, with the shortest program found that shows it.
 *
 * @param clause the id of the clause
 * @param source the vector that found it, or the seed of the random program
 * @param program the calls, the last of which shows it
 * @param deviation what was seen
 */
record Failure(String clause, String source, List<Call> program, Outcome.Deviation deviation) {

  /** The program, for people. */
  String text() {
    return program.isEmpty() ? place() : Call.text(program);
  }

  /** The call that shows it, for people. */
  String place() {
    return deviation.step() < 0 ? "a new log" : Call.text(List.of(program.getLast()));
  }
}
