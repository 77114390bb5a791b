package dev.fcp.verbs;

import dev.fcp.verbs.form.Form;
import dev.fcp.verbs.syntax.ParsedOperation;
import java.util.Objects;
import java.util.function.BiFunction;

/**
 * A named change that can be applied to a document. Implementations are stateless.
 *
 * @param <M> the model
 * @param <E> the events
 */
public interface Verb<M, E> {

  /** The name, the arguments and the help of this verb. */
  Form form();

  /**
   * Emits the events of an operation into the context. The caller checks the form of {@code op}
   * first. If the verb refuses or one of its events does not apply, nothing changes.
   *
   * @throws dev.fcp.verbs.form.OperationRefusedException as an alternative to returning a refusal
   */
  VerbResult apply(ParsedOperation op, VerbContext<M, E> context);

  /** A verb with the given form and handler. */
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
   * A verb whose handler returns the line of the response, and refuses only by throwing {@link
   * dev.fcp.verbs.form.OperationRefusedException}.
   */
  static <M, E> Verb<M, E> returningLine(
      Form form, BiFunction<ParsedOperation, VerbContext<M, E>, ResultLine> handler) {
    return of(form, (op, context) -> VerbResult.done(handler.apply(op, context)));
  }

  /**
   * Applies the operations of a verb.
   *
   * @param <M> the model
   * @param <E> the events
   */
  @FunctionalInterface
  interface Handler<M, E> {

    /** Applies an operation, see {@link Verb#apply}. */
    VerbResult apply(ParsedOperation op, VerbContext<M, E> context);
  }
}
