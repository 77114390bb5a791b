package dev.fcp.benchmarks.table;

import dev.fcp.benchmarks.table.Writers.Writer;
import dev.fcp.eventlog.journal.Journal;
import dev.fcp.eventlog.journal.JournalRecord;
import dev.fcp.eventlog.journal.JournalRecordCodec;
import dev.fcp.postgres.PostgresJournal;
import dev.fcp.postgres.PostgresJournals;
import java.io.IOException;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Collections;
import java.util.List;

/** Writers of records of one size to a PostgreSQL server, each to a document of its own. */
final class PostgresWriters {

  private static final int SHAPES = 1_000;

  private PostgresWriters() {}

  /** Creates the tables of the alternatives: those of the journals without their constraints. */
  static void createTables(String url) throws SQLException {
    try (Connection connection = DriverManager.getConnection(url);
        Statement statement = connection.createStatement()) {
      statement.execute(
          "CREATE TABLE plain_documents (id bigint PRIMARY KEY, last_number bigint NOT NULL)");
      statement.execute(
          """
          CREATE TABLE plain_records (
            document_id bigint NOT NULL, number bigint NOT NULL,
            recorded_at timestamptz NOT NULL DEFAULT clock_timestamp(),
            checksum integer NOT NULL, source_hash text, record json NOT NULL,
            PRIMARY KEY (document_id, number))
          """);
    }
  }

  /** Records of steps in memory, to be written. */
  static final class Records {

    private final RecordJournal journal = new RecordJournal();

    /** Makes steps until there are so many records. */
    void fill(int count) {
      var session = ShapeSession.open(ShapeDomain.model(SHAPES), journal);
      while (journal.lastNumber() < count) {
        ShapeSession.edit(session, ShapeDomain.id((int) journal.lastNumber() % SHAPES));
      }
    }

    /** The records that can be written again and again: those of steps. */
    JournalRecord step(long number) {
      return journal.record(2 + (int) (number % (journal.lastNumber() - 1)));
    }

    JournalRecord first() {
      return journal.record(1);
    }
  }

  /** Appends records of steps; {@code group} records share a commit, under the lock. */
  static Writer journal(PostgresJournals journals, String name, Records records, int group) {
    PostgresJournal journal = journals.openOrCreate(name);
    journal.append(0, records.first());
    Journal.WriteLock lock = group == 1 ? () -> {} : journal.acquireWriteLock();
    return new Writer() {

      private long number = 1;

      @Override
      public void write(int count) {
        Journal.Receipt last = Journal.Receipt.NONE;
        for (int i = 1; i <= count; i++) {
          last = Writers.submitted(journal.submit(number, records.step(number), last));
          number++;
          if (i % group == 0) {
            last.await();
          }
        }
      }

      @Override
      public void close() {
        lock.close();
        journal.close();
      }
    };
  }

  /**
   * Inserts the same records by SQL, each group in a transaction.
   *
   * @param isChecked whether each transaction also compares and moves the number of the last record
   */
  static Writer sql(String url, long id, Records records, int group, boolean isChecked)
      throws SQLException {
    Connection connection = DriverManager.getConnection(url);
    connection.setAutoCommit(!isChecked);
    try (Statement statement = connection.createStatement()) {
      statement.execute("INSERT INTO plain_documents VALUES (%d, 0)".formatted(id));
    }
    PreparedStatement move =
        connection.prepareStatement(
            "UPDATE plain_documents SET last_number = last_number + ?"
                + " WHERE id = ? AND last_number = ?");
    PreparedStatement insert =
        connection.prepareStatement(
            "INSERT INTO plain_records (document_id, number, checksum, record) VALUES "
                + String.join(", ", Collections.nCopies(group, "(?, ?, ?, ?::json)")));
    return new Writer() {

      private long number;

      @Override
      public void write(int count) throws SQLException {
        for (int i = 0; i < count; i += group) {
          if (isChecked) {
            move.setInt(1, group);
            move.setLong(2, id);
            move.setLong(3, number);
            move.executeUpdate();
          }
          for (int j = 0; j < group; j++) {
            number++;
            insert.setLong(4 * j + 1, id);
            insert.setLong(4 * j + 2, number);
            insert.setInt(4 * j + 3, 0);
            insert.setString(
                4 * j + 4, JournalRecordCodec.toLineNamingSource(records.step(number)));
          }
          insert.executeUpdate();
          if (isChecked) {
            connection.commit();
          }
        }
      }

      @Override
      public void close() throws SQLException {
        connection.close();
      }
    };
  }

  /** Writes with all writers at the same time, each in a thread. */
  static Writer together(List<Writer> writers) {
    return new Writer() {
      @Override
      public void write(int count) {
        List<Thread> threads =
            writers.stream()
                .map(writer ->
                    Thread.ofPlatform().start(() -> writeAll(writer, count / writers.size())))
                .toList();
        for (Thread thread : threads) {
          try {
            thread.join();
          } catch (InterruptedException e) {
            throw new IllegalStateException(e);
          }
        }
      }

      @Override
      public void close() throws IOException, SQLException {
        for (Writer writer : writers) {
          writer.close();
        }
      }
    };
  }

  private static void writeAll(Writer writer, int count) {
    try {
      writer.write(count);
    } catch (IOException | SQLException e) {
      throw new IllegalStateException(e);
    }
  }
}
