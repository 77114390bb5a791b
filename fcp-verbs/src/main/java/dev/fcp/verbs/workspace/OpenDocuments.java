package dev.fcp.verbs.workspace;

import dev.fcp.eventlog.document.Document;
import dev.fcp.eventlog.document.Document.FileChange;
import dev.fcp.eventlog.domain.DocumentFormat.ReadResult;
import dev.fcp.eventlog.domain.Source;
import dev.fcp.eventlog.history.Origin;
import dev.fcp.eventlog.journal.JournalException;
import dev.fcp.eventlog.session.SessionState;
import dev.fcp.eventlog.session.SessionState.ExternalVersion;
import dev.fcp.verbs.DomainLanguage;
import dev.fcp.verbs.form.Refusal;
import dev.fcp.verbs.run.Response;
import dev.fcp.verbs.run.Response.Line;
import dev.fcp.verbs.run.ViewState;
import dev.fcp.verbs.syntax.Quoting;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.WeakHashMap;
import java.util.function.Function;
import java.util.function.Supplier;

/**
 * The open documents of a workspace: at most one is active, the others are parked. A parked
 * document keeps its steps and its view state.
 */
final class OpenDocuments<M, E> {

  /** The maximum number of open documents; each is held in memory. */
  static final int MAX_DOCUMENTS = 64;

  private static final int DRAFT_SUFFIX_CHARS = 6;
  private static final String DELETED = "gone";

  private final DomainLanguage<M, E> language;
  private final WorkspaceSettings settings;

  /** All documents, the most recently activated one last. */
  private final List<OpenDocument<M, E>> documents = new ArrayList<>();

  private Optional<OpenDocument<M, E>> active = Optional.empty();
  private int draftCount;

  /**
   * For each document the id of the undecided version of its file that was last reported, or {@link
   * #DELETED}.
   */
  private final Map<Document<M, E>, String> lastReported = new WeakHashMap<>();

  OpenDocuments(DomainLanguage<M, E> language, WorkspaceSettings settings) {
    this.language = language;
    this.settings = settings;
  }

  DomainLanguage<M, E> language() {
    return language;
  }

  WorkspaceSettings settings() {
    return settings;
  }

  /** The active document with its view state. */
  Optional<OpenDocument<M, E>> active() {
    return active;
  }

  /** The active document. */
  Optional<Document<M, E>> activeDocument() {
    return active.map(OpenDocument::document);
  }

  /** The view state of the active document. */
  ViewState activeView() {
    return active.map(OpenDocument::viewState).orElseGet(ViewState::initial);
  }

  /** All documents, the most recently activated one first. */
  List<OpenDocument<M, E>> all() {
    return documents.reversed();
  }

  boolean isActive(OpenDocument<M, E> openDocument) {
    return active.filter(openDocument::equals).isPresent();
  }

  /** The parked documents, the most recently activated one first. */
  List<OpenDocument<M, E>> parked() {
    return all().stream().filter(openDocument -> !isActive(openDocument)).toList();
  }

  /**
   * Adds a document and makes it active; the previous active document is parked, or closed if it is
   * pristine.
   */
  void add(Document<M, E> document) {
    activeDocument().filter(OpenDocuments::isPristine).ifPresent(pristine -> closeActive());
    draftCount += document.path().isEmpty() ? 1 : 0;
    String draftName =
        document.draftName().map(OpenDocuments::draftName).orElse("draft-" + draftCount);
    OpenDocument<M, E> openDocument =
        new OpenDocument<>(
            document, ViewState.initial(), draftName, ExternalChanges.of(document.session()));
    documents.add(openDocument);
    active = Optional.of(openDocument);
  }

  /**
   * Makes a parked document active; the previous active document is parked, or closed if it is
   * pristine.
   */
  void activate(OpenDocument<M, E> openDocument) {
    activeDocument().filter(OpenDocuments::isPristine).ifPresent(pristine -> closeActive());
    documents.remove(openDocument);
    documents.add(openDocument);
    active = Optional.of(openDocument);
  }

  /**
   * Runs work that may make another document active. The active document is the same before and
   * after the work, unless the work closes it.
   */
  Response keepingActive(Supplier<Response> work) {
    Optional<OpenDocument<M, E>> previous = active;
    active = Optional.empty();
    try {
      return work.get();
    } finally {
      active = previous.filter(documents::contains);
      active.ifPresent(openDocument -> {
        documents.remove(openDocument);
        documents.add(openDocument);
      });
    }
  }

  /** Removes and closes the active document; removes it even if closing it fails. */
  void closeActive() {
    Optional<Document<M, E>> closing = activeDocument();
    removeActive();
    closing.ifPresent(Document::close);
  }

  /** Removes the active document, which is closed already. */
  void removeActive() {
    active.ifPresent(openDocument -> {
      openDocument.externalChanges().close();
      documents.remove(openDocument);
    });
    active = Optional.empty();
  }

  /** Closes all documents; the histories of persistent documents are kept. */
  void closeAll() {
    List<JournalException> failures = new ArrayList<>();
    for (OpenDocument<M, E> openDocument : documents) {
      try {
        openDocument.document().close();
      } catch (JournalException e) {
        failures.add(e);
      }
    }
    documents.clear();
    active = Optional.empty();
    if (!failures.isEmpty()) {
      failures.subList(1, failures.size()).forEach(failures.get(0)::addSuppressed);
      throw failures.get(0);
    }
  }

  /** The display name of a draft of the store; that of a document without a file is its own. */
  static String draftName(String name) {
    if (name.indexOf('.') >= 0) {
      return name;
    }
    int from = Math.max(0, name.length() - DRAFT_SUFFIX_CHARS);
    return "draft-" + name.substring(from).toLowerCase(Locale.ROOT);
  }

  /**
   * The lines for external changes of the active document and its file; each change is reported
   * once.
   */
  List<Line> externalChanges() {
    return active.map(this::unreportedChanges).orElse(List.of());
  }

  private List<Line> unreportedChanges(OpenDocument<M, E> openDocument) {
    openDocument.externalChanges().setOwnOrigin(Optional.empty());
    FileChange fileChange = openDocument.document().checkFile();
    List<String> changes = openDocument.externalChanges().lines(new StepText(settings), fileChange);
    List<Line> lines = new ArrayList<>(Line.of(changes));
    if (!isReported(openDocument.document(), fileChange)) {
      lines.addAll(describeFileChange(openDocument.document(), fileChange));
    }
    return lines;
  }

  /** Runs the work of a call, whose own changes are not reported as external changes. */
  <T> T runAs(Origin origin, Supplier<T> work) {
    Optional<OpenDocument<M, E>> target = active;
    target.ifPresent(
        openDocument -> openDocument.externalChanges().setOwnOrigin(Optional.of(origin)));
    try {
      return work.get();
    } finally {
      target.ifPresent(
          openDocument -> openDocument.externalChanges().setOwnOrigin(Optional.empty()));
    }
  }

  /**
   * As {@link #externalChanges}, but returns the failure of a journal as a line, so that a document
   * can be closed nevertheless.
   */
  List<Line> externalChangesOrFailure() {
    try {
      return externalChanges();
    } catch (JournalException e) {
      return List.of(Line.of("! " + e.getMessage()));
    }
  }

  /**
   * The lines for unreported external changes of an open document and its file. If its history was
   * deleted, replaced or moved, closes and removes the document and returns empty; the file can be
   * opened again.
   */
  Optional<List<Line>> externalChangesOf(OpenDocument<M, E> openDocument) {
    try {
      return Optional.of(unreportedChanges(openDocument));
    } catch (JournalException e) {
      active = active.filter(it -> !it.equals(openDocument));
      documents.remove(openDocument);
      openDocument.document().close();
      return Optional.empty();
    }
  }

  /** The lines for a change of the file of a document. */
  List<Line> describeFileChange(Document<M, E> document, FileChange fileChange) {
    if (fileChange instanceof FileChange.Undecided(var version, var reason)) {
      lastReported.put(document, version.id());
    } else if (fileChange instanceof FileChange.Deleted) {
      lastReported.put(document, DELETED);
    }
    return FileChangeText.lines(
        fileChange, displayPath(document).orElse(""), decidingAction(document, fileChange));
  }

  /** The action that decides about an external version of a file. */
  private String decidingAction(Document<M, E> document, FileChange fileChange) {
    return fileChange instanceof FileChange.Undecided(var version, var reason)
            && isUnreadable(document, version)
        ? SaveAction.OVERWRITE_ACTION
        : "revert";
  }

  /** A version of a folder can always be read. */
  private boolean isUnreadable(Document<M, E> document, Source version) {
    return document.path().filter(Files::isDirectory).isEmpty()
        && language.domain().format().read(version.bytes()) instanceof ReadResult.Unreadable<M>;
  }

  /** Whether the file of a document holds an undecided version that cannot be read. */
  boolean hasUnreadableVersion(Document<M, E> document) {
    return document
        .session()
        .state()
        .externalVersion()
        .filter(version -> version.isUndecided() && isUnreadable(document, version.source()))
        .isPresent();
  }

  private boolean isReported(Document<M, E> document, FileChange fileChange) {
    return switch (fileChange) {
      case FileChange.Undecided(var version, var reason) ->
          version.id().equals(lastReported.get(document));
      case FileChange.Deleted deleted -> DELETED.equals(lastReported.get(document));
      case FileChange.None none -> true;
      case FileChange.Rewritten rewritten -> false;
      case FileChange.Merged merged -> false;
      case FileChange.Overwritten overwritten -> false;
    };
  }

  /** The refusal if no more documents can be opened; empty if one can. */
  Optional<Refusal> limitRefusal() {
    return documents.size() < MAX_DOCUMENTS
        ? Optional.empty()
        : Optional.of(
            Refusal.because(
                "%d documents are open already; close one of them".formatted(MAX_DOCUMENTS),
                "documents"));
  }

  /** The open document of a file. */
  Optional<OpenDocument<M, E>> findByPath(Path path) {
    return documents.stream()
        .filter(openDocument ->
            openDocument.document().path().filter(ownPath -> isSameFile(ownPath, path)).isPresent())
        .findFirst();
  }

  /** The open draft with a display name. */
  Optional<OpenDocument<M, E>> findDraft(String name) {
    return documents.stream()
        .filter(openDocument ->
            openDocument.document().path().isEmpty()
                && openDocument.draftName().equalsIgnoreCase(name))
        .findFirst();
  }

  /** Runs work on the active document; refuses if there is none. */
  Response withActive(Function<Document<M, E>, Response> work) {
    return activeDocument()
        .map(work)
        .orElseGet(
            () -> Response.refused(Refusal.because("no document is open", openSuggestion())));
  }

  /** As {@link #withActive}, but no other process changes the document during the work. */
  Response withActiveExclusively(Function<Document<M, E>, Response> work) {
    return withActive(document -> document.exclusively(() -> work.apply(document)));
  }

  private String openSuggestion() {
    return parked().stream()
        .findFirst()
        .map(openDocument -> "open " + Quoting.quoteIfNeeded(nameOf(openDocument)))
        .orElse("new \"Title\"");
  }

  /** The name by which {@code open} finds a document: its path, or its draft name. */
  String nameOf(OpenDocument<M, E> openDocument) {
    return displayPath(openDocument.document()).orElse(openDocument.draftName());
  }

  /**
   * Whether the history of a document can still be written: it was not deleted or moved, and the
   * disk did not fail.
   */
  static boolean isHistoryReachable(Document<?, ?> document) {
    try {
      return document.exclusively(() -> true);
    } catch (JournalException e) {
      return false;
    }
  }

  /** Whether closing a document would lose no changes. */
  static boolean isSaved(Document<?, ?> document) {
    if (document.isStoredWithoutFile()) {
      return true;
    }
    SessionState<?, ?> state = document.session().state();
    return document.path().isPresent() ? state.isSaved() : state.history().steps().isEmpty();
  }

  /** Whether a document has no file and no changes, so that it need not be parked. */
  private static boolean isPristine(Document<?, ?> document) {
    return document.path().isEmpty() && !document.isStoredWithoutFile() && isSaved(document);
  }

  /** Whether the file of a document holds a version that the user must decide about. */
  static boolean hasUndecidedVersion(SessionState<?, ?> state) {
    return state.externalVersion().filter(ExternalVersion::isUndecided).isPresent();
  }

  /** Whether the changes of a document are in its file, in words. */
  static String saveStatus(Document<?, ?> document) {
    if (document.isStoredWithoutFile()) {
      return "stored";
    }
    if (document.path().isEmpty()) {
      return "in no file";
    }
    SessionState<?, ?> state = document.session().state();
    return hasUndecidedVersion(state)
        ? "the file holds another version"
        : state.isSaved() ? "saved" : "memory ahead of disk";
  }

  /** The path of a document for display. */
  Optional<String> displayPath(Document<M, E> document) {
    return document.path().map(this::displayPath);
  }

  String displayPath(Path path) {
    return settings.folder().display(path);
  }

  /** The title of a document in quotes; empty if it has none. */
  Optional<String> quotedTitle(Document<M, E> document) {
    return language.title(document.session().model()).map(Quoting::quoteAlways);
  }

  String digestLine(Document<M, E> document) {
    return language.digestLine(document.session().digest());
  }

  /** The action that would save a document. */
  String saveAction(Document<M, E> document) {
    return document.path().isPresent() ? "save" : "save as:./name." + preferredExtension();
  }

  /** The preferred file name extension, without dot. */
  String preferredExtension() {
    return language.domain().format().extensions().get(0);
  }

  private static boolean isSameFile(Path path, Path other) {
    try {
      return path.equals(other) || (Files.exists(other) && Files.isSameFile(path, other));
    } catch (IOException e) {
      // One of the files was deleted, so they differ; opening it reports the error.
      return false;
    }
  }
}
