package dev.fcp.postgres;

import java.time.Instant;
import java.util.Locale;
import java.util.Optional;
import java.util.UUID;

/**
 * An attempt at a turn, as it is stored.
 *
 * @param workerId the worker that makes it
 * @param turnBefore the turn at which it began
 * @param attemptedTurn the turn that it would produce
 * @param producedTurn the turn that it produced, if it is committed
 * @param progress what the worker said last
 * @param failureReason why it failed or was interrupted
 * @param delta what it did, as counts: {@code {steps, events, created, modified, deleted}}
 * @param expiresAt when it is interrupted unless a heartbeat comes before
 */
public record Attempt(
    UUID id,
    String world,
    Status status,
    String workerId,
    long turnBefore,
    long attemptedTurn,
    Optional<Long> producedTurn,
    Optional<String> progress,
    Optional<String> failureReason,
    Optional<CanonicalJson> delta,
    Instant enqueuedAt,
    Instant startedAt,
    Instant heartbeatAt,
    Instant expiresAt,
    Optional<Instant> endedAt,
    Optional<Instant> committedAt) {

  /** The status of an attempt; only a running one can change. */
  public enum Status {
    /** It has not ended. */
    RUNNING,
    /** It produced a turn. */
    COMMITTED,
    /** It ended without a turn, with a reason. */
    FAILED,
    /** Its worker ended, or stopped sending heartbeats. */
    INTERRUPTED;

    /** The word in the database. */
    public String word() {
      return name().toLowerCase(Locale.ROOT);
    }

    static Status of(String word) {
      return valueOf(word.toUpperCase(Locale.ROOT));
    }
  }
}
