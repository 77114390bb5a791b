package dev.fcp.verbs.workspace;

import dev.fcp.eventlog.document.DocumentStore;
import dev.fcp.verbs.VerbSet;
import dev.fcp.verbs.VerbSet.Choice;
import dev.fcp.verbs.form.Form;
import dev.fcp.verbs.run.Answer;
import dev.fcp.verbs.run.OperationText;
import dev.fcp.verbs.run.QueryRunner;
import dev.fcp.verbs.syntax.ParsedOp;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** What can be done with a document as a whole, by what people type. */
final class SessionActions<M, E> {

  private final Desk<M, E> desk;
  private final VerbSet<Action> actions;

  /** All actions; {@code message} is among them if there is a conversation for it to be about. */
  SessionActions(Desk<M, E> desk, DocumentStore store, Optional<Conversation> conversation) {
    this.desk = desk;
    List<Action> looking =
        EngineQueries.FORMS.stream()
            .map(form -> new Action(form, (op, caller) -> look(op)))
            .toList();
    List<Action> all =
        Stream.of(
                new FileActions<>(desk, store).all(),
                new DeskActions<>(desk, store).all(),
                new UndoActions<>(desk).all(),
                List.of(new RollbackAction<>(desk).action()),
                new BranchActions<>(desk).all(),
                new HistoryActions<>(desk).all(),
                looking,
                conversation.stream().map(MessageAction::of).toList())
            .flatMap(List::stream)
            .toList();
    this.actions = VerbSet.of("action", all, Action::form);
  }

  List<Form> forms() {
    return actions.forms();
  }

  Answer act(String text, Caller caller) {
    return switch (OperationText.read(text, desk.settings().limits())) {
      case OperationText.Refused(var refusal) -> Answer.refused(refusal);
      case OperationText.Readable(var op) -> act(op, caller);
    };
  }

  private Answer act(ParsedOp op, Caller caller) {
    // A page belongs to the answer, not to the question; the runner of queries takes it off.
    ParsedOp asked = isLooking(op) ? op.withoutParam("page") : op;
    return switch (actions.choose(asked)) {
      case Choice.Chosen<Action>(var action, var formed) ->
          action.body().apply(isLooking(op) ? op : formed, caller);
      case Choice.Refused<Action>(var refusal) -> Answer.refused(refusal);
    };
  }

  private static boolean isLooking(ParsedOp op) {
    return EngineQueries.FORMS.stream().anyMatch(form -> form.name().equals(op.verb()));
  }

  private Answer look(ParsedOp op) {
    return desk.with(document ->
        new QueryRunner<>(new EngineQueries<>(desk, document).all(), desk.settings().limits())
            .answer(document.session().model(), desk.view(), op.raw()));
  }
}
