package dev.fcp.eventlog.document;

import dev.fcp.eventlog.document.Document.FileChange;
import dev.fcp.eventlog.document.Document.RepairResult;
import dev.fcp.eventlog.document.DocumentStore.OpenResult;
import dev.fcp.eventlog.domain.DocumentFormat.ReadResult;
import dev.fcp.eventlog.domain.DocumentFormat.RepairedModel;
import dev.fcp.eventlog.domain.Domain;
import dev.fcp.eventlog.domain.Source;
import dev.fcp.eventlog.domain.Suggestion;
import dev.fcp.eventlog.history.Origin;
import dev.fcp.eventlog.journal.JournalException;
import dev.fcp.eventlog.journal.JournalRecord.External.MergeExtent;
import dev.fcp.eventlog.journal.RecoveryReport;
import dev.fcp.eventlog.session.EditOptions;
import dev.fcp.eventlog.session.Outcome;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/**
 * Adds the readable part of a damaged file to a document, as one step with the origin {@code
 * repair} (SE-20).
 *
 * @param origin who requested the repair
 */
record Repair<M, E>(Domain<M, E> domain, Origin origin) {

  private static final String ACTOR = "repair";

  /**
   * Repairs a file with a history, which may have been damaged since. If the history was damaged,
   * and the file was not, the document becomes what the file holds.
   */
  RepairResult<M, E> run(Document<M, E> document, FileChange fileChange, Path path) {
    if (!(fileChange instanceof FileChange.Undecided(var version, var reason))) {
      return new RepairResult.Repaired<>(document, List.of());
    }
    boolean isDamaged =
        document.recoveryReport().filter(RecoveryReport::mayHaveLostSaves).isPresent();
    if (isDamaged && domain.format().read(version.bytes()) instanceof ReadResult.Readable<M> file) {
      merge(document, version, MergeExtent.WHOLE, file.model());
      return new RepairResult.Repaired<>(document, List.of());
    }
    Optional<RepairedModel<M>> readable = domain.format().repair(version.bytes());
    if (readable.isEmpty()) {
      document.close();
      return new RepairResult.Irreparable<>(irreparable(path, version.bytes(), reason));
    }
    merge(document, version, MergeExtent.PART, readable.get().model());
    return new RepairResult.Repaired<>(document, readable.get().findings());
  }

  /** Replaces the content of a document by what was read of a version of its file, as one step. */
  private void merge(Document<M, E> document, Source version, MergeExtent extent, M model) {
    require(
        document
            .session()
            .with(intent())
            .fileRecorder()
            .mergeExternal(
                version,
                extent,
                builder -> domain.diff(builder.model(), model).forEach(builder::emit)));
  }

  /** The result if nothing is readable; the history can still restore the file. */
  private OpenResult<M, E> irreparable(Path path, byte[] bytes, String reason) {
    Optional<Suggestion> overwrite = Optional.of(new Suggestion.SaveOverwriting());
    return switch (domain.format().read(bytes)) {
      case ReadResult.Unreadable<M>(var offsetBytes, var unreadableReason, var suggestion) ->
          new OpenResult.Unreadable<>(path, offsetBytes, unreadableReason, overwrite);
      case ReadResult.Readable<M> readable ->
          new OpenResult.Unreadable<>(path, 0, reason, Optional.of(new Suggestion.Revert()));
    };
  }

  /**
   * Repairs a file without a history.
   *
   * @param documentFactory begins a history with the empty document, whose source is the damaged
   *     file
   */
  RepairResult<M, E> run(
      OpenResult.Unreadable<M, E> damaged,
      Function<ReadResult.Readable<M>, Document<M, E>> documentFactory) {
    Path path = damaged.path();
    try {
      if (new FoundFile(path).obstacle().isPresent()) {
        return new RepairResult.Irreparable<>(damaged);
      }
      byte[] bytes = Files.readAllBytes(path);
      Optional<RepairedModel<M>> readable = domain.format().repair(bytes);
      return readable.isEmpty()
          ? new RepairResult.Irreparable<>(damaged)
          : repaired(
              documentFactory.apply(new ReadResult.Readable<>(domain.empty(), Source.of(bytes))),
              readable.get());
    } catch (IOException e) {
      throw new JournalException("document %s: cannot be read: %s".formatted(path, e), e);
    }
  }

  private RepairResult<M, E> repaired(Document<M, E> document, RepairedModel<M> readable) {
    require(
        document
            .session()
            .step(
                intent(),
                builder -> domain.diff(builder.model(), readable.model()).forEach(builder::emit)));
    return new RepairResult.Repaired<>(document, readable.findings());
  }

  private EditOptions intent() {
    return EditOptions.of(
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
