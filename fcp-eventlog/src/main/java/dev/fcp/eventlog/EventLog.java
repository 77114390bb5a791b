package dev.fcp.eventlog;

import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * A linear record of events with a cursor, named checkpoints, undo and redo.
 *
 * <p>The log returns to its owner which events to reverse and which to reapply; it knows no model
 * and changes none. {@link LogState} is the same log as a value.
 *
 * <pre>
 *   entries    a   b   c   d       events and sentinels of checkpoints
 *   cursor             ^           2: a and b are applied, c and d are the redo tail
 * </pre>
 *
 * <p>Positions and the cursor count entries; the counts given to operations count events. Clause
 * ids such as EL-4 are those of the conformance suite. Appending, undo and redo of one event take
 * the same time however long the log is.
 *
 * <p>A log belongs to one thread at a time. Lists that it returns are snapshots and never change.
 *
 * @param <E> the events; immutable, for the log keeps and returns the very objects it was given
 */
public final class EventLog<E> {

  private final EventChunks<E> events = new EventChunks<>();
  private Checkpoints checkpoints = Checkpoints.none();

  /** The cursor, as the events and the sentinels before it. */
  private int appliedCount;

  private int crossedSentinels;

  private EventLog() {}

  /**
   * A log without entries, its cursor at 0 (EL-1).
   *
   * @param <E> the events of the log
   */
  public static <E> EventLog<E> empty() {
    return new EventLog<>();
  }

  /**
   * A log that goes on from a state (EL-17). Costs O(size).
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

  /** This log as a value, which later operations do not change (EL-17). Costs O(size). */
  public LogState<E> state() {
    return LogState.of(
        events.oldestFirst(0, events.size()), checkpoints, appliedCount, crossedSentinels);
  }

  /**
   * Adds an event at the cursor and moves the cursor past it (EL-2). A redo tail is cut first, and
   * with it the checkpoints beyond the new end (EL-3, CP-9).
   */
  public void append(E event) {
    Objects.requireNonNull(event, "event");
    truncate();
    events.add(event);
    appliedCount++;
  }

  /**
   * Names the place of the cursor, puts a sentinel there and moves the cursor past it (CP-1, CP-2,
   * CP-3). A redo tail is kept behind the sentinel, its names move up by one (CP-4). A name in use
   * gets the new place (CP-11).
   */
  public void checkpoint(String name) {
    Objects.requireNonNull(name, "name");
    checkpoints = checkpoints.with(name, appliedCount, crossedSentinels);
    crossedSentinels++;
  }

  /**
   * Takes back one event: {@link #undo(int) undo(1)} (EL-11).
   *
   * @return the event to reverse, or nothing
   */
  public List<E> undo() {
    return undo(1);
  }

  /**
   * Moves the cursor back over that many events and the sentinels between them, to the place of the
   * last one (EL-4, EL-5). Where there are fewer, all come back and the cursor goes to 0 (EL-6); a
   * count of 0 moves nothing (EL-12).
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
   * Moves the cursor back to the place of a checkpoint (CP-5).
   *
   * @return the events to reverse, newest first; empty, and nothing moved, if the checkpoint stands
   *     at the cursor or ahead of it (CP-7)
   * @throws UnknownCheckpointException if the log has no such checkpoint; nothing moved (CP-6)
   */
  public Optional<List<E>> undoTo(String name) {
    Objects.requireNonNull(name, "name");
    OptionalInt position = checkpoints.position(name);
    if (position.isEmpty()) {
      throw new UnknownCheckpointException(name, checkpoints.table().keySet());
    }
    int target = position.getAsInt();
    if (target >= cursor()) {
      return Optional.empty();
    }
    int appliedBefore = appliedCount;
    crossedSentinels = checkpoints.sentinelsBeforePosition(target);
    appliedCount = target - crossedSentinels;
    return Optional.of(events.newestFirst(appliedCount, appliedBefore));
  }

  /**
   * Applies one event again: {@link #redo(int) redo(1)} (EL-11).
   *
   * @return the event to replay, or nothing
   */
  public List<E> redo() {
    return redo(1);
  }

  /**
   * Moves the cursor forward over that many events and the sentinels between them, right behind the
   * last one (EL-7, EL-8). Where there are fewer, all come back and the cursor goes to the end
   * (EL-9); a count of 0 moves nothing (EL-12).
   *
   * @return the events to replay, oldest first
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
   * The last events before the cursor, at most that many, oldest first (EL-10). Costs O(count).
   *
   * @throws IllegalArgumentException if the count is negative
   */
  public List<E> recent(int count) {
    CountChecks.requireNotNegative("recent", count);
    return events.oldestFirst(appliedCount - Math.min(count, appliedCount), appliedCount);
  }

  /** Cuts everything behind the cursor, and the checkpoints beyond it (EL-14). */
  public void truncate() {
    if (appliedCount < events.size()) {
      events.truncate(appliedCount);
    }
    checkpoints = checkpoints.truncated(appliedCount, crossedSentinels);
  }

  /**
   * Forgets the first events and every sentinel before the first kept one (EL-15). Positions shrink
   * by the entries removed; checkpoints before the new beginning go, those exactly there get 0.
   *
   * @param count how many events; at most {@link #appliedCount()}
   * @throws IllegalArgumentException if the count is negative or greater than that
   */
  public void dropFirst(int count) {
    CountChecks.requireWithinApplied("dropFirst", count, 0, appliedCount);
    crossedSentinels = Math.max(0, crossedSentinels - checkpoints.sentinelsBefore(count));
    checkpoints = checkpoints.withoutFirst(count);
    events.dropFirst(count);
    appliedCount -= count;
  }

  /**
   * Puts one event in the place of the last ones and of every sentinel among and behind them
   * (EL-16). Checkpoints at or before that place stay, those behind the last event move to the new
   * end, those between go.
   *
   * @param count how many events; from 1 to {@link #appliedCount()}
   * @throws IllegalArgumentException if the count is out of that range
   * @throws IllegalStateException if {@link #canRedo()}
   */
  public void replaceLast(int count, E event) {
    Objects.requireNonNull(event, "event");
    removeLast(count, 1);
    events.add(event);
    appliedCount++;
  }

  /** Removes the last events as {@link #replaceLast(int, Object)} does, for nothing (EL-16). */
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

  /** The index past the last applied entry (EL-1). */
  public int cursor() {
    return appliedCount + crossedSentinels;
  }

  /** How many entries the log holds: events and sentinels (EL-18). */
  public int size() {
    return events.size() + checkpoints.sentinelCount();
  }

  /** How many events stand before the cursor (EL-13). */
  public int appliedCount() {
    return appliedCount;
  }

  /** How many events stand behind the cursor and can be applied again (EL-13). */
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

  /** All entries in their order, made for this call (EL-18). Costs O(size). */
  public List<Entry<E>> entries() {
    return checkpoints.entries(events.oldestFirst(0, events.size()));
  }

  /** The checkpoints by name, with their positions and in their order (CP-1, CP-12). */
  public Map<String, Integer> checkpoints() {
    return checkpoints.table();
  }

  /** The entries with the cursor between them, for people (EL-18). */
  @Override
  public String toString() {
    return state().toString();
  }
}
