package dev.fcp.eventlog.history;

/**
 * Consecutive steps of a history, in the order in which they were made, each of which is read when
 * it is accessed. Immutable.
 *
 * @param <E> the events of the steps
 */
public interface StoredSteps<E> {

  /** The number of steps. */
  int size();

  /** The id of a step. */
  StepId id(int index);

  /** The point at which a step was made. */
  HistoryPoint parent(int index);

  /** Whether a step other than the first was made right after the one before it. */
  default boolean followsPrevious(int index) {
    return parent(index).isAfter(id(index - 1));
  }

  /** The index of the step with an id; negative if there is none. */
  int indexOf(StepId id);

  /** The steps from one on. */
  StoredSteps<E> startingAt(int index);

  /** Reads a step. */
  Step<E> step(int index);
}
