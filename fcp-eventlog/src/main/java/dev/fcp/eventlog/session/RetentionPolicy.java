package dev.fcp.eventlog.session;

import dev.fcp.eventlog.history.Step;
import dev.fcp.eventlog.history.StepId;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/**
 * Which steps {@link Session#prune} may discard: old steps that are not among the newest ones, and
 * only if the undo stack is long enough (JN-14).
 *
 * @param minSteps how many of the newest steps are always kept, at least 1
 * @param minAge younger steps are kept
 * @param minUndoDepth nothing is discarded unless more steps than this can be undone
 */
public record RetentionPolicy(int minSteps, Duration minAge, int minUndoDepth) {

  /** Rejects negative values and a minimum of less than one step. */
  public RetentionPolicy {
    Objects.requireNonNull(minAge, "minAge");
    if (minSteps < 1 || minUndoDepth < 0 || minAge.isNegative()) {
      throw new IllegalArgumentException(
          "a retention policy of %d steps, %s, undo depth %d: at least 1 step, nothing negative"
              .formatted(minSteps, minAge, minUndoDepth));
    }
  }

  /**
   * Keeps the newest 50 steps and those of the last 7 days, and discards nothing while at most 100
   * steps can be undone.
   */
  public static RetentionPolicy standard() {
    return new RetentionPolicy(50, Duration.ofDays(7), 100);
  }

  /**
   * The last step to be discarded; empty if no step has expired and none is beyond the undo limits.
   */
  Optional<StepId> lastExpired(SessionState<?, ?> state, Instant now) {
    int expiredCount = expiredCount(state, now);
    return expiredCount > 0
        ? Optional.of(state.undoStack().applied().get(expiredCount - 1))
        : state.stack().oldestBeforeStart().flatMap(oldest -> state.stack().start().point().step());
  }

  /** How many steps of the undo stack would be discarded now. */
  public int expiredCount(SessionState<?, ?> state, Instant now) {
    int depth = state.stack().uncarriedCount();
    if (depth <= minUndoDepth) {
      return 0;
    }
    List<StepId> applied = state.undoStack().applied();
    int expiredCount = 0;
    while (expiredCount < depth - minSteps
        && isOldEnough(state.history().step(applied.get(expiredCount)), now)) {
      expiredCount++;
    }
    return expiredCount;
  }

  private boolean isOldEnough(Step<?> step, Instant now) {
    return Duration.between(step.time(), now).compareTo(minAge) >= 0;
  }
}
