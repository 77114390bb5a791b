package dev.fcp.eventlog.document;

import java.time.Instant;
import java.util.Objects;
import java.util.Optional;

/**
 * A history that a file had before it got another one (DO-6).
 *
 * @param id by what it is asked for
 * @param archivedAt when the other one took its place
 * @param stepCount how many steps it holds
 * @param lastLabel what the last of them was; empty if there is none
 */
public record ArchivedHistory(
    String id, Instant archivedAt, int stepCount, Optional<String> lastLabel) {

  /** Refuses null. */
  public ArchivedHistory {
    Objects.requireNonNull(id, "id");
    Objects.requireNonNull(archivedAt, "archivedAt");
    Objects.requireNonNull(lastLabel, "lastLabel");
  }
}
