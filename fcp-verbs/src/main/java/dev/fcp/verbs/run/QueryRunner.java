package dev.fcp.verbs.run;

import dev.fcp.verbs.Query;
import dev.fcp.verbs.QueryContext;
import dev.fcp.verbs.QueryResult;
import dev.fcp.verbs.VerbSet;
import dev.fcp.verbs.VerbSet.Choice;
import dev.fcp.verbs.ViewKey;
import dev.fcp.verbs.form.NotDone;
import dev.fcp.verbs.form.Numbers;
import dev.fcp.verbs.form.Reading;
import dev.fcp.verbs.form.Refusal;
import dev.fcp.verbs.syntax.ParsedOp;
import dev.fcp.verbs.syntax.Quoting;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/**
 * Answers queries about a model, page by page where they are long. Immutable; safe for any number
 * of threads.
 *
 * @param <M> the model
 */
public final class QueryRunner<M> {

  private static final String PAGE = "page";

  private final VerbSet<Query<M>> queries;
  private final Limits limits;

  /**
   * A runner for queries.
   *
   * @throws IllegalArgumentException if two of them have the same name, or one has a parameter
   *     {@code page}, which is that of paging
   */
  public QueryRunner(List<Query<M>> queries, Limits limits) {
    this.queries = VerbSet.of("query", queries, Query::form);
    this.limits = Objects.requireNonNull(limits, "limits");
    for (Query<M> query : queries) {
      if (query.form().params().stream().anyMatch(param -> param.key().equals(PAGE))) {
        throw new IllegalArgumentException(
            "query " + query.form().name() + " has a parameter " + PAGE + " of its own");
      }
    }
  }

  /** The queries. */
  public VerbSet<Query<M>> queries() {
    return queries;
  }

  /** Answers one query. */
  public Answer answer(M model, View view, String text) {
    return switch (OperationText.read(text, limits, queries.blank())) {
      case OperationText.Readable(var op) -> answer(model, view, op);
      case OperationText.Refused(var refusal) -> Answer.refused(refusal);
    };
  }

  private Answer answer(M model, View view, ParsedOp op) {
    ParsedOp question = op.param(PAGE).isPresent() ? op.withoutParam(PAGE) : op;
    return switch (Numbers.whole(op.param(PAGE).orElse("1"), 1, Integer.MAX_VALUE)) {
      case Reading.Unfit<Integer>(var reason, var instead) -> {
        String message = PAGE + ":" + Quoting.quote(op.param(PAGE).orElse("")) + " " + reason;
        yield Answer.refused(Refusal.because(message, page(question, 1)));
      }
      case Reading.Fit<Integer>(var page) ->
          switch (result(model, view, question)) {
            case QueryResult.Lines(var lines) -> paged(lines, page, question);
            case QueryResult.Refused(var refusal) -> Answer.refused(refusal);
          };
    };
  }

  private QueryResult result(M model, View view, ParsedOp question) {
    return switch (queries.choose(question)) {
      case Choice.Chosen<Query<M>>(var query, var formed) ->
          answered(query, formed, new Looking<>(model, view));
      case Choice.Refused<Query<M>>(var refusal) -> QueryResult.refused(refusal);
    };
  }

  private QueryResult answered(Query<M> query, ParsedOp question, QueryContext<M> context) {
    try {
      return query.answer(question, context);
    } catch (NotDone notDone) {
      return QueryResult.refused(notDone.refusal());
    }
  }

  private Answer paged(List<String> lines, int page, ParsedOp question) {
    int size = limits.linesPerPage();
    int pages = Math.max(1, Math.ceilDiv(lines.size(), size));
    if (page > pages) {
      String message = "there is no page %d; the last one is %d".formatted(page, pages);
      return Answer.refused(Refusal.because(message, page(question, pages)));
    }
    List<String> shown =
        new ArrayList<>(lines.subList((page - 1) * size, Math.min(lines.size(), page * size)));
    if (page < pages) {
      shown.add("more: " + page(question, page + 1));
    }
    return Answer.of(shown);
  }

  private static String page(ParsedOp question, int page) {
    return question.withParam(PAGE, Integer.toString(page)).text();
  }

  /** What a query sees. */
  private record Looking<M>(M model, View look) implements QueryContext<M> {
    @Override
    public <V> V view(ViewKey<V> key) {
      return look.get(key);
    }
  }
}
