package dev.fcp.eventlog.document;

import dev.fcp.eventlog.domain.Domain;
import dev.fcp.eventlog.domain.ReadResult;
import dev.fcp.eventlog.domain.Repaired;
import dev.fcp.eventlog.domain.Source;
import dev.fcp.eventlog.history.Origin;
import dev.fcp.eventlog.journal.InMemoryJournal;
import dev.fcp.eventlog.journal.JournalException;
import dev.fcp.eventlog.session.Intent;
import dev.fcp.eventlog.session.Outcome;
import dev.fcp.eventlog.session.Session;
import dev.fcp.eventlog.session.SessionSettings;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/**
 * Opens the files of a disk as documents. Their journals last as long as the program. Safe for use
 * by several threads.
 */
public final class DocumentStore {

  /** The largest file that is opened or saved, in bytes: 64 MiB. Formats take it as theirs. */
  public static final long MAX_FILE_BYTES = 1L << 26;

  private static final String REPAIR = "repair";

  private final SessionSettings settings;

  /** A store whose sessions have these settings. */
  public DocumentStore(SessionSettings settings) {
    this.settings = Objects.requireNonNull(settings, "settings");
  }

  /** A new document, which no file holds yet. */
  public <M, E> Document<M, E> create(Domain<M, E> domain, Origin origin) {
    return new Document<>(
        domain,
        Session.create(domain, origin, InMemoryJournal.empty(), settings),
        Optional.empty());
  }

  /**
   * A new document that begins with some content, which no file holds yet.
   *
   * @param start what the format of the domain read
   */
  public <M, E> Document<M, E> create(
      Domain<M, E> domain, ReadResult.Readable<M> start, Origin origin) {
    return new Document<>(
        domain,
        Session.open(domain, start, origin, InMemoryJournal.empty(), settings),
        Optional.empty());
  }

  /**
   * Opens a file.
   *
   * @throws JournalException if the disk fails
   */
  public <M, E> Opening<M, E> open(Domain<M, E> domain, Path path, Origin origin) {
    if (!Files.isRegularFile(path)) {
      String reason = Files.exists(path) ? "it is no file" : "there is no such file";
      return new Opening.Unreadable<>(path, 0, reason, Optional.empty());
    }
    try {
      long sizeBytes = Files.size(path);
      if (sizeBytes > MAX_FILE_BYTES) {
        String reason =
            "it has %d bytes, more than the limit of %d".formatted(sizeBytes, MAX_FILE_BYTES);
        return new Opening.Unreadable<>(path, 0, reason, Optional.empty());
      }
      return opened(domain, path, domain.format().read(Files.readAllBytes(path)), origin);
    } catch (IOException e) {
      throw new JournalException("document %s: cannot be read: %s".formatted(path, e), e);
    }
  }

  /**
   * Opens a file, and reads what is readable if it is damaged (SE-20). The base of the session is
   * then the empty document, with the damaged file as its text; what was readable is a step of the
   * origin {@code repair}. Undo of that step and saving give the damaged file back.
   *
   * @throws JournalException if the disk fails
   */
  public <M, E> Repairing<M, E> repair(Domain<M, E> domain, Path path, Origin origin) {
    return switch (open(domain, path, origin)) {
      case Opening.Opened<M, E>(var document) -> new Repairing.Repaired<>(document, List.of());
      case Opening.Unreadable<M, E> damaged -> repaired(domain, damaged, origin);
    };
  }

  private <M, E> Repairing<M, E> repaired(
      Domain<M, E> domain, Opening.Unreadable<M, E> damaged, Origin origin) {
    Path path = damaged.path();
    try {
      if (!Files.isRegularFile(path) || Files.size(path) > MAX_FILE_BYTES) {
        return new Repairing.Hopeless<>(damaged);
      }
      byte[] bytes = Files.readAllBytes(path);
      Optional<Repaired<M>> readable = domain.format().repair(bytes);
      if (readable.isEmpty()) {
        return new Repairing.Hopeless<>(damaged);
      }
      Session<M, E> session =
          Session.open(
              domain,
              new ReadResult.Readable<>(domain.empty(), Source.of(bytes)),
              origin,
              InMemoryJournal.empty(),
              settings);
      takeOver(domain, session, readable.get().model(), origin);
      Document<M, E> document = new Document<>(domain, session, Optional.of(path));
      return new Repairing.Repaired<>(document, readable.get().findings());
    } catch (IOException e) {
      throw new JournalException("document %s: cannot be read: %s".formatted(path, e), e);
    }
  }

  private static <M, E> void takeOver(
      Domain<M, E> domain, Session<M, E> session, M readable, Origin origin) {
    Origin by = new Origin(REPAIR, origin.session(), origin.message(), origin.provenance());
    Outcome outcome =
        session.step(
            Intent.of(REPAIR, by),
            stage -> domain.diff(stage.model(), readable).forEach(stage::emit));
    if (outcome instanceof Outcome.Refused(var conflicts)) {
      throw new IllegalStateException(
          "the domain %s has a fault, please report it: what was read does not follow from nothing: %s"
              .formatted(domain.name(), conflicts.get(0)));
    }
  }

  private <M, E> Opening<M, E> opened(
      Domain<M, E> domain, Path path, ReadResult<M> result, Origin origin) {
    return switch (result) {
      case ReadResult.Readable<M> file -> {
        Session<M, E> session =
            Session.open(domain, file, origin, InMemoryJournal.empty(), settings);
        yield new Opening.Opened<>(new Document<>(domain, session, Optional.of(path)));
      }
      case ReadResult.Unreadable<M>(var offsetBytes, var reason, var suggestion) ->
          new Opening.Unreadable<>(path, offsetBytes, reason, suggestion);
    };
  }
}
