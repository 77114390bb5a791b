package dev.fcp.postgres;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import dev.fcp.eventlog.history.HistoryPoint;
import dev.fcp.eventlog.journal.Journal.AppendResult;
import dev.fcp.eventlog.journal.JournalRecord;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.time.Instant;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.postgresql.PGConnection;
import org.postgresql.PGNotification;

class JournalWatchTest {

  private static final Duration MINUTE = Duration.ofMinutes(1);

  private final PostgresJournals journals = PostgresServer.journals();
  private final PostgresDatabase database = PostgresServer.database();
  private final String name = PostgresServer.newName();
  private final BlockingQueue<Long> reported = new LinkedBlockingQueue<>();

  @BeforeEach
  void create() {
    Counters.created(journals.openOrCreate(name)).close();
  }

  @AfterEach
  void close() {
    database.close();
    journals.close();
  }

  private JournalWatch watch(Duration interval) {
    return journals.watch(name, interval, reported::add);
  }

  private long nextReport() throws InterruptedException {
    Long number = reported.poll(1, TimeUnit.MINUTES);
    return number == null ? -1 : number;
  }

  private static JournalRecord record(String hash) {
    return new JournalRecord.Saving(Instant.EPOCH, Counters.ANN, hash, HistoryPoint.BASE);
  }

  @Test
  void an_append_wakes_those_who_watch() throws InterruptedException {
    try (JournalWatch watch = watch(Duration.ofHours(1));
        PostgresJournal journal = journals.open(name)) {
      assertThat(watch).isNotNull();
      journal.append(1, record("a"));
      assertThat(nextReport()).isEqualTo(2);
    }
  }

  @Test
  void records_whose_notification_was_lost_are_found_at_the_next_look()
      throws InterruptedException {
    try (JournalWatch watch = watch(Duration.ofMillis(20));
        Database silent = Database.connect(PostgresServer.url(), PostgresSettings.defaults())) {
      assertThat(watch).isNotNull();
      RecordAppender appender =
          new RecordAppender(new DocumentRow(silent, id(), name), PostgresSettings.defaults());
      appender.append(1, List.of(EncodedRecord.of(record("a"))), Optional.empty());
      assertThat(nextReport()).isEqualTo(2);
    }
  }

  @Test
  void a_watch_whose_connection_was_cut_goes_on() throws InterruptedException {
    try (JournalWatch watch = watch(Duration.ofMillis(20));
        PostgresJournal journal = journals.open(name)) {
      assertThat(watch).isNotNull();
      database.strings(
          "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE query = ?",
          "LISTEN " + AppendNotifier.channel(id()));
      journal.append(1, record("a"));
      assertThat(nextReport()).isEqualTo(2);
    }
  }

  @Test
  void a_notification_carries_nothing() throws SQLException {
    try (Connection listening = DriverManager.getConnection(PostgresServer.url());
        Statement statement = listening.createStatement();
        PostgresJournal journal = journals.open(name)) {
      statement.execute("LISTEN " + AppendNotifier.channel(id()));
      journal.append(1, record("a"));
      PGNotification[] received =
          listening.unwrap(PGConnection.class).getNotifications((int) MINUTE.toMillis());
      assertThat(received)
          .extracting(PGNotification::getName, PGNotification::getParameter)
          .containsExactly(tuple(AppendNotifier.channel(id()), ""));
    }
  }

  @Test
  void a_notification_has_a_transaction_of_its_own_so_that_nothing_is_lost_if_it_fails() {
    String schema = "silent_" + id();
    database.update("CREATE SCHEMA " + schema);
    database.update("CREATE SEQUENCE %s.calls".formatted(schema));
    database.update(
        """
        CREATE FUNCTION %1$s.pg_notify(channel text, payload text) RETURNS void LANGUAGE plpgsql AS $$
        BEGIN
          -- What a sequence counts is not rolled back.
          PERFORM nextval('%1$s.calls');
          RAISE EXCEPTION 'nobody is notified';
        END $$
        """
            .formatted(schema));
    String url = PostgresServer.url();
    String first = "options=-c%20search_path=" + schema + ",pg_catalog";
    try (PostgresJournals silent =
        PostgresJournals.connect(
            url + (url.contains("?") ? "&" : "?") + first, PostgresSettings.defaults())) {
      // Closing it waits for its notifications.
      try (PostgresJournal journal = silent.open(name)) {
        assertThat(journal.append(1, record("a"))).isEqualTo(new AppendResult.Written(2));
      }
      assertThat(database.strings("SELECT is_called FROM %s.calls".formatted(schema)))
          .containsExactly("t");
      assertThat(journals.open(name).lastNumber()).isEqualTo(2);
    } finally {
      database.update("DROP SCHEMA %s CASCADE".formatted(schema));
    }
  }

  /** The processes of the server that serve the connections of watches of the document. */
  private List<String> listeners(String query) {
    return database.strings("SELECT pid FROM pg_stat_activity WHERE query = ?", query);
  }

  @Test
  void a_watch_leaves_no_connections_whatever_fails() {
    String query = "LISTEN " + AppendNotifier.channel(id());
    Set<String> seen = new HashSet<>();
    Instant end = Instant.now().plus(MINUTE);
    try (JournalWatch watch = watch(Duration.ofMillis(20))) {
      assertThat(watch).isNotNull();
      journals.delete(name);
      // Each look fails now, and is followed by another connection.
      while (seen.size() < 4 && Instant.now().isBefore(end)) {
        seen.addAll(listeners(query));
      }
      assertThat(seen).hasSizeGreaterThanOrEqualTo(4);
    }
    while (!listeners(query).isEmpty() && Instant.now().isBefore(end)) {
      Thread.onSpinWait();
    }
    assertThat(listeners(query)).isEmpty();
  }

  private long id() {
    return Long.parseLong(
        database.strings("SELECT id FROM fcp.documents WHERE name = ?", name).get(0));
  }
}
