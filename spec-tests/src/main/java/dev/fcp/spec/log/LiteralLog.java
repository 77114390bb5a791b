package dev.fcp.spec.log;

import dev.fcp.eventlog.Entry;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.Optional;

/**
 * A literal implementation of the specification: each operation does the steps of the text in their
 * order and nothing else. Step 2 of {@code checkpoint} is read as the operation {@code append}.
 *
 * @param <E> the events
 */
public final class LiteralLog<E> implements LogUnderTest<E> {

  private final List<Entry<E>> events = new ArrayList<>();
  private int cursor;
  private final Map<String, Integer> checkpoints = new LinkedHashMap<>();

  @Override
  public void append(E event) {
    append(new Entry.Recorded<>(event));
  }

  private void append(Entry<E> entry) {
    // 1. If cursor < len(events), truncate the event list at cursor.
    if (cursor < events.size()) {
      events.subList(cursor, events.size()).clear();
    }
    // 2. Remove any checkpoints that reference positions beyond the new end.
    checkpoints.values().removeIf(position -> position > events.size());
    // 3. Append the event.
    events.add(entry);
    // 4. Increment the cursor.
    cursor++;
  }

  @Override
  public void checkpoint(String name) {
    // 1. Store name -> cursor in the checkpoints map.
    checkpoints.put(name, cursor);
    // 2. Append a CheckpointEvent sentinel to the event list.
    append(new Entry.Checkpoint<>(name));
  }

  @Override
  public List<E> undo() {
    return undo(1);
  }

  @Override
  public List<E> undo(int count) {
    List<E> result = new ArrayList<>();
    int position = cursor;
    int remaining = count;
    // 4. Stop when count reaches 0 or cursor reaches 0.
    while (remaining > 0 && position > 0) {
      // 1. Starting from cursor - 1, walk backward through events.
      position--;
      // 2. Skip CheckpointEvent sentinels (they don't count toward count).
      // 3. For each non-checkpoint event encountered, add it to the result list and decrement
      // count.
      if (events.get(position) instanceof Entry.Recorded<E>(var event)) {
        result.add(event);
        remaining--;
      }
    }
    // 5. Update the cursor to the new position.
    cursor = position;
    // 6. Return the events in reverse chronological order (most recent first).
    return result;
  }

  @Override
  public Optional<List<E>> undoTo(String name) {
    // 1. Look up the checkpoint position for name.
    Integer position = checkpoints.get(name);
    // 2. If not found, raise an error.
    if (position == null) {
      throw new NoSuchElementException("no checkpoint " + name);
    }
    // 3. If the checkpoint position is at or beyond the current cursor, return null.
    if (position >= cursor) {
      return Optional.empty();
    }
    // 4. Collect all non-checkpoint events between the current cursor and the checkpoint position.
    List<E> collected = realEvents(events.subList(position, cursor));
    // 5. Move the cursor to the checkpoint position.
    cursor = position;
    // 6. Return the collected events in reverse chronological order.
    return Optional.of(collected.reversed());
  }

  @Override
  public List<E> redo() {
    return redo(1);
  }

  @Override
  public List<E> redo(int count) {
    List<E> result = new ArrayList<>();
    // 1. Starting from cursor, walk forward through events.
    int position = cursor;
    int remaining = count;
    // 4. Stop when count reaches 0 or cursor reaches len(events).
    while (remaining > 0 && position < events.size()) {
      // 2. Skip CheckpointEvent sentinels.
      // 3. For each non-checkpoint event, add it to the result list and decrement count.
      if (events.get(position) instanceof Entry.Recorded<E>(var event)) {
        result.add(event);
        remaining--;
      }
      position++;
    }
    // 5. Update the cursor.
    cursor = position;
    // 6. Return events in chronological order (oldest first).
    return result;
  }

  @Override
  public List<E> recent(int count) {
    // Return the last count non-checkpoint events up to the cursor, in chronological order.
    List<E> applied = realEvents(events.subList(0, cursor));
    return applied.subList(Math.max(0, applied.size() - count), applied.size());
  }

  private List<E> realEvents(List<Entry<E>> range) {
    List<E> real = new ArrayList<>();
    for (Entry<E> entry : range) {
      if (entry instanceof Entry.Recorded<E>(var event)) {
        real.add(event);
      }
    }
    return real;
  }

  @Override
  public List<Entry<E>> entries() {
    return List.copyOf(events);
  }

  @Override
  public int cursor() {
    return cursor;
  }

  @Override
  public Map<String, Integer> checkpoints() {
    return Map.copyOf(checkpoints);
  }
}
