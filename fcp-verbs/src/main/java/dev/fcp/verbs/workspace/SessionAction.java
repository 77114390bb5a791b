package dev.fcp.verbs.workspace;

import dev.fcp.verbs.form.Form;
import dev.fcp.verbs.run.Response;
import dev.fcp.verbs.syntax.ParsedOperation;
import java.util.function.BiFunction;

/**
 * An operation on a document as a whole, such as save or undo.
 *
 * @param form its name and arguments
 * @param handler performs the action for a caller
 */
record SessionAction(Form form, BiFunction<ParsedOperation, Caller, Response> handler) {}
