package dev.fcp.verbs.workspace;

import dev.fcp.eventlog.document.Document;
import dev.fcp.eventlog.document.Document.FileChange;
import dev.fcp.eventlog.domain.DocumentFormat.ReadResult;
import dev.fcp.eventlog.domain.Source;
import dev.fcp.eventlog.history.Origin;
import dev.fcp.eventlog.journal.JournalException;
import dev.fcp.eventlog.session.ExternalVersion;
import dev.fcp.eventlog.session.SessionState;
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
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Supplier;

/**
 * The documents at hand: one that lies open, if one does, and those that are parked. A parked
 * document keeps its steps, and what is remembered about it.
 */
final class OpenDocuments<M, E> {

  /** How many documents lie on a desk at most; each is held in memory. */
  static final int MAX_DOCUMENTS = 64;

  private static final int DRAFT_SUFFIX_CHARS = 6;
  private static final String DELETED = "gone";

  private final DomainLanguage<M, E> language;
  private final WorkspaceSettings settings;

  /** All documents, the one that was laid last at the end. */
  private final List<OpenDocument<M, E>> documents = new ArrayList<>();

  private Optional<OpenDocument<M, E>> active = Optional.empty();
  private int draftCount;

  /** The version of a file that the user was last notified of and has not decided about. */
  private Optional<String> lastReported = Optional.empty();

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

  /** The document that lies open, as it lies there. */
  Optional<OpenDocument<M, E>> active() {
    return active;
  }

  /** The document that lies open. */
  Optional<Document<M, E>> activeDocument() {
    return active.map(OpenDocument::document);
  }

  /** What is remembered about the open document. */
  ViewState activeView() {
    return active.map(OpenDocument::viewState).orElseGet(ViewState::initial);
  }

  /** The documents, the open one first, then the parked ones, the newest first. */
  List<OpenDocument<M, E>> all() {
    return documents.reversed();
  }

  boolean isActive(OpenDocument<M, E> openDocument) {
    return active.filter(openDocument::equals).isPresent();
  }

  /** The parked documents, the newest first. */
  List<OpenDocument<M, E>> parked() {
    return all().stream().filter(openDocument -> !isActive(openDocument)).toList();
  }

  /** Opens a document that was not on the desk; the open one is parked. */
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

  /** Opens a document that was parked; the open one is parked. */
  void activate(OpenDocument<M, E> openDocument) {
    activeDocument().filter(OpenDocuments::isPristine).ifPresent(pristine -> closeActive());
    documents.remove(openDocument);
    documents.add(openDocument);
    active = Optional.of(openDocument);
  }

  /** Takes the open document off the desk, also if closing it fails; then none is open. */
  void closeActive() {
    Optional<Document<M, E>> closing = activeDocument();
    removeActive();
    closing.ifPresent(Document::close);
  }

  /** Takes the open document, which is closed, off the desk. */
  void removeActive() {
    active.ifPresent(openDocument -> {
      openDocument.externalChanges().close();
      documents.remove(openDocument);
    });
    active = Optional.empty();
  }

  /** Closes all documents; what was recorded lasts, where it does. */
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

  /** By what name a draft of a store is known here. */
  static String draftName(String name) {
    int from = Math.max(0, name.length() - DRAFT_SUFFIX_CHARS);
    return "draft-" + name.substring(from).toLowerCase(Locale.ROOT);
  }

  /** What others did to the open document and its file, in lines; each thing is reported once. */
  List<Line> externalChanges() {
    return active.map(this::unreportedChanges).orElse(List.of());
  }

  private List<Line> unreportedChanges(OpenDocument<M, E> openDocument) {
    openDocument.externalChanges().setOwnOrigin(Optional.empty());
    FileChange fileChange = openDocument.document().checkFile();
    List<String> changes = openDocument.externalChanges().lines(new StepText(settings), fileChange);
    List<Line> lines = new ArrayList<>(Line.of(changes));
    if (!isReported(fileChange)) {
      lines.addAll(describeFileChange(openDocument.document(), fileChange));
    }
    return lines;
  }

  /** Does what somebody asked for; its effects are not reported back as news. */
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
   * As {@link #externalChanges}; if that cannot be found out, why: a document can be put away all
   * the same.
   */
  List<Line> externalChangesOrFailure() {
    try {
      return externalChanges();
    } catch (JournalException e) {
      return List.of(Line.of("! " + e.getMessage()));
    }
  }

  /**
   * What others did to a document at hand and its file, in lines that were not reported yet; empty
   * if it cannot go on, because somebody deleted, replaced or moved its history. It is taken off
   * the desk then, and what of it lasts is found by opening it again.
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

  /** What others did to a document and its file, in lines. */
  List<Line> describeFileChange(Document<M, E> document, FileChange fileChange) {
    if (fileChange instanceof FileChange.Undecided(var version, var reason)) {
      lastReported = Optional.of(version.id());
    } else if (fileChange instanceof FileChange.Deleted) {
      lastReported = Optional.of(DELETED);
    }
    return FileChangeText.lines(
        fileChange, displayPath(document).orElse(""), decidingAction(fileChange));
  }

  /** The action that decides about another version in a file. */
  private String decidingAction(FileChange fileChange) {
    return fileChange instanceof FileChange.Undecided(var version, var reason)
            && isUnreadable(version)
        ? SaveAction.OVERWRITE_ACTION
        : "revert";
  }

  private boolean isUnreadable(Source version) {
    return language.domain().format().read(version.bytes()) instanceof ReadResult.Unreadable<M>;
  }

  /** Whether the file of a document holds a version that cannot be read. */
  boolean hasUnreadableVersion(Document<M, E> document) {
    return document
        .session()
        .state()
        .externalVersion()
        .filter(version -> version.isUndecided() && isUnreadable(version.source()))
        .isPresent();
  }

  private boolean isReported(FileChange fileChange) {
    return switch (fileChange) {
      case FileChange.Undecided(var version, var reason) ->
          lastReported.filter(version.id()::equals).isPresent();
      case FileChange.Deleted deleted -> lastReported.filter(DELETED::equals).isPresent();
      case FileChange.None none -> true;
      case FileChange.Rewritten rewritten -> false;
      case FileChange.Merged merged -> false;
      case FileChange.Overwritten overwritten -> false;
    };
  }

  /** Why no further document can be laid; empty if one can. */
  Optional<Refusal> limitRefusal() {
    return documents.size() < MAX_DOCUMENTS
        ? Optional.empty()
        : Optional.of(
            Refusal.because(
                "%d documents are open already; close one of them".formatted(MAX_DOCUMENTS),
                "documents"));
  }

  /** The document that a file belongs to. */
  Optional<OpenDocument<M, E>> findByPath(Path path) {
    return documents.stream()
        .filter(openDocument ->
            openDocument.document().path().filter(ownPath -> isSameFile(ownPath, path)).isPresent())
        .findFirst();
  }

  /** The document without a file that is known by a name. */
  Optional<OpenDocument<M, E>> findDraft(String name) {
    return documents.stream()
        .filter(openDocument ->
            openDocument.document().path().isEmpty()
                && openDocument.draftName().equalsIgnoreCase(name))
        .findFirst();
  }

  /** What comes of the open document; a refusal if none is open. */
  Response withActive(Function<Document<M, E>, Response> work) {
    return activeDocument()
        .map(work)
        .orElseGet(
            () -> Response.refused(Refusal.because("no document is open", openSuggestion())));
  }

  /** As {@link #withActive}, for what changes the document: nobody else changes it meanwhile. */
  Response withActiveExclusively(Function<Document<M, E>, Response> work) {
    return withActive(document -> document.exclusively(() -> work.apply(document)));
  }

  private String openSuggestion() {
    return parked().stream()
        .findFirst()
        .map(openDocument -> "open " + Quoting.quoteIfNeeded(nameOf(openDocument)))
        .orElse("new \"Title\"");
  }

  /** By what {@code active} knows a document: its path, or the name of the draft. */
  String nameOf(OpenDocument<M, E> openDocument) {
    return displayPath(openDocument.document()).orElse(openDocument.draftName());
  }

  /** Whether a document can go on: nobody took its history away, and the disk did not fail. */
  static boolean isHistoryReachable(Document<?, ?> document) {
    try {
      return document.exclusively(() -> true);
    } catch (JournalException e) {
      return false;
    }
  }

  /** Whether nothing would be lost if a document were closed. */
  static boolean isSaved(Document<?, ?> document) {
    SessionState<?, ?> state = document.session().state();
    return document.path().isPresent() ? state.isSaved() : state.history().steps().isEmpty();
  }

  /** Whether a document is as it began and no file holds it: nothing to come back to. */
  private static boolean isPristine(Document<?, ?> document) {
    return document.path().isEmpty() && isSaved(document);
  }

  /** Whether the file of a document holds a version that its owner is to decide about. */
  static boolean hasUndecidedVersion(SessionState<?, ?> state) {
    return state.externalVersion().filter(ExternalVersion::isUndecided).isPresent();
  }

  /** Where the changes of a document are. */
  static String saveStatus(Document<?, ?> document) {
    if (document.path().isEmpty()) {
      return "in no file";
    }
    SessionState<?, ?> state = document.session().state();
    return hasUndecidedVersion(state)
        ? "the file holds another version"
        : state.isSaved() ? "saved" : "memory ahead of disk";
  }

  /** The path of a document as people read it. */
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
      // One of them is gone; then they are not the same file, and opening says what is wrong.
      return false;
    }
  }
}
