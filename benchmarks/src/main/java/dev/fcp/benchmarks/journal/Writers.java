package dev.fcp.benchmarks.journal;

import dev.fcp.eventlog.journal.Durability;
import dev.fcp.eventlog.journal.FileJournal;
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
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;
import org.h2.mvstore.MVMap;
import org.h2.mvstore.MVStore;

/** Writers of records of one size, with and without forcing. */
final class Writers {

  private static final int RESERVE_BYTES = 1 << 18;

  private Writers() {}

  /** Writes a number of records; all of them are acknowledged when it returns. */
  interface Writer extends AutoCloseable {
    void write(int count) throws IOException, SQLException;

    /**
     * Creates the given number of records in advance; needed only by a writer of different records.
     */
    default void prepare(int count) {}

    @Override
    void close() throws IOException, SQLException;
  }

  /** Writes lines into preallocated space; {@code group} lines share a force. */
  static Writer bare(Path folder, int group) throws IOException {
    FileChannel file =
        FileChannel.open(
            folder.resolve("bare" + group + ".jsonl"),
            StandardOpenOption.CREATE,
            StandardOpenOption.WRITE);
    byte[] lines = lines(group);
    return new Writer() {
      private long end;
      private long reserved;

      @Override
      public void write(int count) throws IOException {
        for (int i = 0; i < count; i += group) {
          if (end + lines.length > reserved) {
            byte[] blanks = new byte[Math.max(RESERVE_BYTES, lines.length)];
            Arrays.fill(blanks, (byte) ' ');
            reserved = end + file.write(ByteBuffer.wrap(blanks), end);
          }
          end += file.write(ByteBuffer.wrap(lines), end);
          file.force(false);
        }
      }

      @Override
      public void close() throws IOException {
        file.close();
      }
    };
  }

  private static byte[] lines(int count) {
    byte[] line = Steps.line();
    ByteBuffer lines = ByteBuffer.allocate(count * line.length);
    for (int i = 0; i < count; i++) {
      lines.put(line);
    }
    return lines.array();
  }

  /** Writes to a journal; {@code group} records share a force. */
  static Writer journal(Path folder, Durability durability, int group) {
    FileJournal journal =
        FileJournal.open(folder, FileJournal.Settings.defaults().withDurability(durability));
    Steps steps = new Steps();
    Deque<JournalRecord> prepared = new ArrayDeque<>();
    return new Writer() {
      @Override
      public void prepare(int count) {
        while (prepared.size() < count) {
          prepared.add(steps.next());
        }
      }

      @Override
      public void write(int count) {
        Journal.Receipt last = Journal.Receipt.NONE;
        for (int i = 1; i <= count; i++) {
          prepare(1);
          long number = steps.count() - prepared.size();
          last = submitted(journal.submit(number, prepared.remove(), last));
          if (i % group == 0 || i == count) {
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

  private static Journal.Receipt submitted(Journal.SubmitResult submitted) {
    return switch (submitted) {
      case Journal.SubmitResult.Accepted(var number, var receipt) -> receipt;
      case Journal.SubmitResult.Stale stale -> throw new IllegalStateException(stale.toString());
    };
  }

  /**
   * Inserts rows in write-ahead mode with a synchronization level; {@code group} rows share a
   * commit.
   */
  static Writer sqlite(Path folder, String synchronous, int group) throws SQLException {
    Path file = folder.resolve(synchronous + group + ".db");
    Connection connection = DriverManager.getConnection("jdbc:sqlite:" + file);
    try (Statement statement = connection.createStatement()) {
      statement.execute("pragma journal_mode=wal");
      statement.execute("pragma synchronous=" + synchronous);
      statement.execute("create table record(n integer primary key, line blob)");
    }
    connection.setAutoCommit(group == 1);
    PreparedStatement insert = connection.prepareStatement("insert into record(line) values (?)");
    byte[] line = Steps.line();
    return new Writer() {
      @Override
      public void write(int count) throws SQLException {
        for (int i = 1; i <= count; i++) {
          insert.setBytes(1, line);
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

  /** Puts one entry per commit, optionally forced. */
  static Writer mvStore(Path folder, boolean isForced) {
    MVStore store = MVStore.open(folder.resolve("mv" + isForced).toString());
    MVMap<Long, byte[]> map = store.openMap("records");
    byte[] line = Steps.line();
    return new Writer() {
      private long number;

      @Override
      public void write(int count) {
        for (int i = 0; i < count; i++) {
          map.put(number++, line);
          long unused = store.commit();
          if (isForced) {
            store.sync();
          }
        }
      }

      @Override
      public void close() {
        store.close();
      }
    };
  }
}
