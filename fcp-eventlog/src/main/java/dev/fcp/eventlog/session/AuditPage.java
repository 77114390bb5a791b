package dev.fcp.eventlog.session;

import java.util.List;

/**
 * A part of what happened to a document. Whoever wants more asks again with the number that stands
 * here; a page may hold fewer entries than were asked for, or none, and not be the last.
 *
 * @param entries what was found, in the order of reading
 * @param lastRecordNumber the number of the record that was read last: where the next page goes on
 * @param isLast whether there was nothing more to read
 * @param <T> what is told of a record
 */
public record AuditPage<T>(List<T> entries, long lastRecordNumber, boolean isLast) {

  /** Copies the list. */
  public AuditPage {
    entries = List.copyOf(entries);
  }
}
