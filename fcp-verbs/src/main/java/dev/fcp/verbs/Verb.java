package dev.fcp.verbs;

import dev.fcp.verbs.form.Form;
import dev.fcp.verbs.syntax.ParsedOp;
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
   * @throws dev.fcp.verbs.form.NotDone in place of a refusal
   */
  VerbResult apply(ParsedOp op, VerbContext<M, E> context);

  /** A verb from its form and what it does. */
  static <M, E> Verb<M, E> of(Form form, Action<M, E> action) {
    Objects.requireNonNull(form, "form");
    Objects.requireNonNull(action, "action");
    return new Verb<>() {
      @Override
      public Form form() {
        return form;
      }

      @Override
      public VerbResult apply(ParsedOp op, VerbContext<M, E> context) {
        return action.apply(op, context);
      }
    };
  }

  /**
   * A verb from its form and what it does, told in the line of the answer. It refuses with {@link
   * dev.fcp.verbs.form.NotDone} alone.
   */
  static <M, E> Verb<M, E> doing(
      Form form, BiFunction<ParsedOp, VerbContext<M, E>, ResultLine> action) {
    return of(form, (op, context) -> VerbResult.done(action.apply(op, context)));
  }

  /**
   * What a verb does.
   *
   * @param <M> the model
   * @param <E> the family of events
   */
  @FunctionalInterface
  interface Action<M, E> {

    /** As {@link Verb#apply}. */
    VerbResult apply(ParsedOp op, VerbContext<M, E> context);
  }
}
