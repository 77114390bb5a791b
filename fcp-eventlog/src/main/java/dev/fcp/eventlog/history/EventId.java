package dev.fcp.eventlog.history;

/**
 * The name of an event across all steps of a document.
 *
 * @param step the step it is part of
 * @param index its index among the events of the step, from 0
 */
public record EventId(StepId step, int index) implements Comparable<EventId> {

  private static final char SEPARATOR = '#';

  /** Refuses negative indexes. */
  public EventId {
    if (index < 0) {
      throw new IllegalArgumentException("an event of a step has a place from 0 on, not " + index);
    }
  }

  /**
   * The event of a text such as {@link #toString} gives.
   *
   * @throws IllegalArgumentException if it is none
   */
  public static EventId parse(String text) {
    int end = text.indexOf(SEPARATOR);
    if (end < 0) {
      throw new IllegalArgumentException("an event is named STEP#PLACE, not " + text);
    }
    return new EventId(
        new StepId(text.substring(0, end)), Integer.parseInt(text.substring(end + 1)));
  }

  @Override
  public int compareTo(EventId other) {
    int byStep = step.compareTo(other.step);
    return byStep != 0 ? byStep : Integer.compare(index, other.index);
  }

  /** The step and the index, as in {@code 01J…#2}. */
  @Override
  public String toString() {
    return step.ulid() + SEPARATOR + index;
  }
}
