package dev.fcp.eventlog;

import dev.fcp.eventlog.persistent.PersistentList;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalInt;
import org.jspecify.annotations.Nullable;

/**
 * An event log as a value: every operation returns a new state and leaves this one unchanged. The
 * operations and their laws are those of {@link EventLog}; a property of the suite holds both equal
 * after every operation (EL-17).
 *
 * <p>A state shares what it can with the one it came from: an operation costs O(log size), besides
 * the events it returns and the checkpoints it moves or removes. States are equal if their entries,
 * cursors and checkpoints are. They may be used by any number of threads.
 *
 * @param <E> the events; immutable
 */
public final class LogState<E> {

  private static final LogState<?> EMPTY =
      new LogState<>(PersistentList.empty(), Checkpoints.none(), 0, 0);

  final PersistentList<E> events;
  final Checkpoints checkpoints;

  /** The cursor, as the events and the sentinels before it. */
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
   * What an undo or redo answers.
   *
   * @param <E> the events of the log
   * @param state the state with the cursor moved
   * @param events the events to reverse, newest first, or to replay, oldest first
   */
  public record Move<E>(LogState<E> state, List<E> events) {

    /** Copies the list. */
    public Move {
      Objects.requireNonNull(state, "state");
      events = List.copyOf(events);
    }
  }

  /**
   * A state without entries, its cursor at 0 (EL-1).
   *
   * @param <E> the events of the log
   */
  @SuppressWarnings("unchecked") // it holds no event of any type
  public static <E> LogState<E> empty() {
    return (LogState<E>) EMPTY;
  }

  /**
   * A state of these parts, as a codec reads them; none is derived from another (CP-12).
   *
   * @param <E> the events of the log
   * @param entries events and sentinels in their order
   * @param cursor the position of the cursor, from 0 to the number of entries
   * @param checkpoints the positions of the names, each from 0 to the number of entries
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
   * A state of these events without checkpoints, built in O(n) (EL-1).
   *
   * @param <E> the events of the log
   * @param appliedCount how many of them stand before the cursor
   * @throws IllegalArgumentException if that is negative or more than there are
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

  /** The state after an event at the cursor, without the redo tail (EL-2, EL-3, CP-9). */
  public LogState<E> append(E event) {
    Objects.requireNonNull(event, "event");
    return new LogState<>(
        events.take(appliedCount).append(event),
        checkpoints.truncated(appliedCount, crossedSentinels),
        appliedCount + 1,
        crossedSentinels);
  }

  /** The state with the place of the cursor named, and the redo tail kept (CP-1 to CP-4, CP-11). */
  public LogState<E> checkpoint(String name) {
    Objects.requireNonNull(name, "name");
    return new LogState<>(
        events,
        checkpoints.with(name, appliedCount, crossedSentinels),
        appliedCount,
        crossedSentinels + 1);
  }

  /** Takes back one event: {@link #undo(int) undo(1)} (EL-11). */
  public Move<E> undo() {
    return undo(1);
  }

  /**
   * Takes back that many events, or all there are (EL-4, EL-5, EL-6, EL-12).
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
   * Takes back all events behind a checkpoint; empty if it stands at the cursor or ahead of it
   * (CP-5, CP-7).
   *
   * @throws UnknownCheckpointException if there is no such checkpoint (CP-6)
   */
  public Optional<Move<E>> undoTo(String name) {
    Objects.requireNonNull(name, "name");
    OptionalInt position = checkpoints.position(name);
    if (position.isEmpty()) {
      throw new UnknownCheckpointException(name, checkpoints.table().keySet());
    }
    int target = position.getAsInt();
    if (target >= cursor()) {
      return Optional.empty();
    }
    int sentinels = checkpoints.sentinelsBeforePosition(target);
    return Optional.of(undoneTo(target - sentinels, sentinels));
  }

  /** Applies one event again: {@link #redo(int) redo(1)} (EL-11). */
  public Move<E> redo() {
    return redo(1);
  }

  /**
   * Applies that many events again, or all there are (EL-7, EL-8, EL-9, EL-12).
   *
   * @throws IllegalArgumentException if the count is negative
   */
  public Move<E> redo(int count) {
    CountChecks.requireNotNegative("redo", count);
    if (count == 0) {
      return new Move<>(this, List.of());
    }
    int redone = Math.min(count, undoneCount());
    int newAppliedCount = appliedCount + redone;
    int sentinels =
        redone < count
            ? checkpoints.sentinelCount()
            : checkpoints.sentinelsBeforeLast(newAppliedCount);
    return new Move<>(
        new LogState<>(events, checkpoints, newAppliedCount, sentinels),
        range(appliedCount, newAppliedCount));
  }

  private Move<E> undoneTo(int remaining, int sentinels) {
    List<E> undone = range(remaining, appliedCount);
    Collections.reverse(undone);
    return new Move<>(new LogState<>(events, checkpoints, remaining, sentinels), undone);
  }

  /**
   * The last events before the cursor, at most that many, oldest first (EL-10).
   *
   * @throws IllegalArgumentException if the count is negative
   */
  public List<E> recent(int count) {
    CountChecks.requireNotNegative("recent", count);
    return List.copyOf(range(appliedCount - Math.min(count, appliedCount), appliedCount));
  }

  /** The state without anything behind the cursor (EL-14). */
  public LogState<E> truncate() {
    return new LogState<>(
        events.take(appliedCount),
        checkpoints.truncated(appliedCount, crossedSentinels),
        appliedCount,
        crossedSentinels);
  }

  /**
   * The state without its first events and every sentinel before the first kept one (EL-15).
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
   * The state with one event in the place of the last ones (EL-16).
   *
   * @throws IllegalArgumentException if the count is not from 1 to {@link #appliedCount()}
   * @throws IllegalStateException if {@link #canRedo()}
   */
  public LogState<E> replaceLast(int count, E event) {
    Objects.requireNonNull(event, "event");
    LogState<E> shortened = removeLast(count, 1);
    return new LogState<>(
        shortened.events.append(event),
        shortened.checkpoints,
        shortened.appliedCount + 1,
        shortened.crossedSentinels);
  }

  /** The state with nothing in the place of the last events (EL-16). */
  public LogState<E> replaceLast(int count) {
    return removeLast(count, 0);
  }

  private LogState<E> removeLast(int count, int replacements) {
    CountChecks.requireNoneUndone("replaceLast", undoneCount());
    CountChecks.requireWithinApplied("replaceLast", count, 1, appliedCount);
    int start = appliedCount - count;
    Checkpoints kept = checkpoints.replacedLast(start, appliedCount, replacements);
    return new LogState<>(events.take(start), kept, start, kept.sentinelCount());
  }

  /** The index past the last applied entry (EL-1). */
  public int cursor() {
    return appliedCount + crossedSentinels;
  }

  /** How many entries there are: events and sentinels (EL-18). */
  public int size() {
    return events.size() + checkpoints.sentinelCount();
  }

  /** How many events stand before the cursor (EL-13). */
  public int appliedCount() {
    return appliedCount;
  }

  /** How many events stand behind the cursor (EL-13). */
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

  /** The events before the cursor, oldest first (EL-18). Costs O(log size). */
  public PersistentList<E> applied() {
    return events.take(appliedCount);
  }

  /** The events behind the cursor, oldest first (EL-18). Costs O(log size). */
  public PersistentList<E> undone() {
    return events.drop(appliedCount);
  }

  /** The event that undo would return, or nothing (EL-13). */
  public Optional<E> lastApplied() {
    return canUndo() ? Optional.of(events.get(appliedCount - 1)) : Optional.empty();
  }

  /** The event that redo would return, or nothing (EL-13). */
  public Optional<E> nextRedo() {
    return canRedo() ? Optional.of(events.get(appliedCount)) : Optional.empty();
  }

  /** All entries in their order, made for this call (EL-18). Costs O(size). */
  public List<Entry<E>> entries() {
    return checkpoints.entries(events);
  }

  /** The checkpoints by name, with their positions and in their order (CP-1, CP-12). */
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

  /** The entries with the cursor between them and the checkpoints behind, for people (EL-18). */
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
    List<E> list = new ArrayList<>(to - from);
    events.take(to).drop(from).forEach(list::add);
    return list;
  }

  private static void requirePosition(String name, int position, int size) {
    if (position < 0 || position > size) {
      throw new IllegalArgumentException(
          "%s at %d: a position is from 0 to the number of entries, which is %d"
              .formatted(name, position, size));
    }
  }
}
