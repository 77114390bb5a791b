package dev.fcp.verbs;

import java.util.Objects;
import java.util.function.UnaryOperator;

/**
 * A tool for agents that undoes the last change of a document, which it finds by a name of the
 * domain.
 *
 * @param argument what the name is called, such as {@code label}
 * @param file returns the path of the document with a name
 * @param done the answer if something was undone; {@code %s} stands for the name
 * @param nothing the error if there is nothing to undo
 */
public record UndoTool(String argument, UnaryOperator<String> file, String done, String nothing) {

  /** Rejects null. */
  public UndoTool {
    Objects.requireNonNull(argument, "argument");
    Objects.requireNonNull(file, "file");
    Objects.requireNonNull(done, "done");
    Objects.requireNonNull(nothing, "nothing");
  }
}
