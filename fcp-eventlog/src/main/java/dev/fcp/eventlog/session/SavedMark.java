package dev.fcp.eventlog.session;

import dev.fcp.eventlog.domain.Digest;
import dev.fcp.eventlog.domain.Source;
import dev.fcp.eventlog.history.StepId;
import java.nio.charset.StandardCharsets;
import java.util.Objects;
import java.util.Optional;

/**
 * Which state of the document the file contains.
 *
 * @param hash the SHA-256 of the file, 64 hex digits
 * @param point the history point of that state; empty for the base
 */
public record SavedMark(String hash, Optional<StepId> point) {

  /** Refuses null. */
  public SavedMark {
    Objects.requireNonNull(hash, "hash");
    Objects.requireNonNull(point, "point");
  }

  /** The hash for a state that is saved elsewhere than in a file; no file has this hash. */
  static String hashWithoutFile(Digest digest) {
    return Source.of(("saved elsewhere: " + digest.hex()).getBytes(StandardCharsets.UTF_8)).id();
  }
}
