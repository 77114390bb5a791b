package dev.fcp.eventlog.session;

import dev.fcp.eventlog.history.HistoryPoint;
import dev.fcp.eventlog.journal.JournalException;

/**
 * A model is not what the journal says it was at that point: the events of a step, or a domain's
 * way to apply them and take them back, are not what they were. Nothing moved (SE-10).
 */
public final class DriftException extends JournalException {

  private static final long serialVersionUID = 1;

  private final transient HistoryPoint point;

  /**
   * A model that drifted.
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
