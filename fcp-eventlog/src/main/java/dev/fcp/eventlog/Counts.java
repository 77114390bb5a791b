package dev.fcp.eventlog;

/** What both logs ask of the counts they are given, with one wording for the refusals. */
final class Counts {

  private Counts() {}

  static void requireNotNegative(String operation, int count) {
    if (count < 0) {
      throw new IllegalArgumentException(
          "%s(%d): a count is 0 or more".formatted(operation, count));
    }
  }

  static void requireApplied(String operation, int count, int least, int applied) {
    if (count < least || count > applied) {
      throw new IllegalArgumentException(
          "%s(%d): the count is from %d to the number of applied events, which is %d"
              .formatted(operation, count, least, applied));
    }
  }

  static void requireNoneUndone(String operation, int undone) {
    if (undone > 0) {
      throw new IllegalStateException(
          "%s: %d undone events stand behind the cursor; redo or truncate them first"
              .formatted(operation, undone));
    }
  }
}
