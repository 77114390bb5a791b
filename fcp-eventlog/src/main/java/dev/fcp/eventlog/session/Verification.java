package dev.fcp.eventlog.session;

import dev.fcp.eventlog.domain.Digest;
import dev.fcp.eventlog.history.HistoryPoint;
import dev.fcp.eventlog.journal.JournalRecord.Redacted;
import java.util.List;
import java.util.Objects;

/**
 * The result of verifying the whole model.
 *
 * @param current the digest that the session maintains
 * @param fromScratch the digest computed from the whole content
 * @param replayed the digest of the model replayed from the journal
 * @param unverifiedPoints the history points whose digest was recorded by another version of the
 *     digest function; it was recomputed, so those states are not verified
 * @param redactions the redactions in the records that were replayed; they computed digests again,
 *     which this verification confirms (RD-3)
 */
public record Verification(
    Digest current,
    Digest fromScratch,
    Digest replayed,
    List<HistoryPoint> unverifiedPoints,
    List<Redacted> redactions) {

  /** The result for a history without redactions. */
  public Verification(
      Digest current, Digest fromScratch, Digest replayed, List<HistoryPoint> unverifiedPoints) {
    this(current, fromScratch, replayed, unverifiedPoints, List.of());
  }

  /** Copies the lists. */
  public Verification {
    Objects.requireNonNull(current, "current");
    Objects.requireNonNull(fromScratch, "fromScratch");
    Objects.requireNonNull(replayed, "replayed");
    unverifiedPoints = List.copyOf(unverifiedPoints);
    redactions = List.copyOf(redactions);
  }

  /** Whether all digests agree. */
  public boolean isValid() {
    return current.matches(fromScratch) && current.matches(replayed);
  }
}
