package dev.fcp.postgres;

import static dev.fcp.postgres.Database.column;

import dev.fcp.eventlog.domain.Source;
import dev.fcp.eventlog.history.StepId;
import dev.fcp.eventlog.journal.JournalException;
import dev.fcp.eventlog.journal.JournalException.OutcomeUnknownException;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.stream.LongStream;

/**
 * Appends records to a document. One statement, and thus one transaction, compares the number of
 * the last record and the token of the lease, and inserts the records.
 */
final class RecordAppender {

  /**
   * Moves the last number if nobody else holds a lease. A lease that has expired ends, so that its
   * holder notices.
   */
  private static final String WITHOUT_LEASE =
      """
      WITH place AS (
        UPDATE fcp.documents SET last_number = last_number + ?,
          lease_token = NULL, lease_owner = NULL, lease_until = NULL
        WHERE id = ? AND last_number = ?
          AND (lease_token IS NULL OR lease_until <= clock_timestamp())
        RETURNING id)\
      """;

  /** Moves the last number if the lease has this token, and renews the lease. */
  private static final String WITH_LEASE =
      """
      WITH place AS (
        UPDATE fcp.documents SET last_number = last_number + ?,
          lease_until = clock_timestamp() + ? * interval '1 millisecond'
        WHERE id = ? AND last_number = ? AND lease_token = ?
        RETURNING id)\
      """;

  // Arrays, so that the statements are the same and planned once, whatever the number of records.

  private static final String SOURCES =
      """
      , source AS (
        INSERT INTO fcp.sources (document_id, hash, bytes)
        SELECT place.id, given.* FROM place, unnest(?::text[], ?::bytea[]) AS given
        ON CONFLICT DO NOTHING)\
      """;

  private static final String RECORDS =
      """

      INSERT INTO fcp.records (document_id, number, checksum, source_hash, record)
      SELECT place.id, given.*
      FROM place, unnest(?::bigint[], ?::integer[], ?::text[], ?::json[]) AS given\
      """;

  private final DocumentRow document;
  private final PostgresSettings settings;

  RecordAppender(DocumentRow document, PostgresSettings settings) {
    this.document = document;
    this.settings = settings;
  }

  /**
   * Appends records after the one with the expected number, all or none. A deadlock or a
   * serialization failure is not a failure of the records, so the statement is tried again.
   *
   * @param token the lease that is held; empty if none is
   * @return whether they were appended; if not, there are other records, or another lease
   * @throws OutcomeUnknownException if the connection broke during the commit
   * @throws JournalException if the records were not appended
   */
  boolean append(long expectedLastNumber, List<EncodedRecord> records, Optional<UUID> token) {
    Connection connection;
    try {
      connection = document.database().pool().getConnection();
    } catch (SQLException e) {
      throw notWritten(e);
    }
    try (connection) {
      return Database.repeat(
          connection, it -> append(it, expectedLastNumber, records, token) == records.size());
    } catch (SQLException e) {
      if (Database.isRolledBack(e)) {
        throw notWritten(e);
      }
      List<StepId> steps = records.stream().flatMap(record -> record.steps().stream()).toList();
      throw new OutcomeUnknownException(
          "%s in %s".formatted(document.name(), document.database().location()),
          steps,
          "the connection broke during the commit",
          e);
    }
  }

  private JournalException notWritten(SQLException failure) {
    return document.database().exception(document.where() + ", nothing of it was written", failure);
  }

  /**
   * Appends records in the transaction of a connection.
   *
   * @return the number of records that were appended: all or none
   */
  int append(
      Connection connection,
      long expectedLastNumber,
      List<EncodedRecord> records,
      Optional<UUID> token)
      throws SQLException {
    List<Source> sources = records.stream().flatMap(it -> it.source().stream()).toList();
    List<Object> arguments = new ArrayList<>();
    arguments.add(records.size());
    token.ifPresent(it -> arguments.add(settings.leaseTime().toMillis()));
    arguments.add(document.id());
    arguments.add(expectedLastNumber);
    token.ifPresent(arguments::add);
    if (!sources.isEmpty()) {
      arguments.add(column(sources, Source::id));
      arguments.add(sources.stream().map(Source::bytes).toArray(byte[][]::new));
    }
    arguments.add(
        LongStream.rangeClosed(expectedLastNumber + 1, expectedLastNumber + records.size())
            .boxed()
            .toArray(Long[]::new));
    arguments.add(records.stream().map(EncodedRecord::checksum).toArray(Integer[]::new));
    arguments.add(column(records, it -> it.source().map(Source::id).orElse(null)));
    arguments.add(column(records, EncodedRecord::json));
    String sql =
        (token.isPresent() ? WITH_LEASE : WITHOUT_LEASE)
            + (sources.isEmpty() ? "" : SOURCES)
            + RECORDS;
    return Database.update(connection, sql, arguments.toArray());
  }
}
