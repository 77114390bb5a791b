package dev.fcp.verbs.workspace;

import dev.fcp.eventlog.document.DocumentStore;
import dev.fcp.verbs.FormRegistry;
import dev.fcp.verbs.FormRegistry.Match;
import dev.fcp.verbs.form.Form;
import dev.fcp.verbs.form.Refusal;
import dev.fcp.verbs.run.OperationText;
import dev.fcp.verbs.run.QueryRunner;
import dev.fcp.verbs.run.Response;
import dev.fcp.verbs.syntax.ParsedOperation;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
import java.util.stream.Stream;

/** The session actions of a workspace, by name. */
final class SessionActions<M, E> {

  /** The actions that go to another state of the history. */
  private static final Set<Form> RESTORING =
      Set.of(
          SessionForms.UNDO,
          SessionForms.REDO,
          SessionForms.BAIL,
          SessionForms.ROLLBACK,
          SessionForms.SESSION_DELETE,
          SessionForms.SWITCH,
          SessionForms.JUMP);

  private final OpenDocuments<M, E> documents;
  private final FileActions<M, E> fileActions;
  private final List<SessionAction> queries;
  private final FormRegistry<SessionAction> actions;

  /** All actions, including {@code message} if there is a conversation. */
  SessionActions(
      OpenDocuments<M, E> documents, DocumentStore store, Optional<Conversation> conversation) {
    this.documents = documents;
    this.fileActions = new FileActions<>(documents, store);
    this.queries =
        CommonQueries.FORMS.stream()
            .map(form -> new SessionAction(form, (op, caller) -> answerQuery(op)))
            .toList();
    List<SessionAction> all =
        Stream.of(
                fileActions.all(),
                new DocumentActions<>(documents, store).all(),
                new UndoActions<>(documents).all(),
                new RollbackAction<>(documents).all(),
                List.of(new MarkAction<>(documents).action()),
                new BranchActions<>(documents).all(),
                new HistoryActions<>(documents).all(),
                queries,
                conversation.stream().map(MessageAction::of).toList())
            .flatMap(List::stream)
            .map(this::refusingIfNeeded)
            .toList();
    this.actions = FormRegistry.of("action", all, SessionAction::form);
  }

  /** An action that the language can refuse if it goes to another state of the history. */
  private SessionAction refusingIfNeeded(SessionAction action) {
    if (!RESTORING.contains(action.form())) {
      return action;
    }
    return new SessionAction(
        action.form(),
        (op, caller) ->
            documents
                .activeDocument()
                .filter(document -> !op.words().contains(SessionForms.DRY_RUN))
                .flatMap(document ->
                    documents
                        .language()
                        .restoringRefusal(action.form().name(), document.session().model()))
                .map(Response::refused)
                .orElseGet(() -> action.handler().apply(op, caller)));
  }

  List<Form> forms() {
    return actions.forms();
  }

  Response act(String text, Caller caller) {
    return switch (OperationText.parse(text, documents.settings().limits())) {
      case OperationText.Refused(var refusal) -> Response.refused(refusal);
      case OperationText.Parsed(var op) -> act(op, caller);
    };
  }

  Response act(ParsedOperation op, Caller caller) {
    Optional<Refusal> limitRefusal =
        OperationText.limitRefusal(op.raw(), documents.settings().limits());
    if (limitRefusal.isPresent()) {
      return Response.refused(limitRefusal.get());
    }
    Optional<SessionAction> query =
        queries.stream().filter(it -> it.form().name().equals(op.verb())).findFirst();
    if (query.isPresent()) {
      // The runner of queries checks the form, because it also takes the page.
      return query.get().handler().apply(op, caller);
    }
    return switch (actions.match(op)) {
      case Match.Matched<SessionAction>(var action, var matched) ->
          withoutRemovals(action.handler().apply(matched, caller));
      case Match.Refused<SessionAction>(var refusal) -> withoutRemovals(Response.refused(refusal));
    };
  }

  /** Runs a call while the named document is the active one. */
  Response on(String name, Caller caller, Supplier<Response> call) {
    return fileActions.on(name, caller, call);
  }

  /**
   * Runs an action that opens or creates a document and therefore acts on none; empty if it is
   * another action.
   */
  Optional<Response> actApart(String name, String text, Caller caller) {
    if (!(OperationText.parse(text, documents.settings().limits())
        instanceof OperationText.Parsed(var op))) {
      return Optional.empty();
    }
    String verb = op.verb();
    if (verb.equals(SessionForms.OPEN.name()) || verb.equals(SessionForms.ADOPT.name())) {
      return Optional.of(
          Response.refused(
              Refusal.because(
                  "%s names its document itself and makes it the active one; leave out file"
                      .formatted(verb))));
    }
    if (!verb.equals(SessionForms.NEW)) {
      return Optional.empty();
    }
    return Optional.of(
        switch (actions.match(op)) {
          case Match.Matched<SessionAction>(var action, var matched) ->
              fileActions.create(name, matched, caller);
          case Match.Refused<SessionAction>(var refusal) -> Response.refused(refusal);
        });
  }

  /** A refusal without suggestions of actions that take something away. */
  private Response withoutRemovals(Response response) {
    return response.isError()
        ? new Response(
            response.content().stream().filter(line -> !suggestsRemoval(line)).toList(), true)
        : response;
  }

  private boolean suggestsRemoval(Response.Line line) {
    return line instanceof Response.Line.Suggestion(var kind, var operation)
        && OperationText.parse(operation, documents.settings().limits())
            instanceof OperationText.Parsed(var op)
        && actions.match(op) instanceof Match.Matched<SessionAction>(var action, var matched)
        && action.form().isRemoving()
        && !matched.words().contains(SessionForms.DRY_RUN);
  }

  private Response answerQuery(ParsedOperation op) {
    return documents.withActive(document ->
        new QueryRunner<>(
                new CommonQueries<>(documents, document).all(), documents.settings().limits())
            .answer(document.session().model(), documents.activeView(), op));
  }
}
