package dev.fcp.eventlog;

/** Checks the counts passed to both logs, with the same messages. */
final class CountChecks {

  private CountChecks() {}

  static void requireNotNegative(String operation, int count) {
    if (count < 0) {
      throw new IllegalArgumentException(
          "%s(%d): a count is 0 or more".formatted(operation, count));
    }
  }

  static void requireWithinApplied(String operation, int count, int minimum, int appliedCount) {
    if (count < minimum || count > appliedCount) {
      throw new IllegalArgumentException(
          "%s(%d): the count is from %d to the number of applied events, which is %d"
              .formatted(operation, count, minimum, appliedCount));
    }
  }

  static void requireNoneUndone(String operation, int undoneCount) {
    if (undoneCount > 0) {
      throw new IllegalStateException(
          "%s: %d undone events stand behind the cursor; redo or truncate them first"
              .formatted(operation, undoneCount));
    }
  }
}
