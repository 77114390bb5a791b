package dev.fcp.eventlog.session;

import dev.fcp.eventlog.history.Step;
import dev.fcp.eventlog.journal.JournalRecord;
import java.util.List;
import java.util.Objects;

/**
 * Something that happened to a document.
 *
 * @param recordNumber the number of its record, which orders all that happened
 * @param record what it was, when and by whom
 * @param steps those of its steps that were asked for; none if it has none
 * @param <E> the events
 */
public record AuditEntry<E>(long recordNumber, JournalRecord record, List<Step<E>> steps) {

  /** Copies the list. */
  public AuditEntry {
    Objects.requireNonNull(record, "record");
    steps = List.copyOf(steps);
  }
}
