package dev.fcp.eventlog.journal;

import java.time.Duration;
import java.util.Objects;

/**
 * When another snapshot pays: as soon as one of the limits is reached since the last one.
 *
 * @param maxRecords so many records
 * @param maxBytes so many bytes of records
 * @param maxAge so much time, and at least one record
 */
public record SnapshotPolicy(int maxRecords, long maxBytes, Duration maxAge) {

  /** Refuses limits that are not positive. */
  public SnapshotPolicy {
    Objects.requireNonNull(maxAge, "maxAge");
    if (maxRecords < 1 || maxBytes < 1 || !maxAge.isPositive()) {
      throw new IllegalArgumentException(
          "snapshots by %d records, %d bytes, %s: all must be positive"
              .formatted(maxRecords, maxBytes, maxAge));
    }
  }

  /** 1000 records, 16 MiB, one day. */
  public static SnapshotPolicy defaults() {
    return new SnapshotPolicy(1000, 1L << 24, Duration.ofDays(1));
  }
}
