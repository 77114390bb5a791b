package dev.fcp.eventlog.session;

import dev.fcp.eventlog.history.StepId;
import java.util.Locale;
import java.util.Objects;
import java.util.Optional;

/** The head that a caller has seen and builds on (SE-9). */
public sealed interface ExpectedHead {

  /** Whether a state has this head. */
  boolean matches(SessionState<?, ?> state);

  /**
   * The cursor stands at a place.
   *
   * @param point the step at the cursor; empty for the base
   */
  record AtPoint(Optional<StepId> point) implements ExpectedHead {

    /** Refuses null. */
    public AtPoint {
      Objects.requireNonNull(point, "point");
    }

    @Override
    public boolean matches(SessionState<?, ?> state) {
      return state.head().equals(point);
    }

    @Override
    public String toString() {
      return point.map(id -> "step " + id).orElse("the base");
    }
  }

  /**
   * The model has a digest.
   *
   * @param prefix the first hex digits of its hash, 8 to 32, in lower case
   */
  record WithDigest(String prefix) implements ExpectedHead {

    /** Turns the digits to lower case; refuses what is no prefix of at least 8. */
    public WithDigest {
      prefix = prefix.toLowerCase(Locale.ROOT);
      if (!prefix.matches("[0-9a-f]{8,32}")) {
        throw new IllegalArgumentException(
            "an expected digest has 8 to 32 hex digits, not \"" + prefix + "\"");
      }
    }

    @Override
    public boolean matches(SessionState<?, ?> state) {
      return state.digest().hex().startsWith(prefix);
    }

    @Override
    public String toString() {
      return "hash:" + prefix;
    }
  }
}
