package dev.fcp.verbs.run;

import dev.fcp.eventlog.session.Projection;
import dev.fcp.verbs.FormRegistry;
import dev.fcp.verbs.FormRegistry.Match;
import dev.fcp.verbs.Query;
import dev.fcp.verbs.QueryContext;
import dev.fcp.verbs.QueryHistory;
import dev.fcp.verbs.QueryResult;
import dev.fcp.verbs.ViewKey;
import dev.fcp.verbs.form.NumberParser;
import dev.fcp.verbs.form.OperationRefusedException;
import dev.fcp.verbs.form.ParsedArgument;
import dev.fcp.verbs.form.Refusal;
import dev.fcp.verbs.run.Response.Line;
import dev.fcp.verbs.syntax.ParsedOperation;
import dev.fcp.verbs.syntax.Quoting;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/**
 * Answers queries about a model, and splits long answers into pages. Immutable and thread-safe.
 *
 * @param <M> the model
 */
public final class QueryRunner<M> {

  private static final String PAGE = "page";

  private final FormRegistry<Query<M>> queries;
  private final CallLimits limits;
  private final QueryHistory<M> history;

  /** A runner for the given queries about models without a history. */
  public QueryRunner(List<Query<M>> queries, CallLimits limits) {
    this(queries, limits, QueryHistory.none());
  }

  /**
   * A runner for the given queries.
   *
   * @param history the history that they read
   * @throws IllegalArgumentException if two queries have the same name, or a query has a parameter
   *     {@code page}, which is reserved for paging
   */
  public QueryRunner(List<Query<M>> queries, CallLimits limits, QueryHistory<M> history) {
    this.history = Objects.requireNonNull(history, "history");
    this.queries = FormRegistry.of("query", queries, Query::form);
    this.limits = Objects.requireNonNull(limits, "limits");
    for (Query<M> query : queries) {
      if (query.form().params().stream().anyMatch(param -> param.key().equals(PAGE))) {
        throw new IllegalArgumentException(
            "query " + query.form().name() + " has a parameter " + PAGE + " of its own");
      }
    }
  }

  /** The queries. */
  public FormRegistry<Query<M>> queries() {
    return queries;
  }

  /** Answers one query. */
  public Response answer(M model, ViewState viewState, String text) {
    return switch (OperationText.parse(text, limits)) {
      case OperationText.Parsed(var op) -> answer(model, viewState, op);
      case OperationText.Refused(var refusal) ->
          Response.refused(withWorkingSuggestion(refusal, model, viewState));
    };
  }

  /** Answers one query. */
  public Response answer(M model, ViewState viewState, ParsedOperation op) {
    Optional<Refusal> limitRefusal = OperationText.limitRefusal(op.raw(), limits);
    if (limitRefusal.isPresent()) {
      return Response.refused(limitRefusal.get());
    }
    ParsedOperation withoutPage = op.param(PAGE).isPresent() ? op.withoutParam(PAGE) : op;
    return switch (NumberParser.parseInteger(op.param(PAGE).orElse("1"), 1, Integer.MAX_VALUE)) {
      case ParsedArgument.Invalid<Integer>(var reason, var suggestion) -> {
        String message =
            PAGE + ":" + Quoting.quoteIfNeeded(op.param(PAGE).orElse("")) + " " + reason;
        yield Response.refused(Refusal.because(message, withPage(withoutPage, 1)));
      }
      case ParsedArgument.Valid<Integer>(var pageNumber) ->
          switch (runQuery(withoutPage, context(model, viewState, pageNumber))) {
            case QueryResult.Lines answer -> toPage(answer, pageNumber, withoutPage);
            case QueryResult.Refused(var refusal) ->
                Response.refused(withWorkingSuggestion(refusal, model, viewState));
          };
    };
  }

  /** The refusal of a query, with its suggestion only if that is answered. */
  private Refusal withWorkingSuggestion(Refusal refusal, M model, ViewState viewState) {
    return new Refusal(
        refusal.message(), refusal.suggestion().filter(it -> isAnswered(it, model, viewState)));
  }

  private boolean isAnswered(String query, M model, ViewState viewState) {
    return OperationText.parse(query, limits) instanceof OperationText.Parsed(var op)
        && runQuery(op.withoutParam(PAGE), context(model, viewState, 1))
            instanceof QueryResult.Lines;
  }

  /** The context for a page: the answer needs one more line to show that there is another page. */
  private QueryContext<M> context(M model, ViewState viewState, int pageNumber) {
    long maxLines = (long) pageNumber * limits.linesPerPage() + 1;
    return new ViewQueryContext<>(
        model, viewState, history, (int) Math.min(maxLines, Integer.MAX_VALUE));
  }

  private QueryResult runQuery(ParsedOperation op, QueryContext<M> context) {
    return switch (queries.match(op)) {
      case Match.Matched<Query<M>>(var query, var matched) ->
          answerOrRefuse(query, matched, context);
      case Match.Refused<Query<M>>(var refusal) -> QueryResult.refused(refusal);
    };
  }

  private QueryResult answerOrRefuse(Query<M> query, ParsedOperation op, QueryContext<M> context) {
    try {
      return query.answer(op, context);
    } catch (OperationRefusedException refused) {
      return QueryResult.refused(refused.refusal());
    }
  }

  private Response toPage(QueryResult.Lines answer, int pageNumber, ParsedOperation op) {
    List<String> lines = answer.lines();
    int pageSize = limits.linesPerPage();
    int pageCount = Math.max(1, Math.ceilDiv(lines.size(), pageSize));
    if (pageNumber > pageCount) {
      String message = "there is no page %d; the last one is %d".formatted(pageNumber, pageCount);
      return Response.refused(Refusal.because(message, withPage(op, pageCount)));
    }
    Response page =
        Response.of(
            lines.subList(
                (pageNumber - 1) * pageSize, Math.min(lines.size(), pageNumber * pageSize)));
    Optional<String> more =
        pageNumber < pageCount ? Optional.of(withPage(op, pageNumber + 1)) : answer.more();
    return more.map(query -> page.withLine(new Line.Suggestion(Line.Suggestion.Kind.MORE, query)))
        .orElse(page);
  }

  private static String withPage(ParsedOperation op, int pageNumber) {
    return op.withParam(PAGE, Integer.toString(pageNumber)).canonicalText();
  }

  /** The context of a query. */
  private record ViewQueryContext<M>(
      M model, ViewState viewState, QueryHistory<M> history, int maxLines)
      implements QueryContext<M> {
    @Override
    public <V> V view(ViewKey<V> key) {
      return viewState.get(key);
    }

    @Override
    public <R> R read(Projection<M, ?, R> projection) {
      return history.read(projection, model);
    }
  }
}
