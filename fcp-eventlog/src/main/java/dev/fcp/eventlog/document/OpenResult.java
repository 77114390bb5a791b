package dev.fcp.eventlog.document;

import dev.fcp.eventlog.domain.Suggestion;
import java.nio.file.Path;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.Objects;
import java.util.Optional;

/**
 * The answer to opening a file.
 *
 * @param <M> the model
 * @param <E> the events
 */
public sealed interface OpenResult<M, E> {

  /**
   * The document, for those who do not care why there is none.
   *
   * @throws java.util.NoSuchElementException if the file is not open; the message says why
   */
  default Document<M, E> orElseThrow() {
    return switch (this) {
      case Opened<M, E>(var document, var fileChange) -> document;
      case Undecided<M, E>(var path, var reason, var histories) ->
          throw new NoSuchElementException(path + ": " + reason);
      case Unreadable<M, E>(var path, var offsetBytes, var reason, var suggestion) ->
          throw new NoSuchElementException("%s, byte %d: %s".formatted(path, offsetBytes, reason));
    };
  }

  /**
   * The file is open.
   *
   * @param <M> the model
   * @param <E> the events
   * @param document the document
   * @param fileChange what somebody else did to the file since it was last open
   */
  record Opened<M, E>(Document<M, E> document, FileChange fileChange) implements OpenResult<M, E> {

    /** Refuses null. */
    public Opened {
      Objects.requireNonNull(document, "document");
      Objects.requireNonNull(fileChange, "fileChange");
    }
  }

  /**
   * A file and a history that may not belong together; nothing was done, and the owner is to decide
   * (DO-6): {@link DocumentStore#openWithNewHistory}, {@link DocumentStore#openWithHistoryOf} or
   * {@link DocumentStore#openFromHistory}.
   *
   * @param <M> the model
   * @param <E> the events
   * @param path the file as it was asked for
   * @param reason what is unusual
   * @param histories the files whose history tells of this version, and which are gone; none if the
   *     file has a history of its own
   */
  record Undecided<M, E>(Path path, String reason, List<Path> histories)
      implements OpenResult<M, E> {

    /** Copies the list. */
    public Undecided {
      Objects.requireNonNull(path, "path");
      Objects.requireNonNull(reason, "reason");
      histories = List.copyOf(histories);
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
  record Unreadable<M, E>(
      Path path, long offsetBytes, String reason, Optional<Suggestion> suggestion)
      implements OpenResult<M, E> {

    /** Refuses null. */
    public Unreadable {
      Objects.requireNonNull(path, "path");
      Objects.requireNonNull(reason, "reason");
      Objects.requireNonNull(suggestion, "suggestion");
    }
  }
}
