package dev.fcp.eventlog;

import java.util.Objects;

/**
 * An entry of a log: an event, or the sentinel of a checkpoint. Entries are created when a log is
 * read; they are not stored in it (EL-18).
 *
 * @param <E> the events of the log
 */
public sealed interface Entry<E> {

  /**
   * An event of the domain.
   *
   * @param <E> the events of the log
   * @param event the event
   */
  record Recorded<E>(E event) implements Entry<E> {

    /** Rejects null. */
    public Recorded {
      Objects.requireNonNull(event, "event");
    }
  }

  /**
   * The sentinel of a checkpoint. Undo and redo cross it without counting it (CP-2).
   *
   * @param <E> the events of the log
   * @param name the name of the checkpoint
   */
  record Checkpoint<E>(String name) implements Entry<E> {

    /** Rejects null. */
    public Checkpoint {
      Objects.requireNonNull(name, "name");
    }
  }
}
