package dev.fcp.verbs.workspace;

import dev.fcp.eventlog.document.Document;
import dev.fcp.eventlog.history.History.NamedState;
import dev.fcp.eventlog.session.SessionState;
import dev.fcp.verbs.Query;
import dev.fcp.verbs.QueryResult;
import dev.fcp.verbs.ResultLine;
import dev.fcp.verbs.form.Form;
import dev.fcp.verbs.form.ReferenceArgument;
import dev.fcp.verbs.syntax.ParsedOperation;
import dev.fcp.verbs.syntax.Quoting;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * The queries that all domains have: {@code status}, {@code history}, {@code log}, {@code audit},
 * {@code diff} and {@code compare}.
 */
final class CommonQueries<M, E> {

  /** The forms of these queries. */
  static final List<Form> FORMS =
      List.of(
          SessionForms.STATUS,
          SessionForms.HISTORY,
          SessionForms.LOG,
          SessionForms.AUDIT,
          SessionForms.DIFF,
          SessionForms.COMPARE);

  private final OpenDocuments<M, E> documents;
  private final Document<M, E> document;
  private final HistoryQueries<M, E> historyQueries;

  CommonQueries(OpenDocuments<M, E> documents, Document<M, E> document) {
    this.documents = documents;
    this.document = document;
    this.historyQueries = new HistoryQueries<>(documents, document);
  }

  List<Query<M>> all() {
    return List.of(
        Query.of(SessionForms.STATUS, (query, context) -> QueryResult.lines(status())),
        Query.of(
            SessionForms.HISTORY,
            (query, context) -> historyQueries.history(query, context.maxLines())),
        Query.of(
            SessionForms.LOG, (query, context) -> historyQueries.log(query, context.maxLines())),
        Query.of(
            SessionForms.AUDIT,
            (query, context) -> new MessageAudit<>(documents, document).answer(query)),
        Query.of(SessionForms.DIFF, (query, context) -> diff(query)),
        Query.of(SessionForms.COMPARE, (query, context) -> compare(query)));
  }

  private List<String> status() {
    SessionState<M, E> state = document.session().state();
    List<String> lines = new ArrayList<>();
    Collections.addAll(
        lines,
        "title: " + documents.language().title(state.model()).orElse("none"),
        "path: " + documents.displayPath(document).orElse("none"),
        "saved: " + saveStatus(state),
        "operations: " + state.history().depth(state.head()),
        "checkpoints: " + checkpoints(state),
        "undo: %d, redo: %d".formatted(state.undoDepth(), state.redoDepth()));
    StepText stepText = new StepText(documents.settings());
    state.openMarks().forEach(mark -> lines.add("mark: " + stepText.describe(mark)));
    lines.add("digest: " + state.digest());
    return lines;
  }

  private String saveStatus(SessionState<M, E> state) {
    if (document.isStoredWithoutFile()) {
      return "yes, each step is stored";
    }
    if (document.path().isEmpty()) {
      return "no, no file holds it; try: " + documents.saveAction(document);
    }
    if (OpenDocuments.hasUndecidedVersion(state)) {
      return "no, the file holds another version; try: "
          + (documents.hasUnreadableVersion(document) ? SaveAction.OVERWRITE_ACTION : "revert");
    }
    return state.isSaved() ? "yes" : "no, memory ahead of disk; try: save";
  }

  private String checkpoints(SessionState<M, E> state) {
    String names =
        state.checkpoints().stream()
            .map(name -> Quoting.quoteAlways(name.name()) + " " + describePoint(state, name))
            .collect(Collectors.joining(", "));
    return names.isEmpty() ? "none" : names;
  }

  private String describePoint(SessionState<M, E> state, NamedState name) {
    return "after " + Plurals.count(state.history().depth(name.point()), "operation");
  }

  /** Describes the changes since a point of the history, with the descriptions of the language. */
  private QueryResult diff(ParsedOperation query) {
    if (query.word(0).isPresent() == SessionForms.DIFF_CHECKPOINT.valueIn(query).isPresent()) {
      String replacement = query.word(0).map(Quoting::quoteIfNeeded).orElse("NAME");
      return QueryResult.refused(
          "diff takes one checkpoint, branch, step or time", "diff " + replacement);
    }
    String text = query.word(0).or(() -> SessionForms.DIFF_CHECKPOINT.valueIn(query)).orElseThrow();
    DocumentHistory<M, E> history = new DocumentHistory<>(document, documents.settings());
    ReferenceArgument reference =
        new ReferenceArgument(
            text,
            replacement ->
                query.word(0).isPresent()
                    ? query.withWord(0, replacement)
                    : query.withParam(SessionForms.DIFF_CHECKPOINT.key(), replacement));
    return differences(
        history.modelAt(reference),
        document.session().model(),
        "since " + history.describe(reference));
  }

  /** Describes the changes from one point of the history to another. */
  private QueryResult compare(ParsedOperation query) {
    DocumentHistory<M, E> history = new DocumentHistory<>(document, documents.settings());
    ReferenceArgument from = ReferenceArgument.word(query, 0);
    Optional<ReferenceArgument> to = query.word(1).map(text -> ReferenceArgument.word(query, 1));
    return differences(
        history.modelAt(from),
        to.map(history::modelAt).orElseGet(document.session()::model),
        "from %s to %s"
            .formatted(
                history.describe(from), to.map(history::describe).orElse("the current state")));
  }

  private QueryResult differences(M from, M to, String description) {
    List<E> events = documents.language().domain().diff(from, to);
    return QueryResult.lines(
        events.isEmpty()
            ? List.of("nothing changed " + description)
            : documents.language().describeChanges(events, from, to).stream()
                .map(ResultLine::toString)
                .toList());
  }
}
