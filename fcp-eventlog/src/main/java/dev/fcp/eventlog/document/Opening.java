package dev.fcp.eventlog.document;

import java.nio.file.Path;
import java.util.Objects;
import java.util.Optional;

/**
 * The answer to opening a file.
 *
 * @param <M> the model
 * @param <E> the events
 */
public sealed interface Opening<M, E> {

  /**
   * The file is open.
   *
   * @param <M> the model
   * @param <E> the events
   */
  record Opened<M, E>(Document<M, E> document) implements Opening<M, E> {

    /** Refuses null. */
    public Opened {
      Objects.requireNonNull(document, "document");
    }
  }

  /**
   * The file was refused: it is not there, or no document of the domain.
   *
   * @param <M> the model
   * @param <E> the events
   * @param path the file as it was asked for
   * @param offsetBytes where it is wrong, from its start; 0 where that says nothing
   * @param reason what is wrong
   * @param suggestion what would work; empty where nothing is known
   */
  record Unreadable<M, E>(Path path, long offsetBytes, String reason, Optional<String> suggestion)
      implements Opening<M, E> {

    /** Refuses null. */
    public Unreadable {
      Objects.requireNonNull(path, "path");
      Objects.requireNonNull(reason, "reason");
      Objects.requireNonNull(suggestion, "suggestion");
    }
  }
}
