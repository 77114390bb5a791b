package dev.fcp.verbs.workspace;

import dev.fcp.eventlog.document.Document;
import dev.fcp.eventlog.history.NamedState;
import dev.fcp.eventlog.session.SessionState;
import dev.fcp.eventlog.session.View;
import dev.fcp.verbs.Query;
import dev.fcp.verbs.QueryResult;
import dev.fcp.verbs.ResultLine;
import dev.fcp.verbs.form.Form;
import dev.fcp.verbs.form.Param;
import dev.fcp.verbs.syntax.ParsedOp;
import dev.fcp.verbs.syntax.Quoting;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * The questions that every domain answers alike: where the document stands and how it got there.
 */
final class EngineQueries<M, E> {

  static final String CATEGORY = "queries";
  private static final Param<String> CHECKPOINT = Param.text("checkpoint", "NAME");

  /** The form of {@code status}. */
  static final Form STATUS =
      Form.of("status", CATEGORY, "title, path, saved or not, undo and redo depth, digest");

  /** The form of {@code diff}. */
  static final Form DIFF =
      Form.of(
              "diff",
              CATEGORY,
              "what changed since a checkpoint, the end of a branch, a step or a time")
          .optional("NAME")
          .spaced()
          .params(CHECKPOINT)
          .shownAs("diff NAME|STEP|TIME");

  /** The forms of all of them. */
  static final List<Form> FORMS = List.of(STATUS, HistoryQuery.HISTORY, HistoryQuery.LOG, DIFF);

  private final Desk<M, E> desk;
  private final Document<M, E> document;
  private final HistoryQuery<M, E> history;

  EngineQueries(Desk<M, E> desk, Document<M, E> document) {
    this.desk = desk;
    this.document = document;
    this.history = new HistoryQuery<>(desk, document);
  }

  List<Query<M>> all() {
    return List.of(
        Query.of(STATUS, (query, context) -> QueryResult.lines(status())),
        Query.of(HistoryQuery.HISTORY, (query, context) -> history.history(query)),
        Query.of(HistoryQuery.LOG, (query, context) -> history.log(query)),
        Query.of(DIFF, (query, context) -> diff(query)));
  }

  private List<String> status() {
    SessionState<M, E> state = document.session().state();
    return List.of(
        "title: " + desk.language().title(state.model()).orElse("none"),
        "path: " + desk.shownPath(document).orElse("none"),
        "saved: " + saved(state),
        "operations: " + state.history().depth(state.head()),
        "checkpoints: " + checkpoints(state),
        "undo: %d, redo: %d".formatted(state.undoDepth(), state.redoDepth()),
        "digest: " + state.digest());
  }

  private String saved(SessionState<M, E> state) {
    if (document.path().isEmpty()) {
      return "no, no file holds it; try: " + desk.savingAction(document);
    }
    if (Desk.holdsAnother(state)) {
      return "no, the file holds another version; try: "
          + (desk.isDamaged(document) ? SaveAction.OVERWRITING : "revert");
    }
    return state.isSaved() ? "yes" : "no, memory ahead of disk; try: save";
  }

  private String checkpoints(SessionState<M, E> state) {
    String names =
        state.checkpoints().stream()
            .map(name -> Quoting.quoted(name.name()) + " " + where(state, name))
            .collect(Collectors.joining(", "));
    return names.isEmpty() ? "none" : names;
  }

  private String where(SessionState<M, E> state, NamedState name) {
    return "after " + Words.count(state.history().depth(name.place()), "operation");
  }

  /** What changed between a checkpoint and now, in the words of the document. */
  private QueryResult diff(ParsedOp query) {
    if (query.word(0).isPresent() == CHECKPOINT.of(query).isPresent()) {
      String better = query.word(0).map(Quoting::quote).orElse("NAME");
      return QueryResult.refused(
          "diff takes one checkpoint, branch, step or time", "diff " + better);
    }
    String text = query.word(0).or(() -> CHECKPOINT.of(query)).orElseThrow();
    Places<M, E> places = new Places<>(document, desk.settings());
    Places.Meant meant =
        places.meant(
            text,
            better ->
                query.word(0).isPresent()
                    ? query.withWord(0, better)
                    : query.withParam(CHECKPOINT.key(), better));
    Optional<M> then =
        meant
            .name()
            .flatMap(document.session()::modelOf)
            .or(() -> document.session().views().viewAt(meant.place()).map(View::model));
    if (then.isEmpty()) {
      return QueryResult.refused("%s is not kept any more".formatted(places.told(meant)));
    }
    List<E> events = desk.language().domain().diff(then.get(), document.session().model());
    return QueryResult.lines(
        events.isEmpty()
            ? List.of("nothing changed since " + places.told(meant))
            : desk.language().changes(events, then.get()).stream()
                .map(ResultLine::toString)
                .toList());
  }
}
