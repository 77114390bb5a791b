package dev.fcp.eventlog.history;

import java.util.List;
import java.util.Objects;

/**
 * What a step takes back of other steps, and what it brings back, besides undo and redo (RB-2). Of
 * all steps that name an event, the last one tells whether that event is in effect.
 *
 * @param reversed what is no longer in effect
 * @param restored what is in effect again
 */
public record Reversal(List<Part> reversed, List<Part> restored) {

  /** Nothing: the step makes changes of its own. */
  public static final Reversal NONE = new Reversal(List.of(), List.of());

  /** Copies the lists. */
  public Reversal {
    reversed = List.copyOf(reversed);
    restored = List.copyOf(restored);
  }

  /**
   * A step, or some of its events.
   *
   * @param step the step
   * @param eventIndexes the places of its events, ascending; none for all of them
   */
  public record Part(StepId step, List<Integer> eventIndexes) {

    /** Copies the list; refuses places that do not ascend. */
    public Part {
      Objects.requireNonNull(step, "step");
      eventIndexes = List.copyOf(eventIndexes);
      for (int i = 0; i < eventIndexes.size(); i++) {
        if (eventIndexes.get(i) < 0 || (i > 0 && eventIndexes.get(i) <= eventIndexes.get(i - 1))) {
          throw new IllegalArgumentException(
              "places of events that do not ascend: " + eventIndexes);
        }
      }
    }

    /** A whole step. */
    public static Part of(StepId step) {
      return new Part(step, List.of());
    }
  }

  /** Whether the step makes changes of its own. */
  public boolean isNone() {
    return reversed.isEmpty() && restored.isEmpty();
  }
}
