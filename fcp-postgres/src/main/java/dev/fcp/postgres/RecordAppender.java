package dev.fcp.postgres;

import dev.fcp.eventlog.domain.Source;
import dev.fcp.eventlog.history.StepId;
import dev.fcp.eventlog.journal.JournalException;
import dev.fcp.eventlog.journal.JournalException.OutcomeUnknownException;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.UUID;
import java.util.stream.IntStream;
import java.util.stream.Stream;

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
      for (int tries = 1; ; tries++) {
        try {
          return append(connection, expectedLastNumber, records, token) == records.size();
        } catch (SQLException e) {
          if (tries == Database.MAX_TRIES || !Database.isConflict(e)) {
            throw e;
          }
        }
      }
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
    try (PreparedStatement statement =
        connection.prepareStatement(sql(records.size(), sources.size(), token.isPresent()))) {
      Stream.Builder<Object> arguments = Stream.builder();
      arguments.add(records.size());
      token.ifPresent(it -> arguments.add(settings.leaseTime().toMillis()));
      arguments.add(document.id()).add(expectedLastNumber);
      token.ifPresent(arguments::add);
      sources.forEach(source -> arguments.add(source.id()).add(source.bytes()));
      Object[] first = arguments.build().toArray();
      int next = 1;
      for (Object argument : first) {
        statement.setObject(next++, argument);
      }
      long number = expectedLastNumber;
      for (EncodedRecord record : records) {
        number++;
        statement.setLong(next++, number);
        statement.setInt(next++, record.checksum());
        statement.setString(next++, record.source().map(Source::id).orElse(null));
        statement.setString(next++, record.json());
      }
      return statement.executeUpdate();
    }
  }

  private static String sql(int recordCount, int sourceCount, boolean isLeased) {
    String sources =
        """
        , source AS (
          INSERT INTO fcp.sources (document_id, hash, bytes)
          SELECT place.id, given.hash, given.bytes FROM place, (VALUES %s) AS given (hash, bytes)
          ON CONFLICT DO NOTHING)\
        """
            .formatted(rows(sourceCount, "(?::text, ?::bytea)"));
    String records =
        """

        INSERT INTO fcp.records (document_id, number, checksum, source_hash, record)
        SELECT place.id, given.number, given.checksum, given.source_hash, given.record
        FROM place, (VALUES %s) AS given (number, checksum, source_hash, record)\
        """
            .formatted(rows(recordCount, "(?::bigint, ?::integer, ?::text, ?::json)"));
    return (isLeased ? WITH_LEASE : WITHOUT_LEASE) + (sourceCount == 0 ? "" : sources) + records;
  }

  private static String rows(int count, String row) {
    return String.join(
        ", ", IntStream.range(0, count).mapToObj(i -> Objects.requireNonNull(row)).toList());
  }
}
