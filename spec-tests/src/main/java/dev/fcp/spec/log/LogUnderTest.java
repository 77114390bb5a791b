package dev.fcp.spec.log;

import dev.fcp.eventlog.Entry;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A log as the contracts use it: the operations of the specification and its three fields.
 *
 * @param <E> the events
 */
public interface LogUnderTest<E> {

  /** Adds an event at the cursor. */
  void append(E event);

  /** Sets a checkpoint at the cursor. */
  void checkpoint(String name);

  /** Moves the cursor back by the default count. */
  List<E> undo();

  /** Moves the cursor back by a number of events. */
  List<E> undo(int count);

  /** Moves the cursor back to a checkpoint; empty if the checkpoint is not before the cursor. */
  Optional<List<E>> undoTo(String name);

  /** Moves the cursor forward by the default count. */
  List<E> redo();

  /** Moves the cursor forward by a number of events. */
  List<E> redo(int count);

  /** Returns the last applied events, oldest first. */
  List<E> recent(int count);

  /** The list of events and sentinels. */
  List<Entry<E>> entries();

  /** The index past the last applied entry. */
  int cursor();

  /** The checkpoints: a map from name to position. */
  Map<String, Integer> checkpoints();
}
