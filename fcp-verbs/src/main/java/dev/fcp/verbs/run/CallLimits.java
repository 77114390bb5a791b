package dev.fcp.verbs.run;

/**
 * The limits of one call. A call that exceeds a limit is refused and changes nothing.
 *
 * @param operationChars the length of one operation, query or action, in UTF-16 code units
 * @param operationsPerCall the number of operations in one call
 * @param linesPerPage the number of lines on one page of an answer to a query; {@link
 *     Integer#MAX_VALUE} if answers are complete
 */
public record CallLimits(int operationChars, int operationsPerCall, int linesPerPage) {

  /** 65 536 UTF-16 code units, 1000 operations, 100 lines. */
  public static final CallLimits STANDARD = new CallLimits(65_536, 1000, 100);

  /** Throws {@link IllegalArgumentException} if a limit is below 1. */
  public CallLimits {
    requirePositive("operationChars", operationChars);
    requirePositive("operationsPerCall", operationsPerCall);
    requirePositive("linesPerPage", linesPerPage);
  }

  /** These limits for answers that are complete: not split into pages, and not shortened. */
  public CallLimits withoutPages() {
    return new CallLimits(operationChars, operationsPerCall, Integer.MAX_VALUE);
  }

  /** Whether answers are split into pages. */
  public boolean isPaged() {
    return linesPerPage < Integer.MAX_VALUE;
  }

  private static void requirePositive(String name, int value) {
    if (value < 1) {
      throw new IllegalArgumentException(name + " is " + value + ", below 1");
    }
  }
}
