package dev.fcp.spec.log;

import dev.fcp.eventlog.Entry;
import dev.fcp.eventlog.UnknownCheckpointException;
import dev.fcp.spec.log.EventLogContract.RedoTail;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/**
 * A simple implementation of this engine's log over one list: positions are list indexes, and every
 * query scans the list. For comparison with other logs, it can also decide differently what the
 * specification leaves open.
 *
 * @param <E> the events
 */
public final class NaiveListLog<E> implements SessionLogUnderTest<E> {

  private final List<Entry<E>> entries = new ArrayList<>();
  private int cursor;
  private final Map<String, Integer> checkpoints = new HashMap<>();
  private final LogDecisions decisions;

  /** Creates an empty log with the decisions of this engine. */
  public NaiveListLog() {
    this(LogDecisions.of(RedoTail.KEEPS));
  }

  /** Creates an empty log. */
  public NaiveListLog(LogDecisions decisions) {
    this.decisions = decisions;
  }

  /**
   * Creates a log in the given state.
   *
   * @param entries all events and sentinels, including undone ones
   * @param cursor the number of applied entries
   * @param checkpoints the positions of checkpoints, at most the number of entries
   */
  public NaiveListLog(
      List<Entry<E>> entries,
      int cursor,
      Map<String, Integer> checkpoints,
      LogDecisions decisions) {
    this(decisions);
    this.entries.addAll(entries);
    this.cursor = Objects.checkIndex(cursor, entries.size() + 1);
    this.checkpoints.putAll(checkpoints);
  }

  @Override
  public void append(E event) {
    Entry<E> entry = new Entry.Recorded<>(event);
    truncate();
    entries.add(entry);
    cursor = entries.size();
  }

  @Override
  public void checkpoint(String name) {
    Entry<E> sentinel = new Entry.Checkpoint<>(name);
    if (!decisions.keepsOldSentinels()) {
      removeOldSentinel(sentinel);
    }
    boolean isBehindTail = cursor < entries.size() && decisions.redoTail() == RedoTail.BEHIND;
    if (decisions.redoTail() == RedoTail.CUTS) {
      truncate();
    }
    int index = isBehindTail ? entries.size() : cursor;
    entries.add(index, sentinel);
    checkpoints.replaceAll((other, position) -> position > index ? position + 1 : position);
    checkpoints.put(name, cursor);
    if (!isBehindTail && decisions.movesPastSentinel()) {
      cursor++;
    }
  }

  private void removeOldSentinel(Entry<E> sentinel) {
    int old = entries.indexOf(sentinel);
    if (old >= 0) {
      entries.remove(old);
      checkpoints.replaceAll((other, position) -> position > old ? position - 1 : position);
      cursor -= cursor > old ? 1 : 0;
    }
  }

  @Override
  public List<E> undo() {
    return undo(1);
  }

  @Override
  public List<E> undo(int count) {
    rejectIf(count < 0);
    int target = cursor;
    for (int remaining = count; remaining > 0 && target > 0; target--) {
      remaining -= isEvent(target - 1) ? 1 : 0;
    }
    while (crossesSentinels(count) && target > 0 && !isEvent(target - 1)) {
      target--;
    }
    return undoneTo(target);
  }

  @Override
  public Optional<List<E>> undoTo(String name) {
    Integer target = checkpoints.get(Objects.requireNonNull(name));
    if (target == null) {
      throw new UnknownCheckpointException(name, checkpoints.keySet());
    }
    return target < cursor ? Optional.of(undoneTo(target)) : Optional.empty();
  }

  private List<E> undoneTo(int target) {
    List<E> undone = events(target, cursor).reversed();
    cursor = target;
    return undone;
  }

  @Override
  public List<E> redo() {
    return redo(1);
  }

  @Override
  public List<E> redo(int count) {
    rejectIf(count < 0);
    int start = cursor;
    for (int remaining = count; remaining > 0 && cursor < entries.size(); cursor++) {
      remaining -= isEvent(cursor) ? 1 : 0;
    }
    while (crossesSentinels(count) && cursor < entries.size() && !isEvent(cursor)) {
      cursor++;
    }
    return events(start, cursor);
  }

  private boolean crossesSentinels(int count) {
    return count == 0 && decisions.zeroCrossesSentinels();
  }

  @Override
  public List<E> recent(int count) {
    rejectIf(count < 0);
    int start = cursor;
    for (int remaining = count; remaining > 0 && start > 0; start--) {
      remaining -= isEvent(start - 1) ? 1 : 0;
    }
    return events(start, cursor);
  }

  @Override
  public void truncate() {
    if (cursor == entries.size()) {
      return;
    }
    entries.subList(cursor, entries.size()).clear();
    checkpoints.values().removeIf(position -> position > cursor);
  }

  @Override
  public void dropFirst(int count) {
    rejectIf(count < 0 || count > events(0, cursor).size());
    int dropEnd = count == 0 ? 0 : indexOfEvent(count - 1) + 1;
    int droppedCount = Math.min(indexOfEvent(count), entries.size());
    checkpoints.values().removeIf(position -> position < dropEnd);
    checkpoints.replaceAll((name, position) -> Math.max(0, position - droppedCount));
    entries.subList(0, droppedCount).clear();
    cursor = Math.max(0, cursor - droppedCount);
  }

  @Override
  public void replaceLast(int count, E event) {
    replace(count, List.of(new Entry.Recorded<>(event)));
  }

  @Override
  public void replaceLast(int count) {
    replace(count, List.of());
  }

  private void replace(int count, List<Entry<E>> replacement) {
    if (canRedo()) {
      throw new IllegalStateException();
    }
    int applied = events(0, cursor).size();
    rejectIf(count < 1 || count > applied);
    int start = indexOfEvent(applied - count);
    int lastEnd = indexOfEvent(applied - 1) + 1;
    checkpoints.values().removeIf(position -> position > start && position < lastEnd);
    entries.subList(start, entries.size()).clear();
    entries.addAll(replacement);
    cursor = entries.size();
    checkpoints.replaceAll((name, position) -> position <= start ? position : cursor);
  }

  @Override
  public boolean canUndo() {
    return !events(0, cursor).isEmpty();
  }

  @Override
  public boolean canRedo() {
    return !events(cursor, entries.size()).isEmpty();
  }

  @Override
  public int size() {
    return entries.size();
  }

  @Override
  public List<Entry<E>> entries() {
    return List.copyOf(entries);
  }

  @Override
  public int cursor() {
    return cursor;
  }

  @Override
  public Map<String, Integer> checkpoints() {
    return Collections.unmodifiableMap(new HashMap<>(checkpoints));
  }

  private boolean isEvent(int index) {
    return entries.get(index) instanceof Entry.Recorded<E>;
  }

  /** Returns the index of the n-th event, or the end of the list if there is no such event. */
  private int indexOfEvent(int number) {
    int index = 0;
    for (int before = 0; index < entries.size(); index++) {
      if (isEvent(index) && before++ == number) {
        break;
      }
    }
    return index;
  }

  private List<E> events(int from, int to) {
    List<E> events = new ArrayList<>();
    for (Entry<E> entry : entries.subList(from, to)) {
      if (entry instanceof Entry.Recorded<E>(var event)) {
        events.add(event);
      }
    }
    return Collections.unmodifiableList(events);
  }

  private static void rejectIf(boolean isIllegal) {
    if (isIllegal) {
      throw new IllegalArgumentException();
    }
  }
}
