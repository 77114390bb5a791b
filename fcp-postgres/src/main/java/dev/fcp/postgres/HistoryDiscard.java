package dev.fcp.postgres;

import dev.fcp.eventlog.journal.JournalException;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;

/** Discards the oldest records of a document, and what only they need, in one transaction. */
final class HistoryDiscard {

  private final DocumentRow document;

  HistoryDiscard(DocumentRow document) {
    this.document = document;
  }

  /**
   * Discards all records before a number.
   *
   * @throws JournalException if the record was discarded already, or does not exist
   */
  void run(long number) {
    boolean isDone =
        document
            .database()
            .runInTransaction(
                document.where(),
                connection -> {
                  boolean isThere = lockAndCheck(connection, number);
                  if (isThere) {
                    discard(connection, number);
                  }
                  return isThere;
                });
    if (!isDone) {
      throw new JournalException(
          "%s: there is no record %d, or it was discarded already"
              .formatted(document.where(), number));
    }
  }

  /** Locks the document against appends; returns whether the record exists. */
  private boolean lockAndCheck(Connection connection, long number) throws SQLException {
    try (PreparedStatement statement =
            Database.prepare(
                connection,
                """
                SELECT 1 FROM fcp.documents
                WHERE id = ? AND ? BETWEEN first_number AND last_number FOR UPDATE
                """,
                document.id(),
                number);
        ResultSet rows = statement.executeQuery()) {
      return rows.next();
    }
  }

  private void discard(Connection connection, long number) throws SQLException {
    Database.update(
        connection,
        "UPDATE fcp.documents SET first_number = ? WHERE id = ?",
        number,
        document.id());
    // The snapshot right before the first record is a start for loading.
    Database.update(
        connection,
        """
        DELETE FROM fcp.snapshots WHERE document_id = ?
          AND number < CASE kind WHEN 'state' THEN ? - 1 ELSE ? END
        """,
        document.id(),
        number,
        number);
    Database.update(
        connection,
        "DELETE FROM fcp.records WHERE document_id = ? AND number < ?",
        document.id(),
        number);
    // The state of a session names the sources of its file by their hashes.
    Database.update(
        connection,
        """
        DELETE FROM fcp.sources WHERE document_id = ?
          AND NOT EXISTS (SELECT FROM fcp.records
            WHERE records.document_id = sources.document_id AND source_hash = hash)
          AND NOT EXISTS (SELECT FROM fcp.snapshots
            WHERE snapshots.document_id = sources.document_id AND kind = 'state'
              AND position(hash IN state::text) > 0)
          AND NOT EXISTS (SELECT FROM fcp.named_states
            WHERE named_states.document_id = sources.document_id
              AND position(hash IN state::text) > 0)
        """,
        document.id());
  }
}
