package dev.fcp.eventlog.document;

import java.time.Instant;
import java.util.Objects;
import java.util.Optional;

/**
 * A history that a file had before it got another one (DO-6).
 *
 * @param id by what it is asked for
 * @param setAside when the other one took its place
 * @param steps how many steps it holds
 * @param lastLabel what the last of them was; empty if there is none
 */
public record FormerHistory(String id, Instant setAside, int steps, Optional<String> lastLabel) {

  /** Refuses null. */
  public FormerHistory {
    Objects.requireNonNull(id, "id");
    Objects.requireNonNull(setAside, "setAside");
    Objects.requireNonNull(lastLabel, "lastLabel");
  }
}
