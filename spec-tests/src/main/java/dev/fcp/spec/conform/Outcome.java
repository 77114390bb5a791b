package dev.fcp.spec.conform;

import java.util.List;
import java.util.Optional;

/**
 * What came of one vector.
 *
 * @param met the clauses of the aspects that were seen and were right, one for each
 * @param deviations what was wrong, in the order in which it was seen
 * @param isEnded whether the last deviation ended the comparison, so that what comes behind it in
 *     the program was not looked at
 * @param earlier what the driver did behind the last reply to the program before; this one was not
 *     begun then
 */
record Outcome(
    List<String> met, List<Deviation> deviations, boolean isEnded, Optional<DriverFault> earlier) {

  Outcome {
    met = List.copyOf(met);
    deviations = List.copyOf(deviations);
  }

  /** Whether all that could be seen was right. */
  boolean isPassed() {
    return deviations.isEmpty() && earlier.isEmpty();
  }

  /** What was wrong with a clause, or nothing if it was not seen broken. */
  Optional<Deviation> deviationFrom(String clause) {
    return deviations.stream().filter(deviation -> deviation.clause().equals(clause)).findFirst();
  }

  /** What the comparison ended at; empty if it went on to the last call. */
  Optional<Deviation> end() {
    return isEnded ? Optional.of(deviations.getLast()) : Optional.empty();
  }

  /**
   * What was wrong.
   *
   * @param clause the clause that is broken
   * @param step the index of the call; -1 for the empty log before the first
   * @param subject what was looked at
   * @param expected what it had to be
   * @param got what it was
   * @param fault how the driver failed; empty if the log did
   */
  record Deviation(
      String clause,
      int step,
      String subject,
      String expected,
      String got,
      Optional<DriverFault.Kind> fault) {

    /** The driver failed where a reply was due. */
    static Deviation of(DriverFault fault, String clause, int step) {
      return new Deviation(clause, step, "any", "reply", fault.detail(), Optional.of(fault.kind()));
    }

    /** Whether the driver failed, rather than the log. */
    boolean isFault() {
      return fault.isPresent();
    }
  }
}
