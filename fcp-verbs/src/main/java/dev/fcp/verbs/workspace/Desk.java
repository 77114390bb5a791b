package dev.fcp.verbs.workspace;

import dev.fcp.eventlog.document.Document;
import dev.fcp.eventlog.session.SessionState;
import dev.fcp.verbs.DomainLanguage;
import dev.fcp.verbs.form.Refusal;
import dev.fcp.verbs.run.Answer;
import dev.fcp.verbs.run.View;
import dev.fcp.verbs.syntax.Quoting;
import java.nio.file.Path;
import java.util.Optional;
import java.util.function.Function;

/** The document that lies open, if one does, and what is remembered about it. */
final class Desk<M, E> {

  private final DomainLanguage<M, E> language;
  private final WorkspaceSettings settings;
  private Optional<Document<M, E>> document = Optional.empty();
  private View view = View.initial();

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

  Optional<Document<M, E>> document() {
    return document;
  }

  View view() {
    return view;
  }

  /** Puts another document in the place of the one that lies open. */
  void lay(Document<M, E> other) {
    document = Optional.of(other);
    view = View.initial();
  }

  /** What comes of the open document; a refusal if none is open. */
  Answer with(Function<Document<M, E>, Answer> work) {
    return document
        .map(work)
        .orElseGet(() -> Answer.refused(Refusal.because("no document is open", "new \"Title\"")));
  }

  /** Whether the open document has changes that no file holds. */
  boolean hasUnsavedChanges() {
    return document.filter(open -> !isSaved(open)).isPresent();
  }

  /** Whether nothing would be lost if a document were closed. */
  static boolean isSaved(Document<?, ?> document) {
    SessionState<?, ?> state = document.session().state();
    return document.path().isPresent() ? state.isSaved() : state.history().steps().isEmpty();
  }

  /** The path of a document as people read it. */
  Optional<String> shownPath(Document<M, E> open) {
    return open.path().map(this::shown);
  }

  String shown(Path path) {
    return settings.folder().shown(path);
  }

  /** The title of a document in quotes; empty if it has none. */
  Optional<String> quotedTitle(Document<M, E> open) {
    return language.title(open.session().model()).map(Quoting::quoted);
  }

  String digestLine(Document<M, E> open) {
    return language.digestLine(open.session().digest());
  }

  /** The action that would save a document. */
  String savingAction(Document<M, E> open) {
    return open.path().isPresent() ? "save" : "save as:./name." + extension();
  }

  /** The preferred file name extension, without dot. */
  String extension() {
    return language.domain().format().extensions().get(0);
  }
}
