package dev.fcp.verbs.run;

/**
 * How much one call may ask for. Beyond a limit a call is refused and nothing happens. Batches nest
 * as deep as {@link dev.fcp.eventlog.session.Batch#MAX_DEPTH}; the language itself does not nest.
 *
 * @param operationChars the length of one operation, query or action, in UTF-16 units
 * @param operationsPerCall the number of operations in one call
 * @param linesPerPage the number of lines of an answer to a query before it is paged
 */
public record CallLimits(int operationChars, int operationsPerCall, int linesPerPage) {

  /** 65 536 UTF-16 units, 1000 operations, 100 lines. */
  public static final CallLimits STANDARD = new CallLimits(65_536, 1000, 100);

  /** Refuses what is below 1. */
  public CallLimits {
    requirePositive("operationChars", operationChars);
    requirePositive("operationsPerCall", operationsPerCall);
    requirePositive("linesPerPage", linesPerPage);
  }

  private static void requirePositive(String name, int value) {
    if (value < 1) {
      throw new IllegalArgumentException(name + " is " + value + ", below 1");
    }
  }
}
