package dev.fcp.eventlog.history;

import dev.fcp.eventlog.domain.Digest;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;

/**
 * One user operation, the unit of undo: events that are applied together and undone together.
 *
 * @param <E> the events: those of a domain, or in a journal their encoded form
 * @param id identifies the step
 * @param parent the history point at which it was made
 * @param label describes the operation to the user
 * @param origin who caused it
 * @param time when it was made
 * @param events the changes, in order; never empty
 * @param digestAfter the digest of the model after it
 * @param reversal the events of other steps that it reverses or restores
 * @param replaces the steps that it replaces
 * @param editorSelection the selection and caret of the editor before and after it
 * @param isIgnored whether undo and redo skip it (SE-31)
 */
public record Step<E>(
    StepId id,
    HistoryPoint parent,
    String label,
    Origin origin,
    Instant time,
    List<E> events,
    Digest digestAfter,
    Reversal reversal,
    List<StepId> replaces,
    EditorSelection editorSelection,
    boolean isIgnored) {

  /** Copies the lists; rejects a step without events and an editor selection that is too large. */
  public Step {
    events = List.copyOf(events);
    replaces = List.copyOf(replaces);
    if (events.isEmpty()) {
      throw new IllegalArgumentException("step " + id + " \"" + label + "\" has no events");
    }
    if (!editorSelection.isNone() && editorSelection.sizeBytes() > EditorSelection.MAX_BYTES) {
      throw new IllegalArgumentException(
          "step %s \"%s\" has an editor selection of %d bytes, more than %d"
              .formatted(id, label, editorSelection.sizeBytes(), EditorSelection.MAX_BYTES));
    }
  }

  /** The same step with each event converted by a function. */
  public <F> Step<F> map(Function<? super E, ? extends F> mapper) {
    List<F> mapped = new ArrayList<>(events.size());
    events.forEach(event -> mapped.add(mapper.apply(event)));
    return copy(id, parent, mapped, digestAfter, replaces);
  }

  /** The same step at another point, under another id. */
  public Step<E> with(StepId id, HistoryPoint parent, List<StepId> replaces) {
    return copy(id, parent, events, digestAfter, replaces);
  }

  /** The same step with equivalent events. */
  public Step<E> withEvents(List<E> events) {
    return copy(id, parent, events, digestAfter, replaces);
  }

  /** The same step with another recorded digest. */
  public Step<E> withDigestAfter(Digest digestAfter) {
    return copy(id, parent, events, digestAfter, replaces);
  }

  private <F> Step<F> copy(
      StepId id, HistoryPoint parent, List<F> events, Digest digestAfter, List<StepId> replaces) {
    return new Step<>(
        id,
        parent,
        label,
        origin,
        time,
        events,
        digestAfter,
        reversal,
        replaces,
        editorSelection,
        isIgnored);
  }

  /**
   * Whether this is a carried step: the copy of an ignored step at the point to which undo or redo
   * moved the cursor. The original is in the redo tail.
   */
  public boolean isCarried() {
    return isIgnored && !replaces.isEmpty();
  }

  /** The id of the original of a carried step; otherwise the id of this step. */
  public StepId originalId() {
    return isCarried() ? replaces.get(0) : id;
  }

  /**
   * The events of other steps that a rollback step reverses or restores (RB-2). Whether such an
   * event is in effect is determined by the last step that reverses or restores it.
   *
   * @param reversed the events that are no longer in effect
   * @param restored the events that are in effect again
   */
  public record Reversal(List<Part> reversed, List<Part> restored) {

    /** Reverses and restores nothing: the step is not a rollback. */
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
     * @param eventIndexes the indexes of the events, ascending; empty for the whole step
     */
    public record Part(StepId step, List<Integer> eventIndexes) {

      /** Copies the list; rejects indexes that are not ascending. */
      public Part {
        eventIndexes = List.copyOf(eventIndexes);
        for (int i = 0; i < eventIndexes.size(); i++) {
          if (eventIndexes.get(i) < 0
              || (i > 0 && eventIndexes.get(i) <= eventIndexes.get(i - 1))) {
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

    /** Whether nothing is reversed or restored, so that the step is not a rollback. */
    public boolean isNone() {
      return reversed.isEmpty() && restored.isEmpty();
    }
  }

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
}
