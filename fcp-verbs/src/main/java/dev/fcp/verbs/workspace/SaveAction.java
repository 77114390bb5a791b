package dev.fcp.verbs.workspace;

import dev.fcp.eventlog.document.Document;
import dev.fcp.eventlog.document.Document.FileChange;
import dev.fcp.eventlog.document.Document.SaveResult;
import dev.fcp.eventlog.document.DocumentStore;
import dev.fcp.eventlog.domain.Conflict;
import dev.fcp.eventlog.journal.JournalException;
import dev.fcp.eventlog.session.EditOptions;
import dev.fcp.eventlog.session.Outcome;
import dev.fcp.eventlog.session.RetentionPolicy;
import dev.fcp.verbs.form.Refusal;
import dev.fcp.verbs.run.Response;
import dev.fcp.verbs.run.Response.Line;
import dev.fcp.verbs.syntax.ParsedOperation;
import dev.fcp.verbs.syntax.Quoting;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** The action {@code save}, which writes a document to its file or to another one. */
final class SaveAction<M, E> {

  /** The action that replaces an external version of the file; the history keeps that version. */
  static final String OVERWRITE_ACTION = "save over:yes";

  private final OpenDocuments<M, E> documents;
  private final WorkspacePaths<M, E> paths;
  private final DocumentStore store;

  SaveAction(OpenDocuments<M, E> documents, DocumentStore store) {
    this.documents = documents;
    this.store = store;
    this.paths = new WorkspacePaths<>(documents);
  }

  SessionAction action() {
    return new SessionAction(
        SessionForms.SAVE,
        (op, caller) -> documents.withActive(document -> save(op, caller, document)));
  }

  Response save(ParsedOperation op, Caller caller, Document<M, E> document) {
    if (document.isStoredWithoutFile()) {
      Optional<String> typedName = op.word(0).or(() -> SessionForms.SAVE_AS.valueIn(op));
      return typedName.isEmpty() || typedName.equals(document.draftName())
          ? Response.of(documents.digestLine(document))
          : Response.refused(
              Refusal.because("the documents of this store have no files; each step is stored"));
    }
    if (op.word(0).isPresent() && SessionForms.SAVE_AS.valueIn(op).isPresent()) {
      String message =
          "save takes one path, not both " + Quoting.quoteIfNeeded(op.words().get(0)) + " and as:";
      return Response.refused(
          Refusal.because(message, op.withPositionals(List.of()).canonicalText()));
    }
    Optional<String> typedPath = op.word(0).or(() -> SessionForms.SAVE_AS.valueIn(op));
    boolean overwrites = SessionForms.OVERWRITE.valueIn(op).orElse(false);
    if (typedPath.isPresent() && overwrites) {
      String message = "over:yes applies only to the document's own file";
      return Response.refused(Refusal.because(message));
    }
    Optional<Path> ownPath = document.path();
    if (typedPath.isPresent()) {
      return paths.withPath(typedPath.get(), path -> saveAs(path, false, caller, document));
    }
    return ownPath
        .map(path -> saveAs(path, overwrites, caller, document))
        .orElseGet(() ->
            Response.refused(
                Refusal.because(
                    "no file holds this document yet", documents.saveAction(document))));
  }

  private Response saveAs(Path path, boolean overwrites, Caller caller, Document<M, E> document) {
    boolean isOwnFile = document.path().filter(path::equals).isPresent();
    if (Files.isDirectory(path) && !isOwnFile) {
      return Response.refused(Refusal.because(documents.displayPath(path) + " is a folder"));
    }
    if (!isOwnFile && !paths.hasExtension(path)) {
      String message =
          documents.displayPath(path)
              + " does not end in ."
              + String.join(" or .", paths.extensions());
      return Response.refused(Refusal.because(message, saveAsAction(withExtension(path))));
    }
    if (!Files.isDirectory(WorkspacePaths.folderOf(path))) {
      String message = "there is no folder " + documents.displayPath(WorkspacePaths.folderOf(path));
      return Response.refused(Refusal.because(message));
    }
    if (documents
        .findByPath(path)
        .filter(openDocument -> openDocument.document() != document)
        .isPresent()) {
      String message = documents.displayPath(path) + " belongs to another open document";
      return Response.refused(Refusal.because(message, saveAsAction(unusedPath(path))));
    }
    boolean replacesHistory = !isOwnFile && document.isPersistent() && store.hasHistory(path);
    EditOptions options = EditOptions.of("save", caller.origin());
    return switch (overwrites
        ? document.saveOverwriting(options)
        : document.saveAs(options, path)) {
      case SaveResult.Saved saved -> {
        List<Line> lines = new ArrayList<>(describeReplaced(saved.fileChange(), document));
        lines.addAll(discardOldSteps(options, document));
        lines.add(
            Line.of(
                "! saved %s, %s"
                    .formatted(documents.displayPath(path), byteCount(saved.sizeBytes()))));
        if (replacesHistory) {
          lines.addAll(ArchivedHistories.archivedNotice(documents.displayPath(path)));
        }
        if (!document.session().state().isSaved()) {
          lines.add(Line.of("! changed again during the save: save once more"));
        }
        yield Response.of(documents.digestLine(document)).withLinesBefore(lines);
      }
      case SaveResult.Refused(var conflicts) ->
          Response.refused(refusal(conflicts, path, document));
    };
  }

  /** Discards old steps if the language says so; a failure is reported, and the save stays. */
  private List<Line> discardOldSteps(EditOptions options, Document<M, E> document) {
    Optional<RetentionPolicy> policy =
        documents
            .language()
            .retention()
            .filter(it ->
                it.expiredCount(document.session().state(), documents.settings().clock().instant())
                    > 0);
    try {
      return policy
          .filter(it -> document.session().with(options).prune(it) instanceof Outcome.Refused)
          .map(it -> List.of(Line.of("! old steps were not discarded")))
          .orElse(List.of());
    } catch (JournalException e) {
      return List.of(Line.of("! old steps were not discarded: " + e.getMessage()));
    }
  }

  /**
   * The lines for a change of the file before the save. Saving over an undecided version decides
   * about it.
   */
  private List<Line> describeReplaced(FileChange fileChange, Document<M, E> document) {
    return fileChange instanceof FileChange.Undecided && document.session().state().isSaved()
        ? List.of(Line.of("! the replaced version is kept in the history"))
        : documents.describeFileChange(document, fileChange);
  }

  private Refusal refusal(List<Conflict> conflicts, Path path, Document<M, E> document) {
    String reasons = String.join("; ", conflicts.stream().map(Conflict::reason).toList());
    boolean isOwnFile = document.path().filter(path::equals).isPresent();
    String message = reasons.replace(path.toString(), documents.displayPath(path));
    if (isOwnFile && Files.isDirectory(path)) {
      // A folder cannot be saved as another one.
      return new Refusal(message, ConflictText.suggestion(conflicts));
    }
    boolean mayOverwrite =
        isOwnFile && (documents.hasUnreadableVersion(document) || document.isWriteProtected());
    return Refusal.because(
        message, mayOverwrite ? OVERWRITE_ACTION : saveAsAction(unusedPath(path)));
  }

  private String saveAsAction(Path path) {
    return "save " + Quoting.param("as", documents.displayPath(path));
  }

  private static String byteCount(long count) {
    return count == 1 ? "1 byte" : count + " bytes";
  }

  private Path withExtension(Path path) {
    return path.resolveSibling(WorkspacePaths.nameOf(path) + "." + documents.preferredExtension());
  }

  /** A similar path at which no file exists. */
  private static Path unusedPath(Path path) {
    String name = WorkspacePaths.nameOf(path);
    int dot = name.lastIndexOf('.');
    String stem = dot < 1 ? name : name.substring(0, dot);
    String extension = dot < 1 ? "" : name.substring(dot);
    int number = 2;
    while (Files.exists(path.resolveSibling(stem + "-" + number + extension))) {
      number++;
    }
    return path.resolveSibling(stem + "-" + number + extension);
  }
}
