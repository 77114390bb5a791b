package dev.fcp.eventlog.session;

import dev.fcp.eventlog.history.Origin;
import dev.fcp.eventlog.history.StepId;
import java.util.Objects;
import java.util.Optional;

/**
 * What a caller wants and who it is; every operation that changes a session takes one.
 *
 * @param label what is to be done, in words a user understands
 * @param origin who wants it
 * @param expected the head the caller has seen; if given and no longer the head, the operation is
 *     refused (SE-9)
 */
public record Intent(String label, Origin origin, Optional<ExpectedHead> expected) {

  /** Refuses null. */
  public Intent {
    Objects.requireNonNull(label, "label");
    Objects.requireNonNull(origin, "origin");
    Objects.requireNonNull(expected, "expected");
  }

  /** An intent that does not depend on what the caller has seen. */
  public static Intent of(String label, Origin origin) {
    return new Intent(label, origin, Optional.empty());
  }

  /** The same intent, if the cursor stands at a place: a step, or empty for the base. */
  public Intent expecting(Optional<StepId> head) {
    return new Intent(label, origin, Optional.of(new ExpectedHead.OfPlace(head)));
  }

  /**
   * The same intent, if the digest of the model begins with these hex digits.
   *
   * @throws IllegalArgumentException if they are fewer than 8, more than 32, or no hex digits
   */
  public Intent expectingDigest(String prefix) {
    return new Intent(label, origin, Optional.of(new ExpectedHead.OfDigest(prefix)));
  }
}
