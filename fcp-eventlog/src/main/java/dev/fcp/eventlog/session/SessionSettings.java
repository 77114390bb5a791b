package dev.fcp.eventlog.session;

import dev.fcp.eventlog.history.StepId;
import dev.fcp.eventlog.history.StepIdGenerator;
import java.security.SecureRandom;
import java.time.InstantSource;
import java.util.Objects;
import java.util.function.Supplier;

/**
 * What a session takes from the world around it, so that it can be replayed to the byte.
 *
 * @param clock the time of steps and records
 * @param ids the ids of steps; no two may be equal
 * @param undoLimits how far undo reaches
 */
public record SessionSettings(InstantSource clock, Supplier<StepId> ids, UndoLimits undoLimits) {

  /** Refuses null. */
  public SessionSettings {
    Objects.requireNonNull(clock, "clock");
    Objects.requireNonNull(ids, "ids");
    Objects.requireNonNull(undoLimits, "undoLimits");
  }

  /** Undo reaches back as far as anything is known. */
  public SessionSettings(InstantSource clock, Supplier<StepId> ids) {
    this(clock, ids, UndoLimits.none());
  }

  /** The same settings with limits of undo, which take hold with the next step (SE-29). */
  public SessionSettings withUndoLimits(UndoLimits undoLimits) {
    return new SessionSettings(clock, ids, undoLimits);
  }

  /** The clock of the system, and ids from it and from secure randomness. */
  public static SessionSettings standard() {
    InstantSource clock = InstantSource.system();
    return new SessionSettings(clock, new StepIdGenerator(clock, new SecureRandom()));
  }
}
