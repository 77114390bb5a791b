package dev.fcp.eventlog.session;

import dev.fcp.eventlog.domain.Digest;
import dev.fcp.eventlog.domain.Source;
import dev.fcp.eventlog.history.HistoryPoint;
import java.nio.charset.StandardCharsets;

/**
 * The state of the document that the file contains.
 *
 * @param hash the SHA-256 of the file, 64 hex digits
 * @param point the point at which the document was in that state
 */
public record SavedMark(String hash, HistoryPoint point) {

  /** The hash for a state that is not saved in a file; no file has this hash. */
  static String hashWithoutFile(Digest digest) {
    return Source.of(("saved elsewhere: " + digest.hex()).getBytes(StandardCharsets.UTF_8)).id();
  }
}
