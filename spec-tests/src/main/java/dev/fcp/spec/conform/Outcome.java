package dev.fcp.spec.conform;

import java.util.List;
import java.util.Optional;

/** What came of one vector. */
sealed interface Outcome {

  /** The clauses of the aspects that were seen and were right, one for each. */
  List<String> met();

  /** All that could be seen was right. */
  record Passed(List<String> met) implements Outcome {}

  /**
   * Something was wrong.
   *
   * @param met what was right before
   * @param deviation what was wrong first
   */
  record Failed(List<String> met, Deviation deviation) implements Outcome {}

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

    /** Whether the driver failed, rather than the log. */
    boolean isFault() {
      return fault.isPresent();
    }
  }
}
