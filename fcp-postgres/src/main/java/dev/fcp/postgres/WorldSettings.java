package dev.fcp.postgres;

import dev.fcp.eventlog.session.SessionSettings;
import java.time.Duration;

/**
 * The settings of a {@link WorldStore}.
 *
 * @param attemptLease how long an attempt runs without a heartbeat of its worker; workers send
 *     three in this time
 * @param sessions the settings of the sessions of attempts
 */
public record WorldSettings(Duration attemptLease, SessionSettings sessions) {

  /** Rejects a time that is not positive. */
  public WorldSettings {
    if (!attemptLease.isPositive()) {
      throw new IllegalArgumentException("a lease of " + attemptLease + ": it must be positive");
    }
  }

  /** A lease of 60 seconds, and sessions with standard settings. */
  public static WorldSettings defaults() {
    return new WorldSettings(Duration.ofSeconds(60), SessionSettings.standard());
  }

  /** The same settings with another lease. */
  public WorldSettings withAttemptLease(Duration attemptLease) {
    return new WorldSettings(attemptLease, sessions);
  }
}
