package dev.fcp.postgres;

import java.time.Instant;
import java.util.List;
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

  /**
   * Some turns in the order of their numbers.
   *
   * @param turns the turns
   * @param nextTurn the turn with which the next page begins; empty if this page is not full
   */
  public record Page(List<Turn> turns, Optional<Long> nextTurn) {

    /** The maximum number of turns of a page. */
    public static final int MAX_LIMIT = 1000;

    /** Copies the list. */
    public Page {
      turns = List.copyOf(turns);
    }

    static Page of(List<Turn> turns, int limit) {
      return new Page(
          turns, turns.size() < limit ? Optional.empty() : Optional.of(turns.getLast().turn() + 1));
    }
  }
}
