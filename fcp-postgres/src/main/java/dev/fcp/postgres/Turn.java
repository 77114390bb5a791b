package dev.fcp.postgres;

import java.time.Instant;
import java.util.Locale;
import java.util.Optional;
import java.util.UUID;

/**
 * A turn of a world.
 *
 * @param turn its number; 0 is the seed
 * @param stateHash the SHA-256 of the canonical JSON of its entities
 * @param simulationTime the time in the world, in the unit of its scenario
 * @param entityCount the number of entities
 * @param attempt the attempt that produced it; empty for the seed
 */
public record Turn(
    long turn,
    String stateHash,
    long simulationTime,
    long entityCount,
    Optional<UUID> attempt,
    Instant committedAt) {

  /** The name of the turn, such as {@code turn_000001}. */
  public String ref() {
    return ref(turn);
  }

  static String ref(long turn) {
    return String.format(Locale.ROOT, "turn_%06d", turn);
  }
}
