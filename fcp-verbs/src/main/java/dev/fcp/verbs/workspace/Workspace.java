package dev.fcp.verbs.workspace;

import dev.fcp.eventlog.document.Document;
import dev.fcp.eventlog.document.DocumentStore;
import dev.fcp.eventlog.document.DocumentStore.OpenResult;
import dev.fcp.eventlog.session.EditOptions;
import dev.fcp.verbs.CardSection;
import dev.fcp.verbs.DomainLanguage;
import dev.fcp.verbs.Query;
import dev.fcp.verbs.form.Form;
import dev.fcp.verbs.run.OperationRunner;
import dev.fcp.verbs.run.QueryRunner;
import dev.fcp.verbs.run.ReferenceCard;
import dev.fcp.verbs.run.Response;
import dev.fcp.verbs.run.Response.Line;
import dev.fcp.verbs.syntax.ParsedOperation;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.function.BiFunction;
import java.util.function.Supplier;

/**
 * A place where the documents of a domain are worked on, one at a time, by what people and agents
 * type: operations, queries and session actions. Calls come one after another, whatever thread they
 * come from.
 *
 * @param <M> the model
 * @param <E> the family of events
 */
public final class Workspace<M, E> implements AutoCloseable {

  private final OpenDocuments<M, E> documents;
  private final OperationRunner<M, E> runner;
  private final SessionActions<M, E> actions;

  /**
   * A workspace where no document is open yet.
   *
   * @throws IllegalArgumentException if the language names two verbs or queries alike
   */
  public Workspace(DomainLanguage<M, E> language, DocumentStore store, WorkspaceSettings settings) {
    this(language, store, settings, Optional.empty());
  }

  /**
   * A workspace where no document is open yet.
   *
   * @param conversation what the action {@code message} is about; without one there is no such
   *     action. Workspaces of several domains may share one.
   * @throws IllegalArgumentException if the language names two verbs or queries alike
   */
  public Workspace(
      DomainLanguage<M, E> language,
      DocumentStore store,
      WorkspaceSettings settings,
      Optional<Conversation> conversation) {
    Objects.requireNonNull(store, "store");
    this.documents = new OpenDocuments<>(language, settings);
    this.runner = new OperationRunner<>(language, settings.limits());
    this.actions = new SessionActions<>(documents, store, conversation);
  }

  /** The document that is open, if one is. */
  public synchronized Optional<Document<M, E>> document() {
    return documents.activeDocument();
  }

  /** Opens a document that was read elsewhere; the one that is open is parked. */
  public synchronized void open(Document<M, E> document) {
    documents.add(document);
  }

  /**
   * Opens a document that was opened elsewhere; the one that is open is parked.
   *
   * @return what to report: what its history had lost, and what others did to its file
   */
  public synchronized List<Line> open(OpenResult.Opened<M, E> opened) {
    open(opened.document());
    List<Line> lines = new ArrayList<>(Line.of(FileChangeText.lines(opened.document())));
    lines.addAll(documents.describeFileChange(opened.document(), opened.fileChange()));
    return lines;
  }

  /**
   * Closes all documents at hand, as {@link #close} does.
   *
   * @return a line for each one with changes that no file holds
   * @throws dev.fcp.eventlog.journal.JournalException if a journal fails; all are closed then
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
   * Applies operations, all or none: see {@link OperationRunner#run}.
   *
   * @param options who asks, and what head is expected
   */
  public synchronized Response run(List<String> operations, EditOptions options) {
    List<Line> changes = documents.externalChanges();
    return documents
        .runAs(
            options.origin(),
            () ->
                documents.withActiveExclusively(document ->
                    runner.run(document.session(), documents.activeView(), operations, options)))
        .withLinesBefore(changes);
  }

  /** Answers a query; nothing changes. */
  public synchronized Response query(String query) {
    return answer((runner, model) -> runner.answer(model, documents.activeView(), query));
  }

  /** Answers a query that was not typed as text; nothing changes. */
  public synchronized Response query(ParsedOperation query) {
    return answer((runner, model) -> runner.answer(model, documents.activeView(), query));
  }

  private Response answer(BiFunction<QueryRunner<M>, M, Response> question) {
    List<Line> changes = documents.externalChanges();
    return documents
        .withActive(document ->
            question.apply(
                new QueryRunner<>(queries(document), documents.settings().limits()),
                document.session().model()))
        .withLinesBefore(changes);
  }

  /**
   * Carries out a session action.
   *
   * @throws dev.fcp.eventlog.journal.JournalException if a file or the journal cannot be read or
   *     written
   */
  public synchronized Response act(String action, Caller caller) {
    return act(caller, () -> actions.act(action, caller));
  }

  /**
   * Carries out a session action that was not typed as text.
   *
   * @throws dev.fcp.eventlog.journal.JournalException if a file or the journal cannot be read or
   *     written
   */
  public synchronized Response act(ParsedOperation action, Caller caller) {
    return act(caller, () -> actions.act(action, caller));
  }

  private Response act(Caller caller, Supplier<Response> work) {
    List<Line> changes = documents.externalChangesOrFailure();
    return documents.runAs(caller.origin(), work).withLinesBefore(changes);
  }

  /** Closes all documents at hand; what was recorded of them lasts, where it does. */
  @Override
  public synchronized void close() {
    documents.closeAll();
  }

  /** The reference card, with what the open document adds to it. */
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
