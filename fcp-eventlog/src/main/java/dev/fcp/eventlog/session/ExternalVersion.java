package dev.fcp.eventlog.session;

import dev.fcp.eventlog.domain.Source;
import dev.fcp.eventlog.journal.JournalRecord.External.MergeExtent;
import java.util.Objects;

/**
 * A version of the file that somebody else wrote and that is no state of the document.
 *
 * @param source its bytes
 * @param mergeExtent how much of it is in the document: a part, or nothing
 */
public record ExternalVersion(Source source, MergeExtent mergeExtent) {

  /** Refuses null. */
  public ExternalVersion {
    Objects.requireNonNull(source, "source");
    Objects.requireNonNull(mergeExtent, "mergeExtent");
  }

  /** Whether nothing of it is in the document, so that its owner is to decide. */
  public boolean isUndecided() {
    return mergeExtent == MergeExtent.NONE;
  }
}
