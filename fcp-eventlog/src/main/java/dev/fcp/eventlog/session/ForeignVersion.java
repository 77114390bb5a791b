package dev.fcp.eventlog.session;

import dev.fcp.eventlog.domain.Source;
import dev.fcp.eventlog.journal.JournalRecord.External.Fit;
import java.util.Objects;

/**
 * A version of the file that somebody else wrote and that is no state of the document.
 *
 * @param source its bytes
 * @param fit how much of it is in the document: a part, or nothing
 */
public record ForeignVersion(Source source, Fit fit) {

  /** Refuses null. */
  public ForeignVersion {
    Objects.requireNonNull(source, "source");
    Objects.requireNonNull(fit, "fit");
  }

  /** Whether nothing of it is in the document, so that its owner is to decide. */
  public boolean isUndecided() {
    return fit == Fit.NONE;
  }
}
