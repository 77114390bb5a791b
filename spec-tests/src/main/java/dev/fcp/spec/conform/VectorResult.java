package dev.fcp.spec.conform;

import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/**
 * The result of one vector.
 *
 * @param heldClauses the clauses that correct observations showed, one entry for each of them
 * @param deviations the deviations, in the order of observation
 * @param isEnded whether the last deviation ended the comparison, so that the rest of the program
 *     was not compared
 * @param previousProgramFault the fault of the driver after its last reply to the previous program,
 *     if any; this program was then not started
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

  /** Whether everything observed was correct. */
  boolean isPassed() {
    return deviations.isEmpty() && previousProgramFault.isEmpty();
  }

  /** Returns the deviation from a clause; empty if it was not observed broken. */
  Optional<Deviation> deviationFrom(String clause) {
    return deviations.stream().filter(deviation -> deviation.clause().equals(clause)).findFirst();
  }

  /** Returns the deviation that ended the comparison; empty if it continued to the last call. */
  Optional<Deviation> endingDeviation() {
    return isEnded ? Optional.of(deviations.getLast()) : Optional.empty();
  }

  /** Returns this result without its deviations, which another program shows as well. */
  VectorResult withoutDeviations() {
    return new VectorResult(heldClauses, List.of(), false, previousProgramFault);
  }

  /**
   * Returns this result with other clauses for the deviations of the log. Lost sentinels keep their
   * clause.
   */
  VectorResult attributing(Function<Deviation, String> clause) {
    return new VectorResult(
        heldClauses,
        deviations.stream()
            .map(deviation ->
                deviation.isDriverFault() || deviation.clause().equals("CP-13")
                    ? deviation
                    : deviation.from(clause.apply(deviation)))
            .toList(),
        isEnded,
        previousProgramFault);
  }

  /**
   * A difference between expectation and observation.
   *
   * @param clause the clause that is broken
   * @param stepIndex the index of the call; -1 for the empty log before the first
   * @param subject the compared aspect
   * @param expected the expected value
   * @param actual the actual value
   * @param fault how the driver failed; empty if the log deviated
   */
  record Deviation(
      String clause,
      int stepIndex,
      String subject,
      String expected,
      String actual,
      Optional<DriverException.Kind> fault) {

    /** Returns the deviation for a driver that failed instead of replying. */
    static Deviation of(DriverException fault, String clause, int stepIndex) {
      return new Deviation(
          clause, stepIndex, "any", "reply", fault.detail(), Optional.of(fault.kind()));
    }

    /** Returns the same difference as a deviation from another clause. */
    Deviation from(String otherClause) {
      return new Deviation(otherClause, stepIndex, subject, expected, actual, fault);
    }

    /** Whether the driver failed, rather than the log. */
    boolean isDriverFault() {
      return fault.isPresent();
    }
  }
}
