package dev.fcp.verbs.workspace;

import dev.fcp.eventlog.document.Document;
import dev.fcp.eventlog.document.DocumentStore;
import dev.fcp.eventlog.document.Opening;
import dev.fcp.eventlog.session.Intent;
import dev.fcp.verbs.CardSection;
import dev.fcp.verbs.DomainLanguage;
import dev.fcp.verbs.Query;
import dev.fcp.verbs.form.Form;
import dev.fcp.verbs.run.Answer;
import dev.fcp.verbs.run.OperationRunner;
import dev.fcp.verbs.run.QueryRunner;
import dev.fcp.verbs.run.ReferenceCard;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/**
 * A place where the documents of a domain are worked on, one at a time, by what people and agents
 * type: operations, queries and session actions. Calls come one after another, whatever thread they
 * come from.
 *
 * @param <M> the model
 * @param <E> the family of events
 */
public final class Workspace<M, E> implements AutoCloseable {

  private final Desk<M, E> desk;
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
    this.desk = new Desk<>(language, settings);
    this.runner = new OperationRunner<>(language, settings.limits());
    this.actions = new SessionActions<>(desk, store, conversation);
  }

  /** The document that is open, if one is. */
  public synchronized Optional<Document<M, E>> document() {
    return desk.document();
  }

  /** Opens a document that was read elsewhere; the one that is open is parked. */
  public synchronized void open(Document<M, E> document) {
    desk.lay(document);
  }

  /**
   * Opens a document that was opened elsewhere; the one that is open is parked.
   *
   * @return what is to be told of it: what its history had lost, and what others did to its file
   */
  public synchronized List<String> open(Opening.Opened<M, E> opened) {
    open(opened.document());
    List<String> lines = new ArrayList<>(NewsText.lines(opened.document()));
    lines.addAll(desk.newsLines(opened.document(), opened.news()));
    return lines;
  }

  /**
   * Closes all documents at hand, as {@link #close} does.
   *
   * @return a line for each one with changes that no file holds
   * @throws dev.fcp.eventlog.journal.JournalException if a journal fails; all are closed then
   */
  public synchronized List<String> leave() {
    List<Sheet<M, E>> left = List.copyOf(desk.sheets());
    desk.closeAll();
    return left.stream()
        .filter(sheet -> !Desk.isSaved(sheet.document()))
        .map(sheet ->
            "! %s: %s%s"
                .formatted(
                    desk.name(sheet),
                    Desk.standing(sheet.document()),
                    sheet.document().isKept() ? ", kept in its history" : ""))
        .toList();
  }

  /**
   * Applies operations, all or none: see {@link OperationRunner#run}.
   *
   * @param intent who asks, and what head is expected
   */
  public synchronized Answer run(List<String> operations, Intent intent) {
    List<String> news = desk.news();
    return desk.during(
            intent.origin(),
            () ->
                desk.changing(
                    document -> runner.run(document.session(), desk.view(), operations, intent)))
        .after(news);
  }

  /** Answers a query; nothing changes. */
  public synchronized Answer query(String query) {
    List<String> news = desk.news();
    return desk.with(document ->
            new QueryRunner<>(queries(document), desk.settings().limits())
                .answer(document.session().model(), desk.view(), query))
        .after(news);
  }

  /**
   * Carries out a session action.
   *
   * @throws dev.fcp.eventlog.journal.JournalException if a file or the journal cannot be read or
   *     written
   */
  public synchronized Answer act(String action, Caller caller) {
    List<String> news = desk.newsOrFailure();
    return desk.during(caller.origin(), () -> actions.act(action, caller)).after(news);
  }

  /** Closes all documents at hand; what was recorded of them lasts, where it does. */
  @Override
  public synchronized void close() {
    desk.closeAll();
  }

  /** The reference card, with what the open document adds to it. */
  public synchronized List<String> card() {
    List<Form> queries = new ArrayList<>();
    desk.language().queries().forEach(query -> queries.add(query.form()));
    queries.addAll(EngineQueries.FORMS);
    M model =
        desk.document()
            .map(document -> document.session().model())
            .orElseGet(() -> desk.language().domain().empty());
    List<CardSection> vocabulary = desk.language().vocabulary(model);
    return new ReferenceCard(
            desk.language().domain().name(), runner.verbs().forms(), queries, actions.forms())
        .lines(vocabulary);
  }

  private List<Query<M>> queries(Document<M, E> document) {
    List<Query<M>> queries = new ArrayList<>(desk.language().queries());
    queries.addAll(new EngineQueries<>(desk, document).all());
    return queries;
  }
}
