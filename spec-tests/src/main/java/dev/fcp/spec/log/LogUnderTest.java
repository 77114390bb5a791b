package dev.fcp.spec.log;

import dev.fcp.eventlog.Entry;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A log as the contracts see it: the operations of the specification, and its three fields.
 *
 * @param <E> the events
 */
public interface LogUnderTest<E> {

  /** Adds an event at the cursor. */
  void append(E event);

  /** Names the position of the cursor. */
  void checkpoint(String name);

  /** Moves the cursor back by the default count. */
  List<E> undo();

  /** Moves the cursor back by so many events. */
  List<E> undo(int count);

  /** Moves the cursor back to a name; empty where that would be forward. */
  Optional<List<E>> undoTo(String name);

  /** Moves the cursor forward by the default count. */
  List<E> redo();

  /** Moves the cursor forward by so many events. */
  List<E> redo(int count);

  /** The last applied events. */
  List<E> recent(int count);

  /** The list of events and sentinels. */
  List<Entry<E>> entries();

  /** The index past the last applied entry. */
  int cursor();

  /** The table name -> position. */
  Map<String, Integer> checkpoints();
}
