package dev.fcp.spec.conform;

import static dev.fcp.spec.conform.LogFault.*;

import dev.fcp.eventlog.Entry;
import dev.fcp.spec.log.SessionLogUnderTest;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.Optional;
import java.util.Set;

/** A correct log over a plain list, except for the given faults. */
final class FaultyLog implements SessionLogUnderTest<String> {

  private final List<Entry<String>> entries = new ArrayList<>();
  private final Map<String, Integer> checkpoints = new HashMap<>();
  private final Set<LogFault> faults;
  private int cursor;

  FaultyLog(Set<LogFault> faults) {
    this.faults = faults;
    this.cursor = has(EMPTY_CURSOR_ONE) ? 1 : 0;
  }

  private boolean has(LogFault fault) {
    return faults.contains(fault);
  }

  @Override
  public void append(String event) {
    Entry<String> entry = new Entry.Recorded<>(event);
    if (has(APPEND_SKIPS_EQUAL) && cursor > 0 && entries.get(cursor - 1).equals(entry)) {
      return;
    }
    cutForAppend();
    int index = has(APPEND_AT_END) ? entries.size() : Math.min(cursor, entries.size());
    entries.add(has(APPEND_FRONT) ? Math.max(0, index - 1) : index, entry);
    if (has(APPEND_AT_END)) {
      cursor = entries.size();
    } else if (!has(APPEND_STAYS)) {
      cursor++;
    }
  }

  private void cutForAppend() {
    List<Entry<String>> tail = entries.subList(Math.min(cursor, entries.size()), entries.size());
    if (has(APPEND_CUTS_ONE) && !tail.isEmpty()) {
      tail.removeFirst();
    } else if (has(APPEND_CUTS_TO_SENTINEL)) {
      tail.removeIf(Entry.Recorded.class::isInstance);
    } else if (!has(APPEND_KEEPS_TAIL) && !has(APPEND_AT_END)) {
      tail.clear();
    }
    int end = cursor;
    if (has(APPEND_KEEPS_NAME_ONE_BEYOND)) {
      checkpoints.values().removeIf(position -> position > end + 1);
    } else if (has(APPEND_CLAMPS_NAMES) && !checkpoints.isEmpty()) {
      checkpoints.values().removeIf(position -> position >= end);
    } else if (!has(APPEND_KEEPS_NAMES)) {
      checkpoints.values().removeIf(position -> position > end);
    }
  }

  @Override
  public void checkpoint(String name) {
    boolean isReused = checkpoints.containsKey(name);
    if (isReused && has(REUSE_ERROR)) {
      throw new IllegalArgumentException("used before");
    }
    if (has(CHECKPOINT_TAIL_APPLIED)) {
      cursor = entries.size();
    }
    if (has(CHECKPOINT_TAIL_CUT)) {
      truncate();
    }
    if (has(CHECKPOINT_ONE_NAME)) {
      checkpoints.clear();
    }
    if (isReused && has(REUSE_REMOVES_SENTINEL)) {
      removeSentinel(name);
    }
    int position = cursor;
    addSentinel(name);
    if (has(CHECKPOINT_PAST_SENTINEL)) {
      position++;
    } else if (has(CHECKPOINT_COUNTS_EVENTS)) {
      position = events(0, position).size();
    }
    if (!isReused || !has(REUSE_KEEPS_OLD)) {
      checkpoints.put(name, position);
    }
  }

  private void removeSentinel(String name) {
    int old = entries.indexOf(new Entry.Checkpoint<String>(name));
    if (old >= 0) {
      entries.remove(old);
      checkpoints.replaceAll((other, position) -> position > old ? position - 1 : position);
      cursor -= old < cursor ? 1 : 0;
    }
  }

  private void addSentinel(String name) {
    boolean isAfterSentinel = cursor > 0 && !isEvent(cursor - 1);
    if (has(CHECKPOINT_NO_SENTINEL) || (isAfterSentinel && has(CHECKPOINT_ONE_SENTINEL))) {
      return;
    }
    boolean tail = cursor < entries.size();
    entries.add(has(CHECKPOINT_FRONT) ? 0 : cursor, new Entry.Checkpoint<>(name));
    int least = has(CHECKPOINT_TAIL_NAMES_ALL) ? cursor : cursor + 1;
    if (tail && !has(CHECKPOINT_TAIL_NAMES)) {
      checkpoints.replaceAll((other, position) -> position >= least ? position + 1 : position);
    }
    if (!has(CHECKPOINT_CURSOR_BEFORE)) {
      cursor++;
    }
  }

  @Override
  public List<String> undo() {
    return undo(has(UNDO_PLAIN_ALL) ? Integer.MAX_VALUE : 1);
  }

  @Override
  public List<String> undo(int requestedCount) {
    if (requestedCount < 0) {
      return negative(requestedCount, has(UNDO_NEGATIVE_NOTHING), has(UNDO_NEGATIVE_REDOES));
    }
    int count = requestedCount == 0 && has(UNDO_ZERO_ONE) ? 1 : requestedCount;
    int there = events(0, cursor).size();
    if (count > there && has(UNDO_TOO_MANY_ERROR) && requestedCount != Integer.MAX_VALUE) {
      throw new IllegalArgumentException("too many");
    }
    if (count > there && has(UNDO_TOO_MANY_NOTHING)) {
      return List.of();
    }
    int target = undoTarget(count);
    if (has(UNDO_FORGETS_NAMES)) {
      checkpoints.values().removeIf(position -> position > target);
    }
    List<String> undone = undoneEvents(target, has(UNDO_GIVES_SENTINELS), has(UNDO_OLDEST_FIRST));
    cursor = has(UNDO_CURSOR_BY_ONE) && undone.size() > 1 ? cursor - 1 : target;
    if (has(UNDO_REMOVES)) {
      entries.subList(cursor, entries.size()).clear();
    }
    return undone;
  }

  private int undoTarget(int count) {
    int target = cursor;
    int left = count;
    while (left > 0 && target > 0) {
      boolean event = isEvent(target - 1);
      if (!event && has(UNDO_STOPS_AT_SENTINEL)) {
        return target;
      }
      target--;
      left -= event || has(UNDO_COUNTS_SENTINELS) ? 1 : 0;
    }
    boolean crosses = has(UNDO_OVER_SENTINELS) && count > 0;
    while (crosses && target > 0 && !isEvent(target - 1)) {
      target--;
    }
    if (has(UNDO_STOPS_AFTER_FIRST_SENTINEL) && left > 0) {
      while (target < cursor && !isEvent(target)) {
        target++;
      }
    }
    return target;
  }

  private List<String> negative(int count, boolean nothing, boolean other) {
    if (nothing) {
      return List.of();
    }
    if (other) {
      return redo(-count);
    }
    throw new IllegalArgumentException("negative");
  }

  /** The events or entries between a position and the cursor. */
  private List<String> undoneEvents(int target, boolean sentinels, boolean oldestFirst) {
    List<String> undone = sentinels ? entryTexts(target, cursor) : events(target, cursor);
    return oldestFirst ? undone : undone.reversed();
  }

  @Override
  public Optional<List<String>> undoTo(String name) {
    Integer position = checkpoints.get(name);
    if (position == null) {
      return unknown();
    }
    if (position >= cursor) {
      return undoToAhead(position);
    }
    int target = position + (has(UNDO_TO_PAST_SENTINEL) ? 1 : 0);
    List<String> undone =
        undoneEvents(target, has(UNDO_TO_GIVES_SENTINELS), has(UNDO_TO_OLDEST_FIRST));
    if (has(UNDO_TO_STOPS_AT_SENTINEL)) {
      undone = events(lastSentinel(target), cursor).reversed();
    }
    cursor = target;
    if (has(UNDO_TO_ONE) && undone.size() > 1) {
      cursor = target + entryTexts(target, entries.size()).indexOf(undone.getFirst());
      undone = undone.subList(0, 1);
    }
    if (has(UNDO_TO_REMOVES)) {
      entries.subList(cursor, entries.size()).clear();
    }
    if (has(UNDO_TO_FORGETS_NAME)) {
      checkpoints.remove(name);
    }
    return undone.isEmpty() && has(UNDO_TO_EMPTY_NULL) ? Optional.empty() : Optional.of(undone);
  }

  private int lastSentinel(int minIndex) {
    int position = cursor;
    while (position > minIndex && isEvent(position - 1)) {
      position--;
    }
    return position;
  }

  private Optional<List<String>> unknown() {
    if (has(UNDO_TO_UNKNOWN_NULL)) {
      return Optional.empty();
    }
    if (has(UNDO_TO_UNKNOWN_ALL)) {
      return Optional.of(undo(Integer.MAX_VALUE));
    }
    if (has(UNDO_TO_UNKNOWN_CUTS)) {
      truncate();
    }
    throw new NoSuchElementException("unknown");
  }

  private Optional<List<String>> undoToAhead(int position) {
    if (position > cursor && has(UNDO_TO_AHEAD_ERROR)) {
      throw new IllegalStateException("ahead");
    }
    if (has(UNDO_TO_AHEAD_MOVES)) {
      cursor = position;
    }
    boolean empty = position > cursor ? has(UNDO_TO_AHEAD_EMPTY) : has(UNDO_TO_AT_CURSOR_EMPTY);
    return empty ? Optional.of(List.of()) : Optional.empty();
  }

  @Override
  public List<String> redo() {
    return redo(has(REDO_PLAIN_ALL) ? Integer.MAX_VALUE : 1);
  }

  @Override
  public List<String> redo(int requestedCount) {
    if (requestedCount < 0) {
      return negative(requestedCount, has(REDO_NEGATIVE_NOTHING), false);
    }
    int count = requestedCount == 0 && has(REDO_ZERO_ALL) ? Integer.MAX_VALUE : requestedCount;
    int start = cursor;
    boolean few = count > events(cursor, entries.size()).size();
    if (few && has(REDO_TOO_MANY_ERROR)) {
      throw new IllegalArgumentException("too many");
    }
    if (few && has(REDO_TOO_MANY_NOTHING)) {
      return List.of();
    }
    int target = redoTarget(count);
    List<String> redone =
        has(REDO_GIVES_SENTINELS) ? entryTexts(start, target) : events(start, target);
    cursor = has(REDO_CURSOR_BY_ONE) && redone.size() > 1 ? start + 1 : target;
    if (has(REDO_COPIES) && !redone.isEmpty()) {
      redone.forEach(event -> entries.add(new Entry.Recorded<>(event)));
    }
    return has(REDO_NEWEST_FIRST) ? redone.reversed() : redone;
  }

  private int redoTarget(int count) {
    int target = cursor;
    int left = count;
    while (left > 0 && target < entries.size()) {
      boolean event = isEvent(target);
      if (!event && has(REDO_STOPS_AT_SENTINEL)) {
        return target;
      }
      target++;
      left -= event || has(REDO_COUNTS_SENTINELS) ? 1 : 0;
    }
    while (has(REDO_OVER_SENTINELS) && count > 0 && target < entries.size() && !isEvent(target)) {
      target++;
    }
    while (has(REDO_LEAVES_LAST_SENTINEL) && left > 0 && target > cursor && !isEvent(target - 1)) {
      target--;
    }
    return target;
  }

  @Override
  public List<String> recent(int count) {
    if (count < 0) {
      throw new IllegalArgumentException("negative");
    }
    if (has(RECENT_TRUNCATES) && count == 1) {
      truncate();
    }
    int end = has(RECENT_UNDONE_TOO) ? entries.size() : Math.min(cursor, entries.size());
    List<String> applied = events(0, end);
    if (has(RECENT_FEW_NOTHING) && count > applied.size()) {
      return List.of();
    }
    if (count == 0 && has(RECENT_ZERO_ALL)) {
      return applied;
    }
    if (has(RECENT_COUNTS_SENTINELS)) {
      return events(Math.max(0, end - count), end);
    }
    int from = has(RECENT_FIRST) ? 0 : Math.max(0, applied.size() - count);
    List<String> recent = applied.subList(from, Math.min(applied.size(), from + count));
    return has(RECENT_NEWEST_FIRST) ? recent.reversed() : recent;
  }

  @Override
  public void truncate() {
    if (has(TRUNCATE_NOTHING)) {
      return;
    }
    int end = Math.min(cursor + (has(TRUNCATE_LEAVES_ONE) ? 1 : 0), entries.size());
    entries.subList(end, entries.size()).clear();
    if (!has(TRUNCATE_KEEPS_NAMES)) {
      checkpoints.values().removeIf(position -> position > cursor);
    }
  }

  @Override
  public void dropFirst(int count) {
    int maxCount = has(DROP_UNDONE_TOO) ? entries.size() : cursor;
    if (count < 0 || count > events(0, maxCount).size()) {
      throw new IllegalArgumentException("count");
    }
    int afterDropped = count == 0 ? 0 : indexOfEvent(count - 1) + 1;
    int dropped = has(DROP_KEEPS_SENTINELS) ? afterDropped : indexOfEvent(count);
    int firstKept = has(DROP_FORGETS_NAME_AT_START) ? dropped + 1 : afterDropped;
    checkpoints.values().removeIf(position -> position < firstKept && count > 0);
    if (!has(DROP_KEEPS_POSITIONS)) {
      checkpoints.replaceAll((name, position) -> Math.max(0, position - dropped));
    }
    entries.subList(0, dropped).clear();
    cursor = Math.max(0, cursor - dropped);
  }

  @Override
  public void replaceLast(int count, String event) {
    replace(count, List.of(new Entry.Recorded<>(event)));
  }

  @Override
  public void replaceLast(int count) {
    replace(count, List.of());
  }

  private void replace(int requestedCount, List<Entry<String>> replacement) {
    if (canRedo() && has(REPLACE_OVER_TAIL)) {
      truncate();
    }
    if (canRedo()) {
      throw new IllegalStateException("redo tail");
    }
    int applied = events(0, cursor).size();
    if (requestedCount < 1 || requestedCount > applied) {
      throw new IllegalArgumentException("count");
    }
    int start = indexOfEvent(applied - (has(REPLACE_ONE_ONLY) ? 1 : requestedCount));
    int afterLast = indexOfEvent(applied - 1) + 1;
    if (!has(REPLACE_KEEPS_NAMES)) {
      checkpoints.values().removeIf(position -> position > start && position < afterLast);
    }
    if (has(REPLACE_FORGETS_END)) {
      checkpoints.values().removeIf(position -> position >= afterLast);
    }
    entries.subList(start, entries.size()).clear();
    entries.addAll(replacement);
    cursor = entries.size();
    checkpoints.replaceAll((name, position) -> position <= start ? position : cursor);
  }

  @Override
  public boolean canUndo() {
    if (has(CAN_UNDO_OF_UNDONE)) {
      return !events(0, entries.size()).isEmpty();
    }
    return has(CAN_UNDO_CURSOR) ? cursor > 0 : !events(0, cursor).isEmpty();
  }

  @Override
  public boolean canRedo() {
    int from = Math.min(cursor, entries.size());
    return has(CAN_REDO_CURSOR) ? from < entries.size() : !events(from, entries.size()).isEmpty();
  }

  @Override
  public int size() {
    return entries.size();
  }

  @Override
  public List<Entry<String>> entries() {
    return List.copyOf(entries);
  }

  @Override
  public int cursor() {
    return cursor;
  }

  @Override
  public Map<String, Integer> checkpoints() {
    return Map.copyOf(checkpoints);
  }

  private boolean isEvent(int index) {
    return entries.get(index) instanceof Entry.Recorded<String>;
  }

  private int indexOfEvent(int number) {
    int index = 0;
    for (int before = 0; index < entries.size(); index++) {
      if (isEvent(index) && before++ == number) {
        break;
      }
    }
    return index;
  }

  private List<String> events(int from, int to) {
    List<String> events = new ArrayList<>();
    for (Entry<String> entry : entries.subList(from, Math.min(to, entries.size()))) {
      if (entry instanceof Entry.Recorded<String>(var event)) {
        events.add(event);
      }
    }
    return events;
  }

  private List<String> entryTexts(int from, int to) {
    List<String> words = new ArrayList<>();
    for (Entry<String> entry : entries.subList(from, to)) {
      words.add(
          switch (entry) {
            case Entry.Recorded<String>(var event) -> event;
            case Entry.Checkpoint<String>(var name) -> name;
          });
    }
    return words;
  }
}
