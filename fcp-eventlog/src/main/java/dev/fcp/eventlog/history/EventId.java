package dev.fcp.eventlog.history;

/**
 * Identifies an event among all steps of a document.
 *
 * @param step the step that contains the event
 * @param index its index among the events of the step, from 0
 */
public record EventId(StepId step, int index) implements Comparable<EventId> {

  private static final char SEPARATOR = '#';

  /** Rejects a negative index. */
  public EventId {
    if (index < 0) {
      throw new IllegalArgumentException("an event index is 0 or more, not " + index);
    }
  }

  /**
   * Parses an id in the form of {@link #toString}.
   *
   * @throws IllegalArgumentException if the text is not an event id
   */
  public static EventId parse(String text) {
    int end = text.indexOf(SEPARATOR);
    if (end < 0) {
      throw new IllegalArgumentException("an event id has the form STEP#INDEX, not " + text);
    }
    return new EventId(
        new StepId(text.substring(0, end)), Integer.parseInt(text.substring(end + 1)));
  }

  @Override
  public int compareTo(EventId other) {
    int byStep = step.compareTo(other.step);
    return byStep != 0 ? byStep : Integer.compare(index, other.index);
  }

  /** The step and the index, such as {@code 01J…#2}. */
  @Override
  public String toString() {
    return step.ulid() + SEPARATOR + index;
  }
}
