package dev.fcp.eventlog;

import dev.fcp.eventlog.persistent.PersistentList;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * An event log as an immutable value: every operation returns a new state. The operations behave
 * like those of {@link EventLog}; a property test of the suite compares both after every operation
 * (EL-17).
 *
 * <p>States share structure: an operation takes O(log size) time, plus the time for the events that
 * it returns and the checkpoints that it moves or removes. States are equal if their entries,
 * cursors and checkpoints are equal. They are thread-safe.
 *
 * @param <E> the events; immutable
 */
public final class LogState<E> {

  private static final LogState<?> EMPTY =
      new LogState<>(PersistentList.empty(), Checkpoints.none(), 0, 0);

  final PersistentList<E> events;
  final Checkpoints checkpoints;

  /** The cursor, as the numbers of events and sentinels before it. */
  final int appliedCount;

  final int crossedSentinels;

  private LogState(
      PersistentList<E> events, Checkpoints checkpoints, int appliedCount, int crossedSentinels) {
    this.events = events;
    this.checkpoints = checkpoints;
    this.appliedCount = appliedCount;
    this.crossedSentinels = crossedSentinels;
  }

  /**
   * The result of an undo or redo.
   *
   * @param <E> the events of the log
   * @param state the state with the cursor moved
   * @param events the events to reverse, newest first, or to reapply, oldest first
   */
  public record Move<E>(LogState<E> state, List<E> events) {

    /** Copies the list. */
    public Move {
      Objects.requireNonNull(state, "state");
      events = List.copyOf(events);
    }
  }

  /**
   * A state without entries and with the cursor at 0 (EL-1).
   *
   * @param <E> the events of the log
   */
  @SuppressWarnings("unchecked") // An empty state contains no events.
  public static <E> LogState<E> empty() {
    return (LogState<E>) EMPTY;
  }

  /**
   * Creates a state from its parts, as read by a codec; none of them is derived from another
   * (CP-12).
   *
   * @param <E> the events of the log
   * @param entries the events and sentinels, in order
   * @param cursor the position of the cursor, from 0 to the number of entries
   * @param checkpoints the positions of the checkpoints by name, each from 0 to the number of
   *     entries
   * @throws IllegalArgumentException if a position is out of range
   */
  public static <E> LogState<E> of(
      List<? extends Entry<E>> entries, int cursor, Map<String, Integer> checkpoints) {
    requirePosition("cursor", cursor, entries.size());
    checkpoints.forEach((name, position) ->
        requirePosition("checkpoint '%s'".formatted(name), position, entries.size()));
    LogState<E> state = empty();
    int crossedSentinels = 0;
    for (int position = 0; position < entries.size(); position++) {
      state =
          switch (entries.get(position)) {
            case Entry.Recorded<E>(var event) -> state.append(event);
            case Entry.Checkpoint<E>(var name) -> state.checkpoint(name);
          };
      crossedSentinels = position < cursor ? state.crossedSentinels : crossedSentinels;
    }
    return new LogState<>(
        state.events,
        state.checkpoints.withTable(checkpoints),
        cursor - crossedSentinels,
        crossedSentinels);
  }

  /**
   * Creates a state with these events and without checkpoints, in O(n) time (EL-1).
   *
   * @param <E> the events of the log
   * @param appliedCount the number of events before the cursor
   * @throws IllegalArgumentException if that is negative or greater than the number of events
   */
  public static <E> LogState<E> of(List<E> events, int appliedCount) {
    requirePosition("cursor", appliedCount, events.size());
    return of(events, Checkpoints.none(), appliedCount, 0);
  }

  static <E> LogState<E> of(
      List<E> events, Checkpoints checkpoints, int appliedCount, int crossedSentinels) {
    return new LogState<>(
        PersistentList.copyOf(events), checkpoints, appliedCount, crossedSentinels);
  }

  /** The state after adding an event at the cursor, without the redo tail (EL-2, EL-3, CP-9). */
  public LogState<E> append(E event) {
    Objects.requireNonNull(event, "event");
    return new LogState<>(
        events.take(appliedCount).append(event),
        checkpoints.truncated(appliedCount, crossedSentinels),
        appliedCount + 1,
        crossedSentinels);
  }

  /** The state with a checkpoint at the cursor; the redo tail stays (CP-1 to CP-4, CP-14). */
  public LogState<E> checkpoint(String name) {
    Objects.requireNonNull(name, "name");
    return new LogState<>(
        events,
        checkpoints.with(name, appliedCount, crossedSentinels),
        appliedCount,
        crossedSentinels + 1);
  }

  /** Undoes one event: {@link #undo(int) undo(1)} (EL-11). */
  public Move<E> undo() {
    return undo(1);
  }

  /**
   * Undoes this many events, or all if there are fewer (EL-4, EL-5, EL-6, EL-20).
   *
   * @throws IllegalArgumentException if the count is negative
   */
  public Move<E> undo(int count) {
    CountChecks.requireNotNegative("undo", count);
    int remaining = appliedCount - Math.min(count, appliedCount);
    int sentinels = count > appliedCount ? 0 : checkpoints.sentinelsBefore(remaining);
    return undoneTo(remaining, count == 0 ? crossedSentinels : sentinels);
  }

  /**
   * Undoes all events after a checkpoint; empty if the checkpoint is at or after the cursor (CP-5,
   * CP-7).
   *
   * @throws UnknownCheckpointException if there is no such checkpoint (CP-6)
   */
  public Optional<Move<E>> undoTo(String name) {
    Objects.requireNonNull(name, "name");
    int target = checkpoints.position(name);
    if (target >= cursor()) {
      return Optional.empty();
    }
    int sentinels = checkpoints.sentinelsBeforePosition(target);
    return Optional.of(undoneTo(target - sentinels, sentinels));
  }

  /** Redoes one event: {@link #redo(int) redo(1)} (EL-11). */
  public Move<E> redo() {
    return redo(1);
  }

  /**
   * Redoes this many events, or all if there are fewer (EL-7, EL-8, EL-9, EL-20).
   *
   * @throws IllegalArgumentException if the count is negative
   */
  public Move<E> redo(int count) {
    CountChecks.requireNotNegative("redo", count);
    int redone = Math.min(count, undoneCount());
    int target = appliedCount + redone;
    int sentinels =
        redone < count ? checkpoints.sentinelCount() : checkpoints.sentinelsBeforeLast(target);
    return new Move<>(
        new LogState<>(events, checkpoints, target, count == 0 ? crossedSentinels : sentinels),
        range(appliedCount, target));
  }

  /**
   * The state after undo or redo to where this many events are applied, without a list of the
   * events in between; in O(log size) time (EL-4, EL-7).
   *
   * @throws IllegalArgumentException if the count is negative or greater than the number of events
   */
  public LogState<E> moveTo(int newAppliedCount) {
    requirePosition("cursor", newAppliedCount, events.size());
    if (newAppliedCount == appliedCount) {
      return this;
    }
    int sentinels =
        newAppliedCount < appliedCount
            ? checkpoints.sentinelsBefore(newAppliedCount)
            : checkpoints.sentinelsBeforeLast(newAppliedCount);
    return new LogState<>(events, checkpoints, newAppliedCount, sentinels);
  }

  private Move<E> undoneTo(int remaining, int sentinels) {
    List<E> undone = range(remaining, appliedCount);
    Collections.reverse(undone);
    return new Move<>(new LogState<>(events, checkpoints, remaining, sentinels), undone);
  }

  /**
   * Up to {@code count} of the last events before the cursor, oldest first (EL-10).
   *
   * @throws IllegalArgumentException if the count is negative
   */
  public List<E> recent(int count) {
    CountChecks.requireNotNegative("recent", count);
    return List.copyOf(range(appliedCount - Math.min(count, appliedCount), appliedCount));
  }

  /** The state without the redo tail (EL-14). */
  public LogState<E> truncate() {
    return new LogState<>(
        events.take(appliedCount),
        checkpoints.truncated(appliedCount, crossedSentinels),
        appliedCount,
        crossedSentinels);
  }

  /**
   * The state without its first events and all sentinels before the first kept event (EL-15).
   *
   * @throws IllegalArgumentException if the count is not from 0 to {@link #appliedCount()}
   */
  public LogState<E> dropFirst(int count) {
    CountChecks.requireWithinApplied("dropFirst", count, 0, appliedCount);
    return new LogState<>(
        events.drop(count),
        checkpoints.withoutFirst(count),
        appliedCount - count,
        Math.max(0, crossedSentinels - checkpoints.sentinelsBefore(count)));
  }

  /**
   * The state with the last events replaced by one event (EL-16).
   *
   * @throws IllegalArgumentException if the count is not from 1 to {@link #appliedCount()}
   * @throws IllegalStateException if {@link #canRedo()}
   */
  public LogState<E> replaceLast(int count, E event) {
    Objects.requireNonNull(event, "event");
    return replaced(count, List.of(event));
  }

  /** The state without the last events (EL-16). */
  public LogState<E> replaceLast(int count) {
    return replaced(count, List.of());
  }

  private LogState<E> replaced(int count, List<E> replacements) {
    CountChecks.requireNoneUndone("replaceLast", undoneCount());
    CountChecks.requireWithinApplied("replaceLast", count, 1, appliedCount);
    int start = appliedCount - count;
    Checkpoints kept = checkpoints.replacedLast(start, appliedCount, replacements.size());
    PersistentList<E> replaced = events.take(start);
    for (E event : replacements) {
      replaced = replaced.append(event);
    }
    return new LogState<>(replaced, kept, replaced.size(), kept.sentinelCount());
  }

  /** The position after the last applied entry (EL-1). */
  public int cursor() {
    return appliedCount + crossedSentinels;
  }

  /** The number of entries: events and sentinels (EL-18). */
  public int size() {
    return events.size() + checkpoints.sentinelCount();
  }

  /** The number of events before the cursor (EL-13). */
  public int appliedCount() {
    return appliedCount;
  }

  /** The number of events after the cursor (EL-13). */
  public int undoneCount() {
    return events.size() - appliedCount;
  }

  /** Whether undo would return an event (EL-13). */
  public boolean canUndo() {
    return appliedCount > 0;
  }

  /** Whether redo would return an event (EL-13). */
  public boolean canRedo() {
    return appliedCount < events.size();
  }

  /** The events before the cursor, oldest first (EL-18). Takes O(log size) time. */
  public PersistentList<E> applied() {
    return events.take(appliedCount);
  }

  /** The events after the cursor, oldest first (EL-18). Takes O(log size) time. */
  public PersistentList<E> undone() {
    return events.drop(appliedCount);
  }

  /** The event that undo would return; empty if there is none (EL-13). */
  public Optional<E> lastApplied() {
    return canUndo() ? Optional.of(events.get(appliedCount - 1)) : Optional.empty();
  }

  /** The event that redo would return; empty if there is none (EL-13). */
  public Optional<E> nextRedo() {
    return canRedo() ? Optional.of(events.get(appliedCount)) : Optional.empty();
  }

  /** A new list of all entries in order (EL-18). Takes O(size) time. */
  public List<Entry<E>> entries() {
    return checkpoints.entries(events);
  }

  /** The positions of the checkpoints by name, in the order of the positions (CP-1, CP-12). */
  public Map<String, Integer> checkpoints() {
    return checkpoints.table();
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof LogState<?> state
        && cursor() == state.cursor()
        && entries().equals(state.entries())
        && checkpoints().equals(state.checkpoints());
  }

  @Override
  public int hashCode() {
    return Objects.hash(entries(), cursor(), checkpoints());
  }

  /**
   * The entries with the cursor between them, followed by the checkpoints, for debugging (EL-18).
   */
  @Override
  public String toString() {
    List<String> parts = new ArrayList<>();
    for (Entry<E> entry : entries()) {
      parts.add(
          switch (entry) {
            case Entry.Recorded<E>(var event) -> event.toString();
            case Entry.Checkpoint<E>(var name) -> "|" + name;
          });
    }
    parts.add(cursor(), "^");
    return String.join(" ", parts) + " " + checkpoints();
  }

  private List<E> range(int from, int to) {
    return new ArrayList<>(events.take(to).drop(from));
  }

  private static void requirePosition(String name, int position, int size) {
    if (position < 0 || position > size) {
      throw new IllegalArgumentException(
          "%s at %d: a position is from 0 to the number of entries, which is %d"
              .formatted(name, position, size));
    }
  }
}
