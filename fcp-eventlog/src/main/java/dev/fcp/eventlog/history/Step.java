package dev.fcp.eventlog.history;

import dev.fcp.eventlog.domain.Digest;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;

/**
 * One user operation, the unit of undo: events that are applied together and undone together.
 *
 * @param <E> the events: those of a domain, or their encoded form in a journal
 * @param id the name of the step
 * @param parent the point at which it was made
 * @param label what it did, in words a user understands
 * @param origin where it comes from
 * @param time when it was made
 * @param events what it changed, in order; never none
 * @param digestAfter the digest of the model after it
 * @param reversal what it reverses and restores of other steps
 * @param replaces the steps that it replaces
 * @param editorSelection the selection of the editor before and after it
 * @param isIgnored whether undo skips it (SE-31)
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

  /** Copies the lists; refuses a step without events, and an editor selection that is too large. */
  public Step {
    events = List.copyOf(events);
    replaces = List.copyOf(replaces);
    if (events.isEmpty()) {
      throw new IllegalArgumentException("step " + id + " \"" + label + "\" has no events");
    }
    if (!editorSelection.isNone() && editorSelection.sizeBytes() > EditorSelection.MAX_BYTES) {
      throw new IllegalArgumentException(
          "step %s \"%s\" has a focus of %d bytes, at most %d are kept"
              .formatted(id, label, editorSelection.sizeBytes(), EditorSelection.MAX_BYTES));
    }
  }

  /** A step at which undo stops. */
  public Step(
      StepId id,
      HistoryPoint parent,
      String label,
      Origin origin,
      Instant time,
      List<E> events,
      Digest digestAfter,
      Reversal reversal,
      List<StepId> replaces,
      EditorSelection editorSelection) {
    this(
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
        false);
  }

  /** A step at which undo stops, without an editor selection. */
  public Step(
      StepId id,
      HistoryPoint parent,
      String label,
      Origin origin,
      Instant time,
      List<E> events,
      Digest digestAfter,
      Reversal reversal,
      List<StepId> replaces) {
    this(
        id,
        parent,
        label,
        origin,
        time,
        events,
        digestAfter,
        reversal,
        replaces,
        EditorSelection.NONE);
  }

  /** The same step with each event in another form. */
  public <F> Step<F> map(Function<? super E, ? extends F> mapper) {
    List<F> mapped = new ArrayList<>(events.size());
    events.forEach(event -> mapped.add(mapper.apply(event)));
    return new Step<>(
        id,
        parent,
        label,
        origin,
        time,
        mapped,
        digestAfter,
        reversal,
        replaces,
        editorSelection,
        isIgnored);
  }

  /** The same step with other events that do the same. */
  public Step<E> withEvents(List<E> events) {
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

  /** The same step with another digest after it. */
  public Step<E> withDigestAfter(Digest digestAfter) {
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
   * Whether it is an ignored step recorded again where undo or redo went, while the step that it
   * replaces is ahead and waits to be made again.
   */
  public boolean isCarried() {
    return isIgnored && !replaces.isEmpty();
  }

  /** The step that it was before it was carried: itself, mostly. */
  public StepId originalId() {
    return isCarried() ? replaces.get(0) : id;
  }

  /**
   * What a step reverts of other steps, and what it restores, besides undo and redo (RB-2). The
   * last of all steps that name an event determines whether that event is in effect.
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
     * @param eventIndexes the indexes of its events, ascending; none for all of them
     */
    public record Part(StepId step, List<Integer> eventIndexes) {

      /** Copies the list; refuses indexes that do not ascend. */
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

    /** Whether the step makes changes of its own. */
    public boolean isNone() {
      return reversed.isEmpty() && restored.isEmpty();
    }
  }

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
        throw new IllegalArgumentException("the index of an event is at least 0, not " + index);
      }
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
}
