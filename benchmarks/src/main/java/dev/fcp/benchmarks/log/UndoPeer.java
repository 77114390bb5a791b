package dev.fcp.benchmarks.log;

/**
 * The operations of every undo library, one step at a time; each returns a value for the benchmark
 * to consume.
 */
interface UndoPeer {

  /** The change that is recorded repeatedly: the log is measured, not the change. */
  Object CHANGE = new Object();

  /** Records the change. */
  void append();

  /** Undoes one change. */
  Object undo();

  /** Redoes one change. */
  Object redo();
}
