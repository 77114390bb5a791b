package dev.fcp.verbs;

import dev.fcp.verbs.form.Form;
import dev.fcp.verbs.syntax.ParsedOperation;
import java.util.Objects;
import java.util.function.BiFunction;

/**
 * One thing that can be done to a document. Implementations hold no state.
 *
 * @param <M> the model
 * @param <E> the family of events
 */
public interface Verb<M, E> {

  /** Its name, its arguments and how it is explained. */
  Form form();

  /**
   * Does it: emits events into the context. Called only with operations that have the declared
   * form. A verb that refuses, and a verb one of whose events does not apply, changes nothing.
   *
   * @throws dev.fcp.verbs.form.OperationRefusedException in place of a refusal
   */
  VerbResult apply(ParsedOperation op, VerbContext<M, E> context);

  /** A verb from its form and what it does. */
  static <M, E> Verb<M, E> of(Form form, Handler<M, E> handler) {
    Objects.requireNonNull(form, "form");
    Objects.requireNonNull(handler, "handler");
    return new Verb<>() {
      @Override
      public Form form() {
        return form;
      }

      @Override
      public VerbResult apply(ParsedOperation op, VerbContext<M, E> context) {
        return handler.apply(op, context);
      }
    };
  }

  /**
   * A verb from its form and what it does, which returns the line of the answer. It refuses with
   * {@link dev.fcp.verbs.form.OperationRefusedException} alone.
   */
  static <M, E> Verb<M, E> returningLine(
      Form form, BiFunction<ParsedOperation, VerbContext<M, E>, ResultLine> handler) {
    return of(form, (op, context) -> VerbResult.done(handler.apply(op, context)));
  }

  /**
   * What a verb does.
   *
   * @param <M> the model
   * @param <E> the family of events
   */
  @FunctionalInterface
  interface Handler<M, E> {

    /** As {@link Verb#apply}. */
    VerbResult apply(ParsedOperation op, VerbContext<M, E> context);
  }
}
