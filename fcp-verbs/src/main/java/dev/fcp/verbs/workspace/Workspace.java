package dev.fcp.verbs.workspace;

import dev.fcp.eventlog.document.Document;
import dev.fcp.eventlog.document.DocumentStore;
import dev.fcp.eventlog.document.DocumentStore.OpenResult;
import dev.fcp.eventlog.domain.EntityRef;
import dev.fcp.eventlog.session.EditOptions;
import dev.fcp.eventlog.session.SessionState;
import dev.fcp.eventlog.session.Subscription;
import dev.fcp.verbs.CardSection;
import dev.fcp.verbs.DomainLanguage;
import dev.fcp.verbs.Query;
import dev.fcp.verbs.form.Form;
import dev.fcp.verbs.form.OperationRefusedException;
import dev.fcp.verbs.run.OperationRunner;
import dev.fcp.verbs.run.QueryRunner;
import dev.fcp.verbs.run.ReferenceCard;
import dev.fcp.verbs.run.Response;
import dev.fcp.verbs.run.Response.Line;
import dev.fcp.verbs.syntax.ParsedOperation;
import dev.fcp.verbs.syntax.Quoting;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.BiFunction;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.function.Supplier;

/**
 * The open documents of a domain, of which one is active. It runs operations, queries and session
 * actions of people and agents on the active document. Thread-safe; calls run one after another.
 *
 * @param <M> the model
 * @param <E> the events
 */
public final class Workspace<M, E> implements AutoCloseable {

  private final OpenDocuments<M, E> documents;
  private final OperationRunner<M, E> runner;
  private final SessionActions<M, E> actions;

  /** Whether answers to queries say that the file does not contain the active document. */
  private final boolean reportsUnsaved;

  /** Whether other responses say it, too; the program saves after each action and reports that. */
  private final boolean isConversation;

  /**
   * A workspace without open documents.
   *
   * @throws IllegalArgumentException if two verbs or two queries of the language have the same name
   */
  public Workspace(DomainLanguage<M, E> language, DocumentStore store, WorkspaceSettings settings) {
    this(language, store, settings, Optional.empty());
  }

  /**
   * A workspace without open documents.
   *
   * @param conversation the conversation whose message the action {@code message} sets; if empty,
   *     there is no such action. Workspaces of several domains can share a conversation. If the
   *     language has an {@link dev.fcp.verbs.UndoTool}, answers to queries, and in a conversation
   *     all responses, end with {@code ! memory ahead of disk} while the file does not contain the
   *     active document.
   * @throws IllegalArgumentException if two verbs or two queries of the language have the same name
   */
  public Workspace(
      DomainLanguage<M, E> language,
      DocumentStore store,
      WorkspaceSettings settings,
      Optional<Conversation> conversation) {
    Objects.requireNonNull(store, "store");
    this.documents = new OpenDocuments<>(language, settings);
    this.runner = new OperationRunner<>(language, settings.limits());
    this.actions =
        new SessionActions<>(
            documents, store.withFolderSettings(language::folderSettings), conversation);
    this.reportsUnsaved = language.undoTool().isPresent();
    this.isConversation = conversation.isPresent();
  }

  /** The active document; empty if there is none. */
  public synchronized Optional<Document<M, E>> document() {
    return documents.activeDocument();
  }

  /** Adds an open document and makes it the active one; the previous active document is parked. */
  public synchronized void open(Document<M, E> document) {
    documents.add(document);
  }

  /**
   * The entity of the active document that a name or a key refers to, whether it exists or was
   * deleted.
   *
   * @throws OperationRefusedException if no entity has this name, or several have it
   */
  public synchronized EntityRef entity(String reference) {
    SessionState<M, E> state = document().orElseThrow().session().state();
    Set<EntityRef> found =
        new EntityResolver<>(documents.language(), state.model(), state.history().steps())
            .resolveAll(reference, replacement -> replacement);
    if (found.size() != 1) {
      throw OperationRefusedException.because(
          "%s may be any of %s".formatted(Quoting.quoteAlways(reference), found));
    }
    return found.iterator().next();
  }

  /**
   * Adds an opened document and makes it the active one; the previous active document is parked.
   *
   * @return lines to report: what its history lost, and how other programs changed its file
   */
  public synchronized List<Line> open(OpenResult.Opened<M, E> opened) {
    open(opened.document());
    List<Line> lines = new ArrayList<>(Line.of(FileChangeText.lines(opened.document())));
    lines.addAll(documents.describeFileChange(opened.document(), opened.fileChange()));
    return lines;
  }

  /**
   * Closes all documents, as {@link #close} does.
   *
   * @return a line for each document with unsaved changes
   * @throws dev.fcp.eventlog.journal.JournalException if a journal fails; all documents are closed
   *     nevertheless
   */
  public synchronized List<String> closeAndListUnsaved() {
    List<OpenDocument<M, E>> closed = List.copyOf(documents.all());
    documents.closeAll();
    return closed.stream()
        .filter(openDocument -> !OpenDocuments.isSaved(openDocument.document()))
        .map(openDocument ->
            "! %s: %s%s"
                .formatted(
                    documents.nameOf(openDocument),
                    OpenDocuments.saveStatus(openDocument.document()),
                    openDocument.document().isPersistent() ? ", kept in its history" : ""))
        .toList();
  }

  /**
   * Applies all operations, or none, see {@link OperationRunner#run}.
   *
   * @param options the origin, the expected head and the label of the batch
   */
  public Response run(List<String> operations, EditOptions options) {
    return run(operations, options, () -> false);
  }

  /**
   * Applies all operations, or none, unless the caller cancels the call, see {@link
   * OperationRunner#run}.
   *
   * @throws java.util.concurrent.CancellationException if the call was cancelled; nothing changes
   */
  public synchronized Response run(
      List<String> operations, EditOptions options, BooleanSupplier isCancelled) {
    List<Line> changes = documents.externalChanges();
    return reportingUnsaved(
            isConversation,
            documents.runAs(
                options.origin(),
                () ->
                    documents.withActiveExclusively(document ->
                        runner.run(
                            document.session(),
                            documents.activeView(),
                            operations,
                            options,
                            isCancelled))))
        .withLinesBefore(changes);
  }

  /** Answers a query. */
  public synchronized Response query(String query) {
    return answer((runner, model) -> runner.answer(model, documents.activeView(), query));
  }

  /** Answers a parsed query. */
  public synchronized Response query(ParsedOperation query) {
    return answer((runner, model) -> runner.answer(model, documents.activeView(), query));
  }

  private Response answer(BiFunction<QueryRunner<M>, M, Response> question) {
    List<Line> changes = documents.externalChanges();
    return reportingUnsaved(
            true,
            documents.withActive(document ->
                question.apply(
                    new QueryRunner<>(
                        queries(document),
                        documents.settings().limits(),
                        new DocumentHistory<>(document, documents.settings())),
                    document.session().model())))
        .withLinesBefore(changes);
  }

  /**
   * Runs a session action.
   *
   * @throws dev.fcp.eventlog.journal.JournalException if a file or the journal cannot be read or
   *     written
   */
  public synchronized Response act(String action, Caller caller) {
    return act(caller, () -> actions.act(action, caller));
  }

  /**
   * Runs a parsed session action.
   *
   * @throws dev.fcp.eventlog.journal.JournalException if a file or the journal cannot be read or
   *     written
   */
  public synchronized Response act(ParsedOperation action, Caller caller) {
    return act(caller, () -> actions.act(action, caller));
  }

  /**
   * Runs a session action on a document, see {@link #on}; {@code new} creates this file.
   *
   * @param name the path of the document, or the name of a draft
   * @throws dev.fcp.eventlog.journal.JournalException if a file or the journal cannot be read or
   *     written
   */
  public synchronized Response actOn(String name, String action, Caller caller) {
    return actions
        .actApart(name, action, caller)
        .orElseGet(() -> on(name, caller, () -> act(action, caller)));
  }

  /**
   * Runs a call while another document is the active one (OL-11). The document is opened if needed
   * and stays open; the active document is the same before and after the call.
   *
   * @param name the path of the document, or the name of a draft
   * @param call a call of this workspace
   * @throws dev.fcp.eventlog.journal.JournalException if a file or the journal cannot be read or
   *     written
   */
  public synchronized Response on(String name, Caller caller, Supplier<Response> call) {
    return actions.on(name, caller, call);
  }

  private Response act(Caller caller, Supplier<Response> work) {
    List<Line> changes = documents.externalChangesOrFailure();
    return reportingUnsaved(isConversation, documents.runAs(caller.origin(), work))
        .withLinesBefore(changes);
  }

  private Response reportingUnsaved(boolean isWanted, Response response) {
    boolean isUnsaved =
        isWanted
            && reportsUnsaved
            && documents.activeDocument().filter(it -> !OpenDocuments.isSaved(it)).isPresent();
    return isUnsaved ? response.withLine("! memory ahead of disk") : response;
  }

  /**
   * Reports each change of the active document from now on, also those of other processes once they
   * are found: who changed what, or a line of JSON for each step.
   *
   * @param out receives the lines, on the thread that found the change
   * @return a subscription; closing it ends the report
   * @throws java.util.NoSuchElementException if no document is active
   */
  public synchronized Subscription report(boolean isJson, Consumer<String> out) {
    Document<M, E> document = documents.activeDocument().orElseThrow();
    ChangeReport<M, E> report = new ChangeReport<>(documents, document, isJson);
    return document.session().listen(change -> report.lines(change).forEach(out));
  }

  /** Closes all documents; the histories of persistent documents are kept. */
  @Override
  public synchronized void close() {
    documents.closeAll();
  }

  /** The reference card, with the sections of the active document. */
  public synchronized List<String> card() {
    List<Form> queries = new ArrayList<>();
    documents.language().queries().forEach(query -> queries.add(query.form()));
    queries.addAll(CommonQueries.FORMS);
    M model =
        documents
            .activeDocument()
            .map(document -> document.session().model())
            .orElseGet(() -> documents.language().domain().empty());
    List<CardSection> sections = documents.language().cardSections(model);
    return new ReferenceCard(
            documents.language().domain().name(), runner.verbs().forms(), queries, actions.forms())
        .lines(sections);
  }

  private List<Query<M>> queries(Document<M, E> document) {
    List<Query<M>> queries = new ArrayList<>(documents.language().queries());
    queries.addAll(new CommonQueries<>(documents, document).all());
    return queries;
  }
}
