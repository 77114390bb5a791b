package dev.fcp.eventlog.session;

import dev.fcp.eventlog.history.StepId;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/**
 * Which steps may go: those that are not among the newest ones, not young, and on a line that is
 * long enough to care (JN-14).
 *
 * @param minSteps so many of the newest steps stay, at least 1
 * @param minAge steps that are younger stay
 * @param minUndoDepth nothing goes as long as no more steps than this can be undone
 */
public record RetentionPolicy(int minSteps, Duration minAge, int minUndoDepth) {

  /** Refuses negative limits, and none to stay. */
  public RetentionPolicy {
    Objects.requireNonNull(minAge, "minAge");
    if (minSteps < 1 || minUndoDepth < 0 || minAge.isNegative()) {
      throw new IllegalArgumentException(
          "retention of %d steps, %s, above %d: one step stays at least, and nothing is negative"
              .formatted(minSteps, minAge, minUndoDepth));
    }
  }

  /** 50 steps, 7 days, above 100 steps. */
  public static RetentionPolicy standard() {
    return new RetentionPolicy(50, Duration.ofDays(7), 100);
  }

  /** The last step that would go; empty if none would, and none is beyond the reach of undo. */
  Optional<StepId> lastExpired(SessionState<?, ?> state, Instant now) {
    int expiredCount = expiredCount(state, now);
    return expiredCount > 0
        ? Optional.of(state.undoStack().applied().get(expiredCount - 1))
        : state.stack().oldestBeforeStart().flatMap(oldest -> state.stack().start().point().step());
  }

  /** How many of the oldest steps that can be undone would go. Changes nothing. */
  public int expiredCount(SessionState<?, ?> state, Instant now) {
    int depth = state.stack().uncarriedCount();
    if (depth <= minUndoDepth) {
      return 0;
    }
    List<StepId> applied = state.undoStack().applied();
    Instant cutoff = now.minus(minAge);
    int expiredCount = 0;
    while (expiredCount < depth - minSteps
        && !state.history().step(applied.get(expiredCount)).time().isAfter(cutoff)) {
      expiredCount++;
    }
    return expiredCount;
  }
}
