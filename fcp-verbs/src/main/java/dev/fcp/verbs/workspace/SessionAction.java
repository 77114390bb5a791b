package dev.fcp.verbs.workspace;

import dev.fcp.verbs.form.Form;
import dev.fcp.verbs.run.Response;
import dev.fcp.verbs.syntax.ParsedOperation;
import java.util.function.BiFunction;

/**
 * Something that can be done with a document as a whole.
 *
 * @param form how it is typed
 * @param handler what it does
 */
record SessionAction(Form form, BiFunction<ParsedOperation, Caller, Response> handler) {}
