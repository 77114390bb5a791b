package dev.fcp.spec.session;

import dev.fcp.eventlog.session.UndoLimits;
import java.time.Duration;

/**
 * The limits of undo.
 *
 * @param maxSteps the maximum number of steps
 * @param maxBytes the maximum number of bytes of their events
 * @param maxAge the maximum age of the oldest step, in operations
 */
record NaiveUndoLimits(int maxSteps, int maxBytes, int maxAge) {

  static final NaiveUndoLimits NONE =
      new NaiveUndoLimits(Integer.MAX_VALUE, Integer.MAX_VALUE, Integer.MAX_VALUE);

  /** Returns these limits for a session in which operations are one second apart. */
  UndoLimits toUndoLimits() {
    return new UndoLimits(maxSteps, maxBytes, Duration.ofSeconds(maxAge));
  }

  /**
   * Removes the oldest steps from an undo stack, one by one, until it is within the limits.
   *
   * @param operationCount the number of operations so far
   */
  <M, E> void apply(NaiveUndoStack<M, E> stack, int operationCount, ProgramEvents<M, E> events) {
    while (stack.cursor() > 1
        && (stack.cursor() > maxSteps
            || (maxBytes < Integer.MAX_VALUE && sizeBytes(stack, events) > maxBytes)
            || operationCount - stack.pointAt(1).operation() > maxAge)) {
      stack.dropFirst();
    }
  }

  private static <M, E> int sizeBytes(NaiveUndoStack<M, E> stack, ProgramEvents<M, E> events) {
    return stack.applied().stream()
        .flatMap(point -> point.events().stream())
        .mapToInt(events::sizeBytes)
        .sum();
  }
}
