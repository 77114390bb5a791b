package dev.fcp.benchmarks.journal;

import dev.fcp.eventlog.journal.Durability;
import dev.fcp.eventlog.journal.FileJournal;
import dev.fcp.eventlog.journal.Journal;
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
import org.h2.mvstore.MVMap;
import org.h2.mvstore.MVStore;

/** Ways to write records of one size so that they last, or do not. */
final class Writers {

  private static final int RESERVE_BYTES = 1 << 18;

  private Writers() {}

  /** Writes a number of records; all of them are acknowledged when it returns. */
  interface Writer extends AutoCloseable {
    void write(int count) throws IOException, SQLException;

    @Override
    void close() throws IOException, SQLException;
  }

  /** Lines at their offsets in space that was written beforehand, each one forced. */
  static Writer bare(Path folder) throws IOException {
    FileChannel file =
        FileChannel.open(
            folder.resolve("bare.jsonl"), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
    byte[] line = Steps.line();
    return new Writer() {
      private long end;
      private long reserved;

      @Override
      public void write(int count) throws IOException {
        for (int i = 0; i < count; i++) {
          if (end + line.length > reserved) {
            byte[] blanks = new byte[RESERVE_BYTES];
            Arrays.fill(blanks, (byte) ' ');
            reserved = end + file.write(ByteBuffer.wrap(blanks), end);
          }
          end += file.write(ByteBuffer.wrap(line), end);
          file.force(false);
        }
      }

      @Override
      public void close() throws IOException {
        file.close();
      }
    };
  }

  /** The journal; so many records wait for one force. */
  static Writer journal(Path folder, Durability durability, int group) {
    FileJournal journal =
        FileJournal.open(folder, FileJournal.Settings.standard().with(durability));
    Steps steps = new Steps();
    return new Writer() {
      @Override
      public void write(int count) {
        Journal.Receipt last = Journal.Receipt.NONE;
        for (int i = 1; i <= count; i++) {
          last = submitted(journal.submit(steps.count(), steps.next(), last));
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

  private static Journal.Receipt submitted(Journal.Submitted submitted) {
    return switch (submitted) {
      case Journal.Submitted.Accepted(var number, var receipt) -> receipt;
      case Journal.Submitted.Behind behind -> throw new IllegalStateException(behind.toString());
    };
  }

  /** One row a commit, in write-ahead mode at a level of synchronization. */
  static Writer sqlite(Path folder, String synchronous) throws SQLException {
    Connection connection =
        DriverManager.getConnection("jdbc:sqlite:" + folder.resolve(synchronous + ".db"));
    try (Statement statement = connection.createStatement()) {
      statement.execute("pragma journal_mode=wal");
      statement.execute("pragma synchronous=" + synchronous);
      statement.execute("create table record(n integer primary key, line blob)");
    }
    PreparedStatement insert = connection.prepareStatement("insert into record(line) values (?)");
    byte[] line = Steps.line();
    return new Writer() {
      @Override
      public void write(int count) throws SQLException {
        for (int i = 0; i < count; i++) {
          insert.setBytes(1, line);
          insert.executeUpdate();
        }
      }

      @Override
      public void close() throws SQLException {
        connection.close();
      }
    };
  }

  /** One entry a commit, and a force if asked for. */
  static Writer mvStore(Path folder, boolean forced) {
    MVStore store = MVStore.open(folder.resolve("mv" + forced).toString());
    MVMap<Long, byte[]> map = store.openMap("records");
    byte[] line = Steps.line();
    return new Writer() {
      private long number;

      @Override
      public void write(int count) {
        for (int i = 0; i < count; i++) {
          map.put(number++, line);
          long unused = store.commit();
          if (forced) {
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
