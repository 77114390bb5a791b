package dev.fcp.eventlog.domain;

/**
 * An alternative to a refused operation: a call with its arguments, or advice as text. A front end
 * renders it in its own syntax.
 */
public sealed interface Suggestion {

  /**
   * Advice as text.
   *
   * @param text tells the user what to do
   */
  record Advice(String text) implements Suggestion {
    @Override
    public String toString() {
      return text;
    }
  }

  /**
   * Redo.
   *
   * @param steps the number of steps
   */
  record Redo(int steps) implements Suggestion {}

  /** List the branches. */
  record ListBranches() implements Suggestion {}

  /**
   * Switch to a branch or checkpoint.
   *
   * @param name its name
   */
  record SwitchTo(String name) implements Suggestion {}

  /**
   * Set a checkpoint with another name.
   *
   * @param name an unused name
   */
  record Checkpoint(String name) implements Suggestion {}

  /**
   * Give a branch another name.
   *
   * @param name an unused name
   */
  record NameBranch(String name) implements Suggestion {}

  /** Replace the document by the content of its file. */
  record Revert() implements Suggestion {}

  /** Save the document to its file. */
  record Save() implements Suggestion {}

  /** Save even if the file is write-protected or contains an external version. */
  record SaveOverwriting() implements Suggestion {}

  /**
   * Save as another file.
   *
   * @param file its path, or a description of a suitable file
   */
  record SaveAs(String file) implements Suggestion {}
}
