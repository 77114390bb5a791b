package dev.fcp.benchmarks.table;

import dev.fcp.eventlog.journal.FileJournal;
import dev.fcp.eventlog.journal.InMemoryJournal;
import dev.fcp.eventlog.journal.Journal;
import dev.fcp.eventlog.journal.JournalRecord;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.ThreadLocalRandom;

/** Writers of records of one size to the disk. */
final class Writers {

  private static final int SHAPES = 1_000;
  private static final int RESERVE_BYTES = 1 << 18;

  /** The length of the members {@code crc}, {@code prev} and {@code n} of a line. */
  private static final int FRAME_BYTES = 44;

  private Writers() {}

  /** Writes a number of records; all of them are forced when it returns. */
  interface Writer extends AutoCloseable {
    /** Creates records in advance, if the writer needs different ones. */
    default void prepare(int count) {}

    void write(int count) throws IOException, SQLException;

    @Override
    void close() throws IOException, SQLException;
  }

  /** Edits labels, each in a step; several threads can use it. */
  static Writer session(Path folder) {
    FileJournal journal = FileJournal.open(folder, FileJournal.Settings.defaults());
    var session = ShapeSession.open(ShapeDomain.model(SHAPES), journal);
    return new Writer() {
      @Override
      public void write(int count) {
        for (int i = 0; i < count; i++) {
          int shape = ThreadLocalRandom.current().nextInt(SHAPES);
          ShapeSession.edit(session, ShapeDomain.id(shape));
        }
      }

      @Override
      public void close() {
        session.close();
        journal.close();
      }
    };
  }

  /** Writes records of steps; {@code group} records share a force. */
  static Writer journal(Path folder, int group) {
    FileJournal journal = FileJournal.open(folder, FileJournal.Settings.defaults());
    RecordJournal records = new RecordJournal();
    var session = ShapeSession.open(ShapeDomain.model(SHAPES), records);
    return new Writer() {
      @Override
      public void prepare(int count) {
        while (records.lastNumber() < journal.lastNumber() + count) {
          ShapeSession.edit(session, ShapeDomain.id((int) records.lastNumber() % SHAPES));
        }
      }

      @Override
      public void write(int count) {
        List<JournalRecord> next = records.read(journal.lastNumber() + 1).subList(0, count);
        long number = journal.lastNumber();
        Journal.Receipt last = Journal.Receipt.NONE;
        for (int i = 0; i < count; i++) {
          last = submitted(journal.submit(number + i, next.get(i), last));
          if ((i + 1) % group == 0 || i + 1 == count) {
            last.await();
          }
        }
      }

      @Override
      public void close() {
        journal.close();
      }
    };
  }

  static Journal.Receipt submitted(Journal.SubmitResult submitted) {
    return switch (submitted) {
      case Journal.SubmitResult.Accepted(var number, var receipt) -> receipt;
      case Journal.SubmitResult.Stale stale -> throw new IllegalStateException(stale.toString());
    };
  }

  /** Overwrites reserved space; {@code group} records share a force. */
  static Writer raw(Path folder, int group) throws IOException {
    FileChannel file =
        FileChannel.open(
            folder.resolve("raw" + group), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
    byte[] record = record();
    byte[] records = new byte[group * record.length];
    for (int i = 0; i < group; i++) {
      System.arraycopy(record, 0, records, i * record.length, record.length);
    }
    return new Writer() {
      private long end;
      private long reserved;

      @Override
      public void write(int count) throws IOException {
        for (int i = 0; i < count; i += group) {
          if (end + records.length > reserved) {
            byte[] blanks = new byte[Math.max(RESERVE_BYTES, records.length)];
            Arrays.fill(blanks, (byte) ' ');
            reserved = end + file.write(ByteBuffer.wrap(blanks), end);
          }
          end += file.write(ByteBuffer.wrap(records), end);
          file.force(false);
        }
      }

      @Override
      public void close() throws IOException {
        file.close();
      }
    };
  }

  /** Returns bytes as long as the record of a step. */
  private static byte[] record() {
    InMemoryJournal journal = InMemoryJournal.empty();
    ShapeSession.edit(ShapeSession.open(ShapeDomain.model(1), journal), ShapeDomain.id(0));
    byte[] record = new byte[FRAME_BYTES + journal.lines().get(1).length()];
    Arrays.fill(record, (byte) 'x');
    return record;
  }

  /** Inserts rows in write-ahead mode, fully synchronized; {@code group} rows share a commit. */
  static Writer sqlite(Path folder, int group) throws SQLException {
    Path file = folder.resolve("sqlite" + group + ".db");
    Connection connection = DriverManager.getConnection("jdbc:sqlite:" + file);
    try (Statement statement = connection.createStatement()) {
      statement.execute("pragma journal_mode=wal");
      statement.execute("pragma synchronous=FULL");
      statement.execute("create table record(n integer primary key, line blob)");
    }
    connection.setAutoCommit(group == 1);
    PreparedStatement insert = connection.prepareStatement("insert into record(line) values (?)");
    byte[] record = record();
    return new Writer() {
      @Override
      public void write(int count) throws SQLException {
        for (int i = 1; i <= count; i++) {
          insert.setBytes(1, record);
          insert.executeUpdate();
          if (group > 1 && i % group == 0) {
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
}
