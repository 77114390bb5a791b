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
import java.util.stream.Stream;

/** The session actions of a workspace, by name. */
final class SessionActions<M, E> {

  private final OpenDocuments<M, E> documents;
  private final FormRegistry<SessionAction> actions;

  /** All actions, including {@code message} if there is a conversation. */
  SessionActions(
      OpenDocuments<M, E> documents, DocumentStore store, Optional<Conversation> conversation) {
    this.documents = documents;
    List<SessionAction> queryActions =
        CommonQueries.FORMS.stream()
            .map(form -> new SessionAction(form, (op, caller) -> answerQuery(op)))
            .toList();
    List<SessionAction> all =
        Stream.of(
                new FileActions<>(documents, store).all(),
                new DocumentActions<>(documents, store).all(),
                new UndoActions<>(documents).all(),
                List.of(new RollbackAction<>(documents).action()),
                new BranchActions<>(documents).all(),
                new HistoryActions<>(documents).all(),
                queryActions,
                conversation.stream().map(MessageAction::of).toList())
            .flatMap(List::stream)
            .toList();
    this.actions = FormRegistry.of("action", all, SessionAction::form);
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
    // The query forms do not declare the parameter page; the query runner removes and interprets
    // it.
    ParsedOperation withoutPage = isQuery(op) ? op.withoutParam("page") : op;
    return switch (actions.match(withoutPage)) {
      case Match.Matched<SessionAction>(var action, var matched) ->
          action.handler().apply(isQuery(op) ? op : matched, caller);
      case Match.Refused<SessionAction>(var refusal) -> Response.refused(refusal);
    };
  }

  private static boolean isQuery(ParsedOperation op) {
    return CommonQueries.FORMS.stream().anyMatch(form -> form.name().equals(op.verb()));
  }

  private Response answerQuery(ParsedOperation op) {
    return documents.withActive(document ->
        new QueryRunner<>(
                new CommonQueries<>(documents, document).all(), documents.settings().limits())
            .answer(document.session().model(), documents.activeView(), op));
  }
}
