package dev.fcp.spec.log;

/**
 * A log with what sessions need beside the specification.
 *
 * @param <E> the events
 */
public interface SessionLogUnderTest<E> extends LogUnderTest<E> {

  /** Cuts everything behind the cursor. */
  void truncate();

  /** Forgets the first events. */
  void dropFirst(int count);

  /** Puts one event in the place of the last ones. */
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
