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
 * @param steps so many of the newest steps stay, at least 1
 * @param age steps that are younger stay
 * @param above nothing goes as long as no more steps than this can be undone
 */
public record Retention(int steps, Duration age, int above) {

  /** Refuses negative limits, and none to stay. */
  public Retention {
    Objects.requireNonNull(age, "age");
    if (steps < 1 || above < 0 || age.isNegative()) {
      throw new IllegalArgumentException(
          "retention of %d steps, %s, above %d: one step stays at least, and nothing is negative"
              .formatted(steps, age, above));
    }
  }

  /** 50 steps, 7 days, above 100 steps. */
  public static Retention standard() {
    return new Retention(50, Duration.ofDays(7), 100);
  }

  /** The last step that would go; empty if none would, and none is beyond the reach of undo. */
  Optional<StepId> last(SessionState<?, ?> state, Instant now) {
    int expired = expired(state, now);
    return expired > 0
        ? Optional.of(state.line().applied().get(expired - 1))
        : state.timeline().oldestBeyond().flatMap(oldest -> state.timeline().start().place());
  }

  /** How many of the oldest steps that can be undone would go. Changes nothing. */
  public int expired(SessionState<?, ?> state, Instant now) {
    int depth = state.timeline().plainCount();
    if (depth <= above) {
      return 0;
    }
    List<StepId> applied = state.line().applied();
    Instant limit = now.minus(age);
    int expired = 0;
    while (expired < depth - steps
        && !state.history().step(applied.get(expired)).time().isAfter(limit)) {
      expired++;
    }
    return expired;
  }
}
