package dev.fcp.eventlog.domain;

/**
 * What would work instead of a refused operation: a call with its arguments, or advice in words. A
 * front end renders it in its own language.
 */
public sealed interface Suggestion {

  /**
   * Advice in the words of a user.
   *
   * @param text what to do
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
   * @param steps how many steps
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
   * Set a checkpoint of another name.
   *
   * @param name a free name
   */
  record Checkpoint(String name) implements Suggestion {}

  /**
   * Give a branch another name.
   *
   * @param name a free name
   */
  record NameBranch(String name) implements Suggestion {}

  /** Take over what the file holds. */
  record Revert() implements Suggestion {}

  /** Save the document to its file. */
  record Save() implements Suggestion {}

  /** Save although the file is protected or holds another version. */
  record SaveOverwriting() implements Suggestion {}

  /**
   * Save as another file.
   *
   * @param file its path, or what it should be
   */
  record SaveAs(String file) implements Suggestion {}
}
