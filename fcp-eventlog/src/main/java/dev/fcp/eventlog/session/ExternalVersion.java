package dev.fcp.eventlog.session;

import dev.fcp.eventlog.domain.Source;
import dev.fcp.eventlog.journal.JournalRecord.External.MergeExtent;
import java.util.Objects;

/**
 * A version of the file that another program wrote and that is not a state of the document.
 *
 * @param source its bytes
 * @param mergeExtent how much of it was merged into the document: a part, or nothing
 */
public record ExternalVersion(Source source, MergeExtent mergeExtent) {

  /** Rejects null. */
  public ExternalVersion {
    Objects.requireNonNull(source, "source");
    Objects.requireNonNull(mergeExtent, "mergeExtent");
  }

  /** Whether nothing of it was merged, so that the user has to decide what to do with it. */
  public boolean isUndecided() {
    return mergeExtent == MergeExtent.NONE;
  }
}
