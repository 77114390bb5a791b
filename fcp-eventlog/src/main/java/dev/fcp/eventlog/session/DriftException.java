package dev.fcp.eventlog.session;

import dev.fcp.eventlog.history.StepId;
import dev.fcp.eventlog.journal.JournalException;
import java.util.Optional;

/**
 * A model does not match the digest recorded at its history point: the events of a step, or the
 * code of the domain that applies and inverts them, have changed since. The session is unchanged
 * (SE-10).
 */
public final class DriftException extends JournalException {

  private static final long serialVersionUID = 1;

  private final transient Optional<StepId> point;

  /**
   * Creates the exception.
   *
   * @param point the step whose result differs; empty for the base
   * @param finding what differs
   */
  public DriftException(Optional<StepId> point, String finding) {
    super(UndoStack.describe(point) + ": " + finding + "; nothing was changed");
    this.point = point;
  }

  /** The step whose result differs; empty for the base. */
  public Optional<StepId> point() {
    return point;
  }
}
