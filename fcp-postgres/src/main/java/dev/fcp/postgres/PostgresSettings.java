package dev.fcp.postgres;

import dev.fcp.eventlog.journal.Upcasters;
import java.time.Duration;
import java.util.Objects;

/**
 * The settings of journals in a database.
 *
 * @param maxConnections the maximum number of connections that are used at the same time
 * @param lockTimeout the maximum time to wait for another writer's lock, and for a connection
 * @param leaseTime how long a lock lasts without being renewed; a writer that holds it renews it,
 *     so this is the time others wait after it was killed
 * @param statementTimeout the maximum time of a statement
 * @param recordsPerSnapshot the number of records after which a snapshot is due
 * @param upcasters converts the events of older releases
 */
public record PostgresSettings(
    int maxConnections,
    Duration lockTimeout,
    Duration leaseTime,
    Duration statementTimeout,
    int recordsPerSnapshot,
    Upcasters upcasters) {

  /** Rejects numbers less than 1 and times that are not positive. */
  public PostgresSettings {
    Objects.requireNonNull(upcasters, "upcasters");
    if (maxConnections < 1 || recordsPerSnapshot < 1) {
      throw new IllegalArgumentException(
          "%d connections, %d records per snapshot: both must be positive"
              .formatted(maxConnections, recordsPerSnapshot));
    }
    if (!lockTimeout.isPositive() || !leaseTime.isPositive() || !statementTimeout.isPositive()) {
      throw new IllegalArgumentException(
          "lock timeout %s, lease time %s, statement timeout %s: all must be positive"
              .formatted(lockTimeout, leaseTime, statementTimeout));
    }
  }

  /**
   * 8 connections, a lock timeout of 30 seconds, leases of 10 seconds, a statement timeout of 30
   * seconds, a snapshot after 1000 records, and no upcasters.
   */
  public static PostgresSettings defaults() {
    return new PostgresSettings(
        8,
        Duration.ofSeconds(30),
        Duration.ofSeconds(10),
        Duration.ofSeconds(30),
        1000,
        Upcasters.none());
  }

  /** The same settings with another number of connections. */
  public PostgresSettings withMaxConnections(int maxConnections) {
    return new PostgresSettings(
        maxConnections, lockTimeout, leaseTime, statementTimeout, recordsPerSnapshot, upcasters);
  }

  /** The same settings with another lock timeout. */
  public PostgresSettings withLockTimeout(Duration lockTimeout) {
    return new PostgresSettings(
        maxConnections, lockTimeout, leaseTime, statementTimeout, recordsPerSnapshot, upcasters);
  }

  /** The same settings with another lease time. */
  public PostgresSettings withLeaseTime(Duration leaseTime) {
    return new PostgresSettings(
        maxConnections, lockTimeout, leaseTime, statementTimeout, recordsPerSnapshot, upcasters);
  }

  /** The same settings with another statement timeout. */
  public PostgresSettings withStatementTimeout(Duration statementTimeout) {
    return new PostgresSettings(
        maxConnections, lockTimeout, leaseTime, statementTimeout, recordsPerSnapshot, upcasters);
  }

  /** The same settings with another number of records per snapshot. */
  public PostgresSettings withRecordsPerSnapshot(int recordsPerSnapshot) {
    return new PostgresSettings(
        maxConnections, lockTimeout, leaseTime, statementTimeout, recordsPerSnapshot, upcasters);
  }

  /** The same settings with other upcasters. */
  public PostgresSettings withUpcasters(Upcasters upcasters) {
    return new PostgresSettings(
        maxConnections, lockTimeout, leaseTime, statementTimeout, recordsPerSnapshot, upcasters);
  }
}
