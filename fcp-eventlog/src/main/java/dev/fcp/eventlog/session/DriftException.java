package dev.fcp.eventlog.session;

import dev.fcp.eventlog.history.StepId;
import dev.fcp.eventlog.journal.JournalException;
import java.util.Optional;

/**
 * A model is not what the journal says it was at that place: the events of a step, or a domain's
 * way to apply them and take them back, are not what they were. Nothing moved (SE-10).
 */
public final class DriftException extends JournalException {

  private static final long serialVersionUID = 1;

  private final transient Optional<StepId> point;

  /**
   * A model that drifted.
   *
   * @param point the step whose events do not do what they did; empty for the base
   * @param finding what is different
   */
  public DriftException(Optional<StepId> point, String finding) {
    super(UndoStack.describe(point) + ": " + finding + "; nothing was changed");
    this.point = point;
  }

  /** The step whose events do not do what they did; empty for the base. */
  public Optional<StepId> point() {
    return point;
  }
}
