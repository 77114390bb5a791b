package dev.fcp.spec.log;

/**
 * A log with the operations that sessions need in addition to the specification.
 *
 * @param <E> the events
 */
public interface SessionLogUnderTest<E> extends LogUnderTest<E> {

  /** Discards the redo tail. */
  void truncate();

  /** Drops the oldest events. */
  void dropFirst(int count);

  /** Replaces the last events by one event. */
  void replaceLast(int count, E event);

  /** Removes the last events. */
  void replaceLast(int count);

  /** Whether undo would return an event. */
  boolean canUndo();

  /** Whether redo would return an event. */
  boolean canRedo();

  /** The number of entries. */
  int size();
}
