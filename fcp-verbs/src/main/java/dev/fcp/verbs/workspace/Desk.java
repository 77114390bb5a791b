package dev.fcp.verbs.workspace;

import dev.fcp.eventlog.document.Document;
import dev.fcp.eventlog.document.FileNews;
import dev.fcp.eventlog.domain.ReadResult;
import dev.fcp.eventlog.domain.Source;
import dev.fcp.eventlog.history.Origin;
import dev.fcp.eventlog.journal.JournalException;
import dev.fcp.eventlog.session.ForeignVersion;
import dev.fcp.eventlog.session.SessionState;
import dev.fcp.verbs.DomainLanguage;
import dev.fcp.verbs.form.Refusal;
import dev.fcp.verbs.run.Answer;
import dev.fcp.verbs.run.View;
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
final class Desk<M, E> {

  /** How many documents lie on a desk at most; each is held in memory. */
  static final int MAX_DOCUMENTS = 64;

  private static final int DRAFT_LETTERS = 6;
  private static final String GONE = "gone";

  private final DomainLanguage<M, E> language;
  private final WorkspaceSettings settings;

  /** All documents, the one that was laid last at the end. */
  private final List<Sheet<M, E>> sheets = new ArrayList<>();

  private Optional<Sheet<M, E>> open = Optional.empty();
  private int drafts;

  /** The version of a file that the user was told of last and has not decided about. */
  private Optional<String> told = Optional.empty();

  Desk(DomainLanguage<M, E> language, WorkspaceSettings settings) {
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
  Optional<Sheet<M, E>> open() {
    return open;
  }

  /** The document that lies open. */
  Optional<Document<M, E>> document() {
    return open.map(Sheet::document);
  }

  /** What is remembered about the open document. */
  View view() {
    return open.map(Sheet::view).orElseGet(View::initial);
  }

  /** The documents, the open one first, then the parked ones, the newest first. */
  List<Sheet<M, E>> sheets() {
    return sheets.reversed();
  }

  boolean isOpen(Sheet<M, E> sheet) {
    return open.filter(sheet::equals).isPresent();
  }

  /** The parked documents, the newest first. */
  List<Sheet<M, E>> parked() {
    return sheets().stream().filter(sheet -> !isOpen(sheet)).toList();
  }

  /** Opens a document that was not on the desk; the open one is parked. */
  void lay(Document<M, E> document) {
    document().filter(Desk::isBlank).ifPresent(blank -> close());
    drafts += document.path().isEmpty() ? 1 : 0;
    String draft = document.draft().map(Desk::draftName).orElse("draft-" + drafts);
    Sheet<M, E> sheet =
        new Sheet<>(document, View.initial(), draft, Meanwhile.since(document.session()));
    sheets.add(sheet);
    open = Optional.of(sheet);
  }

  /** Opens a document that was parked; the open one is parked. */
  void layAgain(Sheet<M, E> sheet) {
    document().filter(Desk::isBlank).ifPresent(blank -> close());
    sheets.remove(sheet);
    sheets.add(sheet);
    open = Optional.of(sheet);
  }

  /** Takes the open document off the desk, also if closing it fails; then none is open. */
  void close() {
    Optional<Document<M, E>> closing = document();
    forget();
    closing.ifPresent(Document::close);
  }

  /** Takes the open document, which is closed, off the desk. */
  void forget() {
    open.ifPresent(sheet -> {
      sheet.meanwhile().close();
      sheets.remove(sheet);
    });
    open = Optional.empty();
  }

  /** Closes all documents; what was recorded lasts, where it does. */
  void closeAll() {
    List<JournalException> failures = new ArrayList<>();
    for (Sheet<M, E> sheet : sheets) {
      try {
        sheet.document().close();
      } catch (JournalException e) {
        failures.add(e);
      }
    }
    sheets.clear();
    open = Optional.empty();
    if (!failures.isEmpty()) {
      failures.subList(1, failures.size()).forEach(failures.get(0)::addSuppressed);
      throw failures.get(0);
    }
  }

  /** By what name a draft of a store is known here. */
  static String draftName(String name) {
    int from = Math.max(0, name.length() - DRAFT_LETTERS);
    return "draft-" + name.substring(from).toLowerCase(Locale.ROOT);
  }

  /** What others did to the open document and its file, in lines; each thing is told once. */
  List<String> news() {
    return open.map(this::untold).orElse(List.of());
  }

  private List<String> untold(Sheet<M, E> sheet) {
    sheet.meanwhile().workBegins(Optional.empty());
    FileNews news = sheet.document().look();
    List<String> lines = new ArrayList<>(sheet.meanwhile().lines(new StepText(settings), news));
    if (!isToldAlready(news)) {
      lines.addAll(newsLines(sheet.document(), news));
    }
    return lines;
  }

  /** Does what somebody asked for; what comes of it needs not be told them as news. */
  <T> T during(Origin origin, Supplier<T> work) {
    Optional<Sheet<M, E>> at = open;
    at.ifPresent(sheet -> sheet.meanwhile().workBegins(Optional.of(origin)));
    try {
      return work.get();
    } finally {
      at.ifPresent(sheet -> sheet.meanwhile().workBegins(Optional.empty()));
    }
  }

  /**
   * As {@link #news}; if that cannot be found out, why: a document can be put away all the same.
   */
  List<String> newsOrFailure() {
    try {
      return news();
    } catch (JournalException e) {
      return List.of("! " + e.getMessage());
    }
  }

  /**
   * What others did to a document at hand and its file, in lines that were not told yet; empty if
   * it cannot go on, because somebody deleted, replaced or moved its history. It is taken off the
   * desk then, and what of it lasts is found by opening it again.
   */
  Optional<List<String>> newsOf(Sheet<M, E> sheet) {
    try {
      return Optional.of(untold(sheet));
    } catch (JournalException e) {
      open = open.filter(it -> !it.equals(sheet));
      sheets.remove(sheet);
      sheet.document().close();
      return Optional.empty();
    }
  }

  /** What others did to a document and its file, in lines. */
  List<String> newsLines(Document<M, E> document, FileNews news) {
    if (news instanceof FileNews.Undecided(var version, var reason)) {
      told = Optional.of(version.id());
    } else if (news instanceof FileNews.Gone) {
      told = Optional.of(GONE);
    }
    return NewsText.lines(news, shownPath(document).orElse(""), deciding(news));
  }

  /** The action that decides about another version in a file. */
  private String deciding(FileNews news) {
    return news instanceof FileNews.Undecided(var version, var reason) && isDamaged(version)
        ? SaveAction.OVERWRITING
        : "revert";
  }

  private boolean isDamaged(Source version) {
    return language.domain().format().read(version.bytes()) instanceof ReadResult.Unreadable<M>;
  }

  /** Whether the file of a document holds a version that cannot be read. */
  boolean isDamaged(Document<M, E> document) {
    return document
        .session()
        .state()
        .foreignVersion()
        .filter(version -> version.isUndecided() && isDamaged(version.source()))
        .isPresent();
  }

  private boolean isToldAlready(FileNews news) {
    return switch (news) {
      case FileNews.Undecided(var version, var reason) ->
          told.filter(version.id()::equals).isPresent();
      case FileNews.Gone gone -> told.filter(GONE::equals).isPresent();
      case FileNews.Nothing nothing -> true;
      case FileNews.Rewritten rewritten -> false;
      case FileNews.TakenIn takenIn -> false;
      case FileNews.Kept kept -> false;
    };
  }

  /** Why no further document can be laid; empty if one can. */
  Optional<Refusal> full() {
    return sheets.size() < MAX_DOCUMENTS
        ? Optional.empty()
        : Optional.of(
            Refusal.because(
                "%d documents lie open already; close one of them".formatted(MAX_DOCUMENTS),
                "documents"));
  }

  /** The document that a file belongs to. */
  Optional<Sheet<M, E>> sheetOf(Path path) {
    return sheets.stream()
        .filter(sheet -> sheet.document().path().filter(own -> isSame(own, path)).isPresent())
        .findFirst();
  }

  /** The document without a file that is known by a name. */
  Optional<Sheet<M, E>> draft(String name) {
    return sheets.stream()
        .filter(sheet -> sheet.document().path().isEmpty() && sheet.draft().equalsIgnoreCase(name))
        .findFirst();
  }

  /** What comes of the open document; a refusal if none is open. */
  Answer with(Function<Document<M, E>, Answer> work) {
    return document()
        .map(work)
        .orElseGet(() -> Answer.refused(Refusal.because("no document is open", opening())));
  }

  /** As {@link #with}, for what changes the document: nobody else changes it meanwhile. */
  Answer changing(Function<Document<M, E>, Answer> work) {
    return with(document -> document.holding(() -> work.apply(document)));
  }

  private String opening() {
    return parked().stream()
        .findFirst()
        .map(sheet -> "open " + Quoting.quote(name(sheet)))
        .orElse("new \"Title\"");
  }

  /** By what {@code open} knows a document: its path, or the name of the draft. */
  String name(Sheet<M, E> sheet) {
    return shownPath(sheet.document()).orElse(sheet.draft());
  }

  /** Whether a document can go on: nobody took its history away, and the disk did not fail. */
  static boolean isReachable(Document<?, ?> document) {
    try {
      return document.holding(() -> true);
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
  private static boolean isBlank(Document<?, ?> document) {
    return document.path().isEmpty() && isSaved(document);
  }

  /** Whether the file of a document holds a version that its owner is to decide about. */
  static boolean holdsAnother(SessionState<?, ?> state) {
    return state.foreignVersion().filter(ForeignVersion::isUndecided).isPresent();
  }

  /** Where the changes of a document are. */
  static String standing(Document<?, ?> document) {
    if (document.path().isEmpty()) {
      return "in no file";
    }
    SessionState<?, ?> state = document.session().state();
    return holdsAnother(state)
        ? "the file holds another version"
        : state.isSaved() ? "saved" : "memory ahead of disk";
  }

  /** The path of a document as people read it. */
  Optional<String> shownPath(Document<M, E> document) {
    return document.path().map(this::shown);
  }

  String shown(Path path) {
    return settings.folder().shown(path);
  }

  /** The title of a document in quotes; empty if it has none. */
  Optional<String> quotedTitle(Document<M, E> document) {
    return language.title(document.session().model()).map(Quoting::quoted);
  }

  String digestLine(Document<M, E> document) {
    return language.digestLine(document.session().digest());
  }

  /** The action that would save a document. */
  String savingAction(Document<M, E> document) {
    return document.path().isPresent() ? "save" : "save as:./name." + extension();
  }

  /** The preferred file name extension, without dot. */
  String extension() {
    return language.domain().format().extensions().get(0);
  }

  private static boolean isSame(Path one, Path other) {
    try {
      return one.equals(other) || (Files.exists(other) && Files.isSameFile(one, other));
    } catch (IOException e) {
      // One of them is gone; then they are not the same file, and opening says what is wrong.
      return false;
    }
  }
}
