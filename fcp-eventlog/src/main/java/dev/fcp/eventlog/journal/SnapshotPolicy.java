package dev.fcp.eventlog.journal;

import java.time.Duration;
import java.util.Objects;

/**
 * When another snapshot pays: as soon as one of the limits is reached since the last one.
 *
 * @param records so many records
 * @param sizeBytes so many bytes of records
 * @param age so much time, and at least one record
 */
public record SnapshotPolicy(int records, long sizeBytes, Duration age) {

  /** Refuses limits that are not positive. */
  public SnapshotPolicy {
    Objects.requireNonNull(age, "age");
    if (records < 1 || sizeBytes < 1 || !age.isPositive()) {
      throw new IllegalArgumentException(
          "snapshots by %d records, %d bytes, %s: all must be positive"
              .formatted(records, sizeBytes, age));
    }
  }

  /** 1000 records, 16 MiB, one day. */
  public static SnapshotPolicy standard() {
    return new SnapshotPolicy(1000, 1L << 24, Duration.ofDays(1));
  }
}
