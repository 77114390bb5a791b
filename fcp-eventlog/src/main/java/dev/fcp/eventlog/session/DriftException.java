package dev.fcp.eventlog.session;

import dev.fcp.eventlog.history.HistoryPoint;
import dev.fcp.eventlog.journal.JournalException;

/**
 * A model does not match the digest recorded at its history point: the events of a step, or the
 * code of the domain that applies and inverts them, have changed since. The session is unchanged
 * (SE-10).
 */
public final class DriftException extends JournalException {

  private static final long serialVersionUID = 1;

  private final transient HistoryPoint point;

  /**
   * Creates the exception.
   *
   * @param point the point at which the model is not what it was
   * @param finding what is different
   */
  public DriftException(HistoryPoint point, String finding) {
    super(point + ": " + finding + "; nothing was changed");
    this.point = point;
  }

  /** The point at which the model is not what it was. */
  public HistoryPoint point() {
    return point;
  }
}
