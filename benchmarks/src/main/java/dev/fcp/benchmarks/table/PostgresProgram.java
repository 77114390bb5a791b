package dev.fcp.benchmarks.table;

import dev.fcp.benchmarks.table.PostgresWriters.Records;
import dev.fcp.benchmarks.table.Writers.Writer;
import dev.fcp.eventlog.journal.Journal;
import dev.fcp.eventlog.journal.JournalRecord;
import dev.fcp.eventlog.session.Session;
import dev.fcp.eventlog.session.SessionSettings;
import dev.fcp.postgres.PostgresJournal;
import dev.fcp.postgres.PostgresJournals;
import dev.fcp.postgres.PostgresSettings;
import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Measures journals in PostgreSQL, beside the same rows inserted by plain SQL into a table without
 * constraints, on the same server. The server forces each commit to the disk.
 */
final class PostgresProgram {

  /** One statement a commit, which checks nothing. */
  static final String INSERT = "INSERT";

  /** The same, and a statement that compares and moves the last number, in one transaction. */
  static final String CHECKED = "UPDATE and INSERT";

  private static final int GROUP = 100;
  private static final int THREADS = 16;
  private static final int SHAPES = 100;

  private final Scale scale;
  private final String url;
  private final PostgresJournals journals;
  private final Records records = new Records();
  private long nextId = 1;

  /** A writer and the times of its turns. */
  private record Turns(String name, Writer writer, List<Double> micros) {}

  private PostgresProgram(Scale scale, String url, PostgresJournals journals) {
    this.scale = scale;
    this.url = url;
    this.journals = journals;
  }

  /**
   * Measures everything.
   *
   * @param arguments scale, a folder on the disk to measure
   */
  public static void main(String[] arguments) throws IOException, SQLException {
    try (TemporaryFolder temporary = TemporaryFolder.in(arguments[1]);
        EmbeddedPostgres server = start(temporary.path().resolve("data"))) {
      String url = server.getJdbcUrl("postgres", "postgres");
      try (PostgresJournals journals =
          PostgresJournals.connect(
              url, PostgresSettings.defaults().withMaxConnections(THREADS + 2))) {
        new PostgresProgram(Scale.parse(arguments[0]), url, journals).run();
      }
    }
  }

  /** Starts a server that forces each commit to the disk. */
  static EmbeddedPostgres start(Path data) throws IOException {
    return EmbeddedPostgres.builder()
        .setDataDirectory(data)
        .setPGStartupWait(Duration.ofMinutes(2))
        .setServerConfig("fsync", "on")
        .setServerConfig("synchronous_commit", "on")
        .setServerConfig("full_page_writes", "on")
        .setServerConfig("shared_buffers", "256MB")
        // Long statements can be read from the list of connections.
        .setServerConfig("track_activity_query_size", "16kB")
        .start();
  }

  private void run() throws IOException, SQLException {
    PostgresWriters.createTables(url);
    records.fill(1_000);
    measureInTurns("postgres.append", 1, scale.of(5, 200), writers(1, 1));
    measureInTurns("postgres.append", THREADS, scale.of(2, 100) * THREADS, writers(THREADS, 1));
    measureInTurns("postgres.grouped", GROUP, scale.of(1, 20) * GROUP, writers(1, GROUP));
    measureLongDocument(scale.of(300, 100_000));
  }

  private List<Turns> writers(int threads, int group) throws SQLException {
    List<Writer> ours = new ArrayList<>();
    List<Writer> inserts = new ArrayList<>();
    List<Writer> checked = new ArrayList<>();
    for (int i = 0; i < threads; i++) {
      ours.add(PostgresWriters.journal(journals, "document " + nextId++, records, group));
      inserts.add(PostgresWriters.sql(url, nextId++, records, group, false));
      checked.add(PostgresWriters.sql(url, nextId++, records, group, true));
    }
    return new ArrayList<>(
        List.of(
            new Turns(Result.FCP, PostgresWriters.together(ours), new ArrayList<>()),
            new Turns(INSERT, PostgresWriters.together(inserts), new ArrayList<>()),
            new Turns(CHECKED, PostgresWriters.together(checked), new ArrayList<>())));
  }

  /** Measures all writers in turns and in random order, because the speed of a disk varies. */
  private void measureInTurns(String row, int size, int count, List<Turns> writers)
      throws IOException, SQLException {
    List<Turns> order = new ArrayList<>(writers);
    Random random = new Random(1);
    for (int round = -scale.of(1, 10); round < scale.of(1, 20); round++) {
      Collections.shuffle(order, random);
      for (Turns turns : order) {
        long start = System.nanoTime();
        turns.writer().write(count);
        if (round >= 0) {
          turns.micros().add((System.nanoTime() - start) / 1e3 / count);
        }
      }
    }
    for (Turns turns : writers) {
      turns.writer().close();
      Result.print(row, size, turns.name(), samples(turns.micros()));
    }
  }

  private static double[] samples(List<Double> list) {
    return list.stream().mapToDouble(Double::doubleValue).toArray();
  }

  private void measureLongDocument(int size) throws SQLException {
    String name = "long";
    makeSteps(name, size);
    List<Double> opened = new ArrayList<>();
    List<Double> read = new ArrayList<>();
    List<Double> selected = new ArrayList<>();
    for (int round = 0; round < scale.of(1, 9); round++) {
      opened.add(millis(() -> open(name, size)));
      read.add(millis(() -> readAll(name, size)));
      selected.add(millis(() -> select(name, size)));
    }
    Result.print("postgres.open", size, Result.FCP, samples(opened));
    Result.print("postgres.read", size, Result.FCP, samples(read));
    Result.print("postgres.read", size, "SELECT", samples(selected));
  }

  /** Makes steps in several threads, which share commits under the lock. */
  private void makeSteps(String name, int count) {
    AtomicInteger next = new AtomicInteger();
    try (PostgresJournal journal = journals.openOrCreate(name)) {
      var session = ShapeSession.open(ShapeDomain.model(SHAPES), journal);
      Journal.WriteLock lock = journal.acquireWriteLock();
      try (ExecutorService threads = Executors.newFixedThreadPool(THREADS)) {
        for (int i = 0; i < THREADS; i++) {
          int thread = i;
          threads.execute(() -> {
            while (next.incrementAndGet() <= count) {
              ShapeSession.edit(session, ShapeDomain.id(thread));
            }
          });
        }
      }
      lock.close();
      session.close();
    }
  }

  private static double millis(Runnable work) {
    long start = System.nanoTime();
    work.run();
    return (System.nanoTime() - start) / 1e6;
  }

  private void open(String name, int size) {
    try (PostgresJournal journal = journals.open(name);
        var session = Session.resume(ShapeSession.DOMAIN, journal, SessionSettings.standard())) {
      require(session.state().recordNumber() >= size);
    }
  }

  private void readAll(String name, int size) {
    try (PostgresJournal journal = journals.open(name)) {
      long steps = 0;
      for (JournalRecord record : journal.read(1)) {
        steps += record.steps().size();
      }
      require(steps >= size - 1);
    }
  }

  private void select(String name, int size) {
    try (Connection connection = DriverManager.getConnection(url);
        Statement statement = connection.createStatement();
        ResultSet rows =
            statement.executeQuery(
                "SELECT number, checksum, record FROM fcp.records JOIN fcp.documents"
                    + " ON documents.id = document_id WHERE name = '%s' ORDER BY number"
                        .formatted(name))) {
      long characters = 0;
      int count = 0;
      while (rows.next()) {
        characters += rows.getString(3).length();
        count++;
      }
      require(count >= size && characters > count);
    } catch (SQLException e) {
      throw new IllegalStateException(e);
    }
  }

  private static void require(boolean isTrue) {
    if (!isTrue) {
      throw new IllegalStateException("the document is not as it was written");
    }
  }
}
