package dev.fcp.eventlog;

import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/**
 * A linear record of events with a cursor, named checkpoints, undo and redo.
 *
 * <p>The log returns to its owner the events to reverse or to reapply; it does not know the model.
 * {@link LogState} is the same log as an immutable value.
 *
 * <pre>
 *   entries    a   b   c   d       events and sentinels of checkpoints
 *   cursor             ^           2: a and b are applied, c and d are the redo tail
 * </pre>
 *
 * <p>Positions and the cursor count entries; the counts given to operations count events. Clause
 * ids such as EL-4 are those of the conformance suite. Appending, undoing and redoing one event
 * takes constant time.
 *
 * <p>A log is not thread-safe. Lists that it returns are copies and never change.
 *
 * @param <E> the events; immutable, because the log stores and returns the same objects
 */
public final class EventLog<E> {

  private final EventChunks<E> events = new EventChunks<>();
  private Checkpoints checkpoints = Checkpoints.none();

  /** The cursor, as the numbers of events and sentinels before it. */
  private int appliedCount;

  private int crossedSentinels;

  private EventLog() {}

  /**
   * A log without entries and with the cursor at 0 (EL-1).
   *
   * @param <E> the events of the log
   */
  public static <E> EventLog<E> empty() {
    return new EventLog<>();
  }

  /**
   * A log that continues from a state (EL-17). Takes O(size) time.
   *
   * @param <E> the events of the log
   */
  public static <E> EventLog<E> of(LogState<E> state) {
    EventLog<E> log = new EventLog<>();
    state.events.forEach(log.events::add);
    log.checkpoints = state.checkpoints;
    log.appliedCount = state.appliedCount;
    log.crossedSentinels = state.crossedSentinels;
    return log;
  }

  /** This log as a value, which later operations do not change (EL-17). Takes O(size) time. */
  public LogState<E> state() {
    return LogState.of(
        events.oldestFirst(0, events.size()), checkpoints, appliedCount, crossedSentinels);
  }

  /**
   * Adds an event at the cursor and moves the cursor past it (EL-2). First discards the redo tail
   * with its checkpoints (EL-3, CP-9).
   */
  public void append(E event) {
    Objects.requireNonNull(event, "event");
    truncate();
    events.add(event);
    appliedCount++;
  }

  /**
   * Sets a checkpoint at the cursor: inserts a sentinel there and moves the cursor past it (CP-1,
   * CP-2, CP-3). The redo tail stays after the sentinel, and the positions of its checkpoints
   * increase by one (CP-4). A name that is already in use is moved (CP-14).
   */
  public void checkpoint(String name) {
    Objects.requireNonNull(name, "name");
    checkpoints = checkpoints.with(name, appliedCount, crossedSentinels);
    crossedSentinels++;
  }

  /**
   * Undoes one event: {@link #undo(int) undo(1)} (EL-11).
   *
   * @return the event to reverse; empty if there is none
   */
  public List<E> undo() {
    return undo(1);
  }

  /**
   * Moves the cursor back over this many events and the sentinels between them, to right before the
   * last of them (EL-4, EL-5). If there are fewer, undoes all of them and moves the cursor to 0
   * (EL-6); a count of 0 does not move the cursor (EL-20).
   *
   * @return the events to reverse, newest first
   * @throws IllegalArgumentException if the count is negative
   */
  public List<E> undo(int count) {
    CountChecks.requireNotNegative("undo", count);
    int undone = Math.min(count, appliedCount);
    List<E> result = events.newestFirst(appliedCount - undone, appliedCount);
    if (count > 0) {
      appliedCount -= undone;
      crossedSentinels = undone < count ? 0 : checkpoints.sentinelsBefore(appliedCount);
    }
    return result;
  }

  /**
   * Moves the cursor back to a checkpoint (CP-5).
   *
   * @return the events to reverse, newest first; empty, without moving the cursor, if the
   *     checkpoint is at or after the cursor (CP-7)
   * @throws UnknownCheckpointException if there is no such checkpoint; the cursor does not move
   *     (CP-6)
   */
  public Optional<List<E>> undoTo(String name) {
    Objects.requireNonNull(name, "name");
    int target = checkpoints.position(name);
    if (target >= cursor()) {
      return Optional.empty();
    }
    int appliedBefore = appliedCount;
    crossedSentinels = checkpoints.sentinelsBeforePosition(target);
    appliedCount = target - crossedSentinels;
    return Optional.of(events.newestFirst(appliedCount, appliedBefore));
  }

  /**
   * Redoes one event: {@link #redo(int) redo(1)} (EL-11).
   *
   * @return the event to reapply; empty if there is none
   */
  public List<E> redo() {
    return redo(1);
  }

  /**
   * Moves the cursor forward over this many events and the sentinels between them, to right after
   * the last of them (EL-7, EL-8). If there are fewer, redoes all of them and moves the cursor to
   * the end (EL-9); a count of 0 does not move the cursor (EL-20).
   *
   * @return the events to reapply, oldest first
   * @throws IllegalArgumentException if the count is negative
   */
  public List<E> redo(int count) {
    CountChecks.requireNotNegative("redo", count);
    int redone = Math.min(count, events.size() - appliedCount);
    List<E> result = events.oldestFirst(appliedCount, appliedCount + redone);
    if (count > 0) {
      appliedCount += redone;
      crossedSentinels =
          redone < count
              ? checkpoints.sentinelCount()
              : checkpoints.sentinelsBeforeLast(appliedCount);
    }
    return result;
  }

  /**
   * Up to {@code count} of the last events before the cursor, oldest first (EL-10). Takes O(count)
   * time.
   *
   * @throws IllegalArgumentException if the count is negative
   */
  public List<E> recent(int count) {
    CountChecks.requireNotNegative("recent", count);
    return events.oldestFirst(appliedCount - Math.min(count, appliedCount), appliedCount);
  }

  /** Discards the redo tail with its checkpoints (EL-14). */
  public void truncate() {
    if (appliedCount < events.size()) {
      events.truncate(appliedCount);
    }
    checkpoints = checkpoints.truncated(appliedCount, crossedSentinels);
  }

  /**
   * Discards the first events and all sentinels before the first kept event (EL-15). Positions
   * decrease by the number of discarded entries; checkpoints before the new beginning are removed,
   * those exactly there get position 0.
   *
   * @param count the number of events to discard; at most {@link #appliedCount()}
   * @throws IllegalArgumentException if the count is out of that range
   */
  public void dropFirst(int count) {
    CountChecks.requireWithinApplied("dropFirst", count, 0, appliedCount);
    crossedSentinels = Math.max(0, crossedSentinels - checkpoints.sentinelsBefore(count));
    checkpoints = checkpoints.withoutFirst(count);
    events.dropFirst(count);
    appliedCount -= count;
  }

  /**
   * Replaces the last events, and all sentinels among and after them, by one event (EL-16).
   * Checkpoints at or before the first replaced event stay; those after the last event move to the
   * new end; those in between are removed.
   *
   * @param count the number of events to replace; from 1 to {@link #appliedCount()}
   * @throws IllegalArgumentException if the count is out of that range
   * @throws IllegalStateException if {@link #canRedo()}
   */
  public void replaceLast(int count, E event) {
    Objects.requireNonNull(event, "event");
    removeLast(count, 1);
    events.add(event);
    appliedCount++;
  }

  /**
   * Removes the last events, like {@link #replaceLast(int, Object)} without a new event (EL-16).
   */
  public void replaceLast(int count) {
    removeLast(count, 0);
  }

  private void removeLast(int count, int replacements) {
    CountChecks.requireNoneUndone("replaceLast", undoneCount());
    CountChecks.requireWithinApplied("replaceLast", count, 1, appliedCount);
    int start = appliedCount - count;
    checkpoints = checkpoints.replacedLast(start, appliedCount, replacements);
    events.truncate(start);
    appliedCount = start;
    crossedSentinels = checkpoints.sentinelCount();
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

  /** The number of events after the cursor, which can be redone (EL-13). */
  public int undoneCount() {
    return events.size() - appliedCount;
  }

  /** Whether undo would return an event; sentinels alone do not count (EL-13). */
  public boolean canUndo() {
    return appliedCount > 0;
  }

  /** Whether redo would return an event; sentinels alone do not count (EL-13). */
  public boolean canRedo() {
    return appliedCount < events.size();
  }

  /** A new list of all entries in order (EL-18). Takes O(size) time. */
  public List<Entry<E>> entries() {
    return checkpoints.entries(events.oldestFirst(0, events.size()));
  }

  /** The positions of the checkpoints by name, in the order of the positions (CP-1, CP-12). */
  public Map<String, Integer> checkpoints() {
    return checkpoints.table();
  }

  /** The entries with the cursor between them, for debugging (EL-18). */
  @Override
  public String toString() {
    return state().toString();
  }
}
