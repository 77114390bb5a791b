package dev.fcp.eventlog.session;

import dev.fcp.eventlog.domain.Digest;
import dev.fcp.eventlog.history.HistoryPoint;
import java.util.List;
import java.util.Objects;

/**
 * What a check of the whole model found.
 *
 * @param current the digest that the session works with
 * @param fromScratch the digest computed from nothing but the content
 * @param replayed the digest of the model that the journal gives
 * @param unverifiedPoints the points whose recorded digest is of another version of the hash
 *     function; they were computed anew and say nothing about what was recorded
 */
public record Verification(
    Digest current, Digest fromScratch, Digest replayed, List<HistoryPoint> unverifiedPoints) {

  /** Copies the list. */
  public Verification {
    Objects.requireNonNull(current, "current");
    Objects.requireNonNull(fromScratch, "fromScratch");
    Objects.requireNonNull(replayed, "replayed");
    unverifiedPoints = List.copyOf(unverifiedPoints);
  }

  /** Whether all digests agree. */
  public boolean isValid() {
    return current.matches(fromScratch) && current.matches(replayed);
  }
}
