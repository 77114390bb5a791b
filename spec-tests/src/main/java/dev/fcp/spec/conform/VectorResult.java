package dev.fcp.spec.conform;

import java.util.List;
import java.util.Optional;

/**
 * What came of one vector.
 *
 * @param heldClauses the clauses of the aspects that were seen and were right, one for each
 * @param deviations what was wrong, in the order in which it was seen
 * @param isEnded whether the last deviation ended the comparison, so that what comes behind it in
 *     the program was not looked at
 * @param previousProgramFault what the driver did behind the last reply to the program before; this
 *     one was not begun then
 */
record VectorResult(
    List<String> heldClauses,
    List<Deviation> deviations,
    boolean isEnded,
    Optional<DriverException> previousProgramFault) {

  VectorResult {
    heldClauses = List.copyOf(heldClauses);
    deviations = List.copyOf(deviations);
  }

  /** Whether all that could be seen was right. */
  boolean isPassed() {
    return deviations.isEmpty() && previousProgramFault.isEmpty();
  }

  /** What was wrong with a clause, or nothing if it was not seen broken. */
  Optional<Deviation> deviationFrom(String clause) {
    return deviations.stream().filter(deviation -> deviation.clause().equals(clause)).findFirst();
  }

  /** What the comparison ended at; empty if it went on to the last call. */
  Optional<Deviation> endingDeviation() {
    return isEnded ? Optional.of(deviations.getLast()) : Optional.empty();
  }

  /**
   * What was wrong.
   *
   * @param clause the clause that is broken
   * @param stepIndex the index of the call; -1 for the empty log before the first
   * @param subject what was looked at
   * @param expected what it had to be
   * @param actual what it was
   * @param fault how the driver failed; empty if the log did
   */
  record Deviation(
      String clause,
      int stepIndex,
      String subject,
      String expected,
      String actual,
      Optional<DriverException.Kind> fault) {

    /** The driver failed where a reply was due. */
    static Deviation of(DriverException fault, String clause, int stepIndex) {
      return new Deviation(
          clause, stepIndex, "any", "reply", fault.detail(), Optional.of(fault.kind()));
    }

    /** Whether the driver failed, rather than the log. */
    boolean isDriverFault() {
      return fault.isPresent();
    }
  }
}
