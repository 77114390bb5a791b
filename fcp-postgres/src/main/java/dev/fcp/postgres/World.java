package dev.fcp.postgres;

import java.time.Instant;
import java.util.Optional;
import java.util.UUID;

/**
 * A world as it is stored.
 *
 * @param slug the name in commands: lower-case letters, digits and hyphens
 * @param name the name for people
 * @param domain the name of its domain
 * @param scenarioHash the scenario from which it was created
 * @param createdFrom how it was created: {@code {kind, input, resolved_hash}}
 * @param deletedAt when it was deleted; empty if it is active
 * @param deletedReason why it was deleted
 * @param currentTurn the last committed turn; 0 is the seed
 * @param activeAttempt the attempt that runs, if there is one
 * @param attemptCount the number of attempts, whatever their status
 * @param lastActivityAt when something was last created, started, ended or deleted
 */
public record World(
    String slug,
    String name,
    String domain,
    String scenarioHash,
    CanonicalJson createdFrom,
    Instant createdAt,
    Optional<Instant> deletedAt,
    Optional<String> deletedReason,
    long currentTurn,
    Optional<UUID> activeAttempt,
    long attemptCount,
    Instant lastActivityAt) {

  /** Whether it is not deleted. */
  public boolean isActive() {
    return deletedAt.isEmpty();
  }
}
