package dev.fcp.postgres;

import dev.fcp.eventlog.document.NamedJournals;
import dev.fcp.eventlog.journal.Journal;
import dev.fcp.eventlog.journal.JournalException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.LongConsumer;

/**
 * The journals in a database, found by the names of their documents. Closing it closes the
 * connections; journals that are open cannot be used afterwards. Thread-safe.
 */
public final class PostgresJournals implements NamedJournals, AutoCloseable {

  private final Database database;
  private final PostgresSettings settings;

  private PostgresJournals(Database database, PostgresSettings settings) {
    this.database = database;
    this.settings = settings;
  }

  /**
   * Connects to a database; creates the tables in the schema {@code fcp}, or migrates them, if
   * needed.
   *
   * @param url a URL of the PostgreSQL driver, {@code jdbc:postgresql://HOST/DATABASE}; all
   *     parameters of the driver can be added, such as those for TLS. Without a password, the
   *     driver reads the file that the environment variable {@code PGPASSFILE} names
   * @throws IllegalArgumentException if it is not such a URL
   * @throws JournalException.NewerFormatException if a newer release created the tables
   * @throws JournalException if the database cannot be used
   */
  public static PostgresJournals connect(String url, PostgresSettings settings) {
    Database database = Database.connect(url, settings);
    try {
      new Schema(database).migrate();
      return new PostgresJournals(database, settings);
    } catch (RuntimeException | Error e) {
      database.close();
      throw e;
    }
  }

  Database database() {
    return database;
  }

  PostgresSettings settings() {
    return settings;
  }

  @Override
  public List<String> names() {
    return database.query(
        "the documents",
        row -> row.getString(1),
        "SELECT name FROM fcp.documents WHERE last_number > 0 AND NOT is_world ORDER BY name");
  }

  @Override
  public boolean contains(String name) {
    return PostgresJournal.isName(name)
        && find(name).filter(row -> row.extent().lastNumber() > 0).isPresent();
  }

  @Override
  public PostgresJournal open(String name) {
    return new PostgresJournal(
        find(name).orElseThrow(() -> PostgresJournal.missing(name, database)), settings);
  }

  @Override
  public PostgresJournal openOrCreate(String name) {
    if (!PostgresJournal.isName(name)) {
      throw new IllegalArgumentException(
          "not a name of a document: it needs 1 to 300 characters without control characters");
    }
    if (find(name).isEmpty()) {
      database.update(
          "journal " + name,
          "INSERT INTO fcp.documents (name) VALUES (?) ON CONFLICT DO NOTHING",
          name);
    }
    return open(name);
  }

  private Optional<DocumentRow> find(String name) {
    return database.queryFirst(
        "journal " + name,
        row -> new DocumentRow(database, row.getLong(1), name),
        "SELECT id FROM fcp.documents WHERE name = ? AND NOT is_world",
        name);
  }

  @Override
  public String nameOf(Journal journal) {
    return ((PostgresJournal) journal).name();
  }

  @Override
  public void delete(String name) {
    database.update(
        "journal " + name, "DELETE FROM fcp.documents WHERE name = ? AND NOT is_world", name);
  }

  /**
   * Reports new records of a document: looks at regular intervals, and at once when a writer
   * notifies it.
   *
   * @param interval the longest time between two looks
   * @param listener receives the number of the last record, after the document got new ones; called
   *     by one thread
   * @throws JournalException if there is no such document, or the database cannot be reached
   */
  public JournalWatch watch(String name, Duration interval, LongConsumer listener) {
    return JournalWatch.start(
        find(name).orElseThrow(() -> PostgresJournal.missing(name, database)), interval, listener);
  }

  /** Mirrors histories of documents that are not in this database. */
  public EventMirror eventMirror() {
    return new EventMirror(database);
  }

  /** Closes the connections. */
  @Override
  public void close() {
    database.close();
  }
}
