package dev.fcp.verbs;

import dev.fcp.verbs.form.Form;
import dev.fcp.verbs.syntax.ParsedOperation;
import java.util.Objects;

/**
 * One question that can be asked about a document. Implementations hold no state and change
 * nothing.
 *
 * @param <M> the model
 */
public interface Query<M> {

  /** Its name, its arguments and how it is explained. */
  Form form();

  /**
   * Answers it. Called only with operations that have the declared form; long answers are paged by
   * the caller, the parameter {@code page} never arrives here.
   *
   * @throws dev.fcp.verbs.form.OperationRefusedException in place of a refusal
   */
  QueryResult answer(ParsedOperation query, QueryContext<M> context);

  /** A query from its form and how it is answered. */
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
   * How a query is answered.
   *
   * @param <M> the model
   */
  @FunctionalInterface
  interface Handler<M> {

    /** As {@link Query#answer}. */
    QueryResult answer(ParsedOperation query, QueryContext<M> context);
  }
}
