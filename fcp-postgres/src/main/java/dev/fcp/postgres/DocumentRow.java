package dev.fcp.postgres;

import dev.fcp.eventlog.journal.JournalException;
import java.util.Optional;
import java.util.UUID;

/**
 * The row of a document: which records exist, and who alone may append.
 *
 * @param id its id in the database
 * @param name its name
 */
record DocumentRow(Database database, long id, String name) {

  /** The numbers of the first and the last record, as read at some time. */
  record Extent(long firstNumber, long lastNumber) {}

  /**
   * The numbers of the last record, and the lease if it is in force.
   *
   * @param token identifies the lease; empty if there is none or it has expired
   * @param holder the owner of the lease and the time until which it lasts, in words
   */
  record Position(long lastNumber, Optional<UUID> token, String holder) {}

  /** The name of the journal in messages. */
  String where() {
    return "journal " + name;
  }

  /** The records that exist now. */
  Extent extent() {
    return database
        .queryFirst(
            where(),
            row -> new Extent(row.getLong(1), row.getLong(2)),
            "SELECT first_number, last_number FROM fcp.documents WHERE id = ?",
            id)
        .orElseThrow(this::deleted);
  }

  /** The last record and the lease. */
  Position position() {
    return database
        .queryFirst(
            where(),
            row ->
                new Position(
                    row.getLong(1),
                    Optional.ofNullable(row.getObject(2, UUID.class)),
                    "%s until %s".formatted(row.getString(3), row.getString(4))),
            """
            SELECT last_number,
              CASE WHEN lease_until > clock_timestamp() THEN lease_token END,
              lease_owner,
              to_char(lease_until AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"')
            FROM fcp.documents WHERE id = ?
            """,
            id)
        .orElseThrow(this::deleted);
  }

  private JournalException deleted() {
    return new JournalException(
        "%s in %s: it was deleted; open the document again"
            .formatted(where(), database.location()));
  }
}
