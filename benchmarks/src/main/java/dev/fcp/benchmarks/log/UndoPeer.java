package dev.fcp.benchmarks.log;

/** What every undo library can do, reduced to one step; each answers something to consume. */
interface UndoPeer {

  /** The change that is recorded again and again: what is measured is the log, not the change. */
  Object CHANGE = new Object();

  /** Records the change. */
  void append();

  /** Takes back one change. */
  Object undo();

  /** Applies one change again. */
  Object redo();
}
