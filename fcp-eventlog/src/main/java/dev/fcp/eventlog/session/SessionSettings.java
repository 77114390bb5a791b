package dev.fcp.eventlog.session;

import dev.fcp.eventlog.history.StepId;
import dev.fcp.eventlog.history.StepId.UlidGenerator;
import java.security.SecureRandom;
import java.time.InstantSource;
import java.util.Objects;
import java.util.function.Supplier;

/**
 * The external inputs of a session. With the same clock and ids, the same operations produce the
 * same journal.
 *
 * @param clock supplies the times of steps and records
 * @param ids supplies the ids of steps; they must be unique
 * @param undoLimits how far back undo can go
 */
public record SessionSettings(InstantSource clock, Supplier<StepId> ids, UndoLimits undoLimits) {

  /** Rejects null. */
  public SessionSettings {
    Objects.requireNonNull(clock, "clock");
    Objects.requireNonNull(ids, "ids");
    Objects.requireNonNull(undoLimits, "undoLimits");
  }

  /** Settings without undo limits. */
  public SessionSettings(InstantSource clock, Supplier<StepId> ids) {
    this(clock, ids, UndoLimits.none());
  }

  /** The same settings with these undo limits, effective from the next step (SE-29). */
  public SessionSettings withUndoLimits(UndoLimits undoLimits) {
    return new SessionSettings(clock, ids, undoLimits);
  }

  /**
   * The system clock, ids derived from it and from a secure random generator, and no undo limits.
   */
  public static SessionSettings standard() {
    InstantSource clock = InstantSource.system();
    return new SessionSettings(clock, new UlidGenerator(clock, new SecureRandom()));
  }
}
