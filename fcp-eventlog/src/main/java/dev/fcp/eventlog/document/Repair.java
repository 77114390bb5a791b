package dev.fcp.eventlog.document;

import dev.fcp.eventlog.domain.Domain;
import dev.fcp.eventlog.domain.ReadResult;
import dev.fcp.eventlog.domain.Repaired;
import dev.fcp.eventlog.domain.Source;
import dev.fcp.eventlog.history.Origin;
import dev.fcp.eventlog.journal.JournalException;
import dev.fcp.eventlog.journal.JournalRecord.External.Fit;
import dev.fcp.eventlog.session.Intent;
import dev.fcp.eventlog.session.Outcome;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/**
 * Makes what is readable of a damaged file the document, by one step of the origin {@code repair}
 * (SE-20).
 *
 * @param origin who asked for it
 */
record Repair<M, E>(Domain<M, E> domain, Origin origin) {

  private static final String ACTOR = "repair";

  /** A file that has a history: it may have been damaged since. */
  Repairing<M, E> of(Document<M, E> document, FileNews news, Path path) {
    if (!(news instanceof FileNews.Undecided(var version, var reason))) {
      return new Repairing.Repaired<>(document, List.of());
    }
    Optional<Repaired<M>> readable = domain.format().repair(version.bytes());
    if (readable.isEmpty()) {
      document.close();
      return new Repairing.Hopeless<>(hopeless(path, version.bytes(), reason));
    }
    M model = readable.get().model();
    require(
        document
            .session()
            .file()
            .takeIn(
                intent(),
                version,
                Fit.PART,
                stage -> domain.diff(stage.model(), model).forEach(stage::emit)));
    return new Repairing.Repaired<>(document, readable.get().findings());
  }

  /** Its history can still give the file back. */
  private Opening<M, E> hopeless(Path path, byte[] bytes, String reason) {
    Optional<String> overwrite = Optional.of("save over:yes");
    return switch (domain.format().read(bytes)) {
      case ReadResult.Unreadable<M>(var offsetBytes, var why, var suggestion) ->
          new Opening.Unreadable<>(path, offsetBytes, why, overwrite);
      case ReadResult.Readable<M> readable ->
          new Opening.Unreadable<>(path, 0, reason, Optional.of("revert"));
    };
  }

  /**
   * A file without a history.
   *
   * @param begin begins one with the empty document, whose text is the damaged file
   */
  Repairing<M, E> of(
      Opening.Unreadable<M, E> damaged, Function<ReadResult.Readable<M>, Document<M, E>> begin) {
    Path path = damaged.path();
    try {
      if (new FoundFile(path).obstacle().isPresent()) {
        return new Repairing.Hopeless<>(damaged);
      }
      byte[] bytes = Files.readAllBytes(path);
      Optional<Repaired<M>> readable = domain.format().repair(bytes);
      return readable.isEmpty()
          ? new Repairing.Hopeless<>(damaged)
          : taken(
              begin.apply(new ReadResult.Readable<>(domain.empty(), Source.of(bytes))),
              readable.get());
    } catch (IOException e) {
      throw new JournalException("document %s: cannot be read: %s".formatted(path, e), e);
    }
  }

  private Repairing<M, E> taken(Document<M, E> document, Repaired<M> readable) {
    require(
        document
            .session()
            .step(
                intent(),
                stage -> domain.diff(stage.model(), readable.model()).forEach(stage::emit)));
    return new Repairing.Repaired<>(document, readable.findings());
  }

  private Intent intent() {
    return Intent.of(
        ACTOR, new Origin(ACTOR, origin.session(), origin.message(), origin.provenance()));
  }

  private void require(Outcome outcome) {
    if (outcome instanceof Outcome.Refused(var conflicts)) {
      throw new IllegalStateException(
          "the domain %s has a fault, please report it: what was read does not follow from nothing: %s"
              .formatted(domain.name(), conflicts.get(0)));
    }
  }
}
