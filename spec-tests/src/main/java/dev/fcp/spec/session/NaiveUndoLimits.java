package dev.fcp.spec.session;

import dev.fcp.eventlog.session.UndoLimits;
import java.time.Duration;

/**
 * How much can be undone.
 *
 * @param maxSteps how many steps
 * @param maxBytes how many bytes of their events
 * @param maxAge how many operations ago the oldest was made
 */
record NaiveUndoLimits(int maxSteps, int maxBytes, int maxAge) {

  static final NaiveUndoLimits NONE =
      new NaiveUndoLimits(Integer.MAX_VALUE, Integer.MAX_VALUE, Integer.MAX_VALUE);

  /** The same for a session; operations are a second apart. */
  UndoLimits toUndoLimits() {
    return new UndoLimits(maxSteps, maxBytes, Duration.ofSeconds(maxAge));
  }

  /**
   * Takes the oldest steps off a line, one by one, as long as it is too long.
   *
   * @param operationCount how many operations there were
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
