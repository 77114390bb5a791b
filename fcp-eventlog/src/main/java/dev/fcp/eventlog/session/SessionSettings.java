package dev.fcp.eventlog.session;

import dev.fcp.eventlog.history.StepId;
import dev.fcp.eventlog.history.StepIds;
import java.security.SecureRandom;
import java.time.InstantSource;
import java.util.Objects;
import java.util.function.Supplier;

/**
 * What a session takes from the world around it, so that it can be replayed to the byte.
 *
 * @param clock the time of steps and records
 * @param ids the ids of steps; no two may be equal
 */
public record SessionSettings(InstantSource clock, Supplier<StepId> ids) {

  /** Refuses null. */
  public SessionSettings {
    Objects.requireNonNull(clock, "clock");
    Objects.requireNonNull(ids, "ids");
  }

  /** The clock of the system, and ids from it and from secure randomness. */
  public static SessionSettings standard() {
    InstantSource clock = InstantSource.system();
    return new SessionSettings(clock, new StepIds(clock, new SecureRandom()));
  }
}
