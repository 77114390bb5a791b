package dev.fcp.eventlog.journal;

import java.time.Duration;
import java.util.Objects;

/**
 * Which records stay in a journal when others move to its archive: those that one of the values
 * keeps, and all that opening and undo need (AR-2, AR-3).
 *
 * @param minAge younger records stay
 * @param minRecords how many of the newest records stay
 * @param minBytes the newest segments stay, as long as they take up no more than this
 * @param minUndoDepth how many steps can be undone without the archive, at least 1; if undo has
 *     limits, it is all that can be undone
 */
public record ArchivePolicy(Duration minAge, long minRecords, long minBytes, int minUndoDepth) {

  private static final int STANDARD_UNDO_DEPTH = 100;

  /** Rejects negative values, and an undo depth of less than one step. */
  public ArchivePolicy {
    Objects.requireNonNull(minAge, "minAge");
    if (minAge.isNegative() || minRecords < 0 || minBytes < 0 || minUndoDepth < 1) {
      throw new IllegalArgumentException(
          "an archive policy of %s, %d records, %d bytes, undo depth %d: at least 1 step, nothing negative"
              .formatted(minAge, minRecords, minBytes, minUndoDepth));
    }
  }

  /** Keeps the records of the last 30 days, and those by which 100 steps can be undone. */
  public static ArchivePolicy standard() {
    return everything().withMinAge(Duration.ofDays(30));
  }

  /** Keeps only the records by which 100 steps can be undone. */
  public static ArchivePolicy everything() {
    return new ArchivePolicy(Duration.ZERO, 0, 0, STANDARD_UNDO_DEPTH);
  }

  /** The same policy, which keeps younger records. */
  public ArchivePolicy withMinAge(Duration minAge) {
    return new ArchivePolicy(minAge, minRecords, minBytes, minUndoDepth);
  }

  /** The same policy, which keeps so many of the newest records. */
  public ArchivePolicy withMinRecords(long minRecords) {
    return new ArchivePolicy(minAge, minRecords, minBytes, minUndoDepth);
  }

  /** The same policy, which keeps segments up to this size. */
  public ArchivePolicy withMinBytes(long minBytes) {
    return new ArchivePolicy(minAge, minRecords, minBytes, minUndoDepth);
  }

  /** The same policy, which keeps the records by which so many steps can be undone. */
  public ArchivePolicy withMinUndoDepth(int minUndoDepth) {
    return new ArchivePolicy(minAge, minRecords, minBytes, minUndoDepth);
  }
}
