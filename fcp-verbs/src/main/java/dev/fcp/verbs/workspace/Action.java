package dev.fcp.verbs.workspace;

import dev.fcp.verbs.form.Form;
import dev.fcp.verbs.run.Answer;
import dev.fcp.verbs.syntax.ParsedOp;
import java.util.function.BiFunction;

/**
 * Something that can be done with a document as a whole.
 *
 * @param form how it is typed
 * @param body what it does
 */
record Action(Form form, BiFunction<ParsedOp, Caller, Answer> body) {

  /** The heading of actions on the card. */
  static final String CATEGORY = "session actions";
}
