package dev.fcp.eventlog.session;

import dev.fcp.eventlog.history.HistoryPoint;
import dev.fcp.eventlog.journal.JournalException;

/**
 * Thrown if a model does not match the digest recorded at its history point: the events of a step,
 * or the code of the domain that applies and inverts them, have changed since. The session is
 * unchanged (SE-10).
 */
public final class DriftException extends JournalException {

  private static final long serialVersionUID = 1;

  private final transient HistoryPoint point;

  /**
   * Creates the exception.
   *
   * @param point the history point of the mismatch
   * @param finding a description of the mismatch
   */
  public DriftException(HistoryPoint point, String finding) {
    super(point + ": " + finding + "; nothing was changed");
    this.point = point;
  }

  /** The history point of the mismatch. */
  public HistoryPoint point() {
    return point;
  }
}
