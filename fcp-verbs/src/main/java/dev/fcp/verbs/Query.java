package dev.fcp.verbs;

import dev.fcp.verbs.form.Form;
import dev.fcp.verbs.syntax.ParsedOperation;
import java.util.Objects;

/**
 * A question about a document. Implementations are stateless and change nothing.
 *
 * @param <M> the model
 */
public interface Query<M> {

  /** The name, the arguments and the help of this query. */
  Form form();

  /**
   * Answers the query. The caller checks the form of {@code query} first, pages long answers, and
   * removes the parameter {@code page}.
   *
   * @throws dev.fcp.verbs.form.OperationRefusedException as an alternative to returning a refusal
   */
  QueryResult answer(ParsedOperation query, QueryContext<M> context);

  /** A query with the given form and handler. */
  static <M> Query<M> of(Form form, Handler<M> handler) {
    Objects.requireNonNull(form, "form");
    Objects.requireNonNull(handler, "handler");
    return new Query<>() {
      @Override
      public Form form() {
        return form;
      }

      @Override
      public QueryResult answer(ParsedOperation query, QueryContext<M> context) {
        return handler.answer(query, context);
      }
    };
  }

  /**
   * Answers a query.
   *
   * @param <M> the model
   */
  @FunctionalInterface
  interface Handler<M> {

    /** Answers the query, see {@link Query#answer}. */
    QueryResult answer(ParsedOperation query, QueryContext<M> context);
  }
}
