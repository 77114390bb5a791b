package dev.fcp.verbs.workspace;

import dev.fcp.eventlog.document.Document;
import dev.fcp.eventlog.document.DocumentStore;
import dev.fcp.eventlog.session.EditOptions;
import dev.fcp.eventlog.session.Outcome;
import dev.fcp.verbs.form.Refusal;
import dev.fcp.verbs.run.Response;
import dev.fcp.verbs.syntax.ParsedOperation;
import dev.fcp.verbs.syntax.Quoting;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/** The actions that list and close open documents. */
final class DocumentActions<M, E> {

  /** The maximum number of files that are listed without being open. */
  static final int MAX_LISTED_FILES = 100;

  private final OpenDocuments<M, E> documents;
  private final DocumentStore store;

  DocumentActions(OpenDocuments<M, E> documents, DocumentStore store) {
    this.documents = documents;
    this.store = store;
  }

  List<SessionAction> all() {
    return List.of(
        new SessionAction(
            SessionForms.CLOSE,
            (op, caller) -> documents.withActive(document -> close(op, caller, document))),
        new SessionAction(SessionForms.DOCUMENTS, (op, caller) -> documents()));
  }

  private Response close(ParsedOperation op, Caller caller, Document<M, E> document) {
    boolean discard = SessionForms.DISCARD.valueIn(op).orElse(false);
    if (!discard && !document.isPersistent() && !OpenDocuments.isSaved(document)) {
      return Response.refused(unsavedRefusal(op, document));
    }
    List<String> lines = new ArrayList<>();
    String file =
        documents
            .displayPath(document)
            .or(() -> document.draftName().filter(name -> document.isStoredWithoutFile()))
            .orElse("an unsaved document");
    lines.add("! closed " + file);
    if (discard) {
      lines.addAll(discard(document, caller));
    } else {
      lines.addAll(
          OpenDocuments.isHistoryReachable(document)
              ? reopenHint(document)
              : unreachableHint(document));
      documents.closeActive();
    }
    int parkedCount = documents.parked().size();
    if (parkedCount > 0) {
      lines.add("! %s parked, see documents".formatted(Plurals.count(parkedCount, "document")));
    }
    return Response.of(lines);
  }

  private Refusal unsavedRefusal(ParsedOperation op, Document<M, E> document) {
    String location =
        documents.displayPath(document).map(path -> "to " + path).orElse("in no file");
    String message =
        "changes %s would be lost; save them, or use %s"
            .formatted(location, op.withParam("discard", "yes").canonicalText());
    return Refusal.because(message, documents.saveAction(document));
  }

  /**
   * Closes the active document, discards its unsaved changes, and returns lines that report them.
   */
  List<String> discard(Document<M, E> document, Caller caller) {
    List<String> lines = new ArrayList<>();
    if (!document.isPersistent() || document.path().isEmpty()) {
      lostStepsLine(document).ifPresent(lines::add);
    } else if (!OpenDocuments.isSaved(document)) {
      lines.add("! back at the state of its file; the discarded changes stay in its history");
    }
    Outcome outcome = document.discardUnsaved(EditOptions.of("close discard:yes", caller.origin()));
    if (outcome instanceof Outcome.Refused(var conflicts)) {
      lines.add("! but: " + conflicts.get(0).reason());
    }
    documents.removeActive();
    return lines;
  }

  /** The lines that say which changes are kept or lost when the document is closed. */
  private List<String> reopenHint(Document<M, E> document) {
    if (!document.isPersistent()) {
      return lostStepsLine(document).stream().toList();
    }
    return OpenDocuments.isSaved(document)
        ? List.of()
        : List.of(
            "! %s; open %s continues there"
                .formatted(
                    OpenDocuments.saveStatus(document),
                    documents
                        .active()
                        .map(documents::nameOf)
                        .map(Quoting::quoteIfNeeded)
                        .orElse("")));
  }

  /** The lines for a document whose history cannot be reached. */
  private static List<String> unreachableHint(Document<?, ?> document) {
    return OpenDocuments.isSaved(document)
        ? List.of()
        : List.of("! its history cannot be reached; unsaved changes may be lost");
  }

  /** The line that counts the steps lost by closing a document; empty if it has none. */
  private Optional<String> lostStepsLine(Document<M, E> document) {
    int count = document.session().state().history().steps().size();
    String file = documents.displayPath(document).orElse("the previous document");
    return count == 0
        ? Optional.empty()
        : Optional.of(
            "! %s of %s can no longer be undone or redone"
                .formatted(Plurals.count(count, "step"), file));
  }

  private Response documents() {
    List<String> lines = new ArrayList<>(documents.all().stream().map(this::documentLine).toList());
    String kept = store.isWithoutFiles() ? ": not open" : ": kept, in no file";
    closedDrafts().forEach(name -> lines.add(OpenDocuments.draftName(name) + kept));
    if (!store.isWithoutFiles()) {
      lines.addAll(closedFiles());
    }
    return lines.isEmpty() ? Response.of("! no documents") : Response.of(lines);
  }

  /** The lines for the files of the folder that are not open. */
  private List<String> closedFiles() {
    List<Path> files;
    try {
      files = documents.settings().folder().files(new WorkspacePaths<>(documents)::hasExtension);
    } catch (IOException e) {
      return List.of("! the files of the folder cannot be listed: " + e);
    }
    Set<Path> open =
        documents.all().stream()
            .flatMap(openDocument -> openDocument.document().path().stream())
            .collect(Collectors.toSet());
    List<Path> closed = files.stream().filter(path -> !open.contains(path)).toList();
    List<String> lines =
        new ArrayList<>(
            closed.stream()
                .limit(MAX_LISTED_FILES)
                .map(path -> documents.displayPath(path) + ": not open")
                .toList());
    if (closed.size() > MAX_LISTED_FILES) {
      lines.add("! and %s".formatted(Plurals.count(closed.size() - MAX_LISTED_FILES, "more file")));
    }
    return lines;
  }

  /** The drafts of the store that are not open. */
  private List<String> closedDrafts() {
    Set<String> openDrafts =
        documents.all().stream()
            .flatMap(openDocument -> openDocument.document().draftName().stream())
            .collect(Collectors.toSet());
    return store.drafts(documents.language().domain()).stream()
        .filter(name -> !openDrafts.contains(name))
        .toList();
  }

  private String documentLine(OpenDocument<M, E> openDocument) {
    return "%s%s: %s, %s"
        .formatted(
            documents.nameOf(openDocument),
            documents.quotedTitle(openDocument.document()).map(title -> " " + title).orElse(""),
            documents.isActive(openDocument) ? "open" : "parked",
            OpenDocuments.saveStatus(openDocument.document()));
  }
}
