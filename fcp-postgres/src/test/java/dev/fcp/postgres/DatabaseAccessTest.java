package dev.fcp.postgres;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import com.google.common.base.Throwables;
import dev.fcp.eventlog.journal.JournalException;
import dev.fcp.eventlog.journal.JournalException.NewerFormatException;
import dev.fcp.eventlog.session.Session;
import dev.fcp.spec.domains.counter.Counter;
import dev.fcp.spec.domains.counter.CounterEvent;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.logging.Handler;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import java.util.logging.SimpleFormatter;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Who may do what in the database, and what is said if it refuses. */
class DatabaseAccessTest {

  private static final String PASSWORD = "s3cr3t-word";

  private final PostgresJournals journals = PostgresServer.journals();
  private final PostgresDatabase database = PostgresServer.database();
  private final String name = PostgresServer.newName();

  @AfterEach
  void close() {
    database.close();
    journals.close();
  }

  /** The SQL of docs/postgres.md that creates a role. */
  private static String documentedRights() throws IOException {
    Path docs = Path.of(System.getProperty("basedir", "."), "../docs/postgres.md");
    String text = Files.readString(docs);
    int start = text.indexOf("CREATE ROLE");
    return text.substring(start, text.indexOf("```", start));
  }

  private String urlAs(String user) {
    String url = PostgresServer.url().replaceAll("[?&]user=[^&]*", "");
    return url + (url.contains("?") ? "&" : "?") + "user=" + user;
  }

  @Test
  void the_documented_role_appends_and_reads_and_cannot_change_records() throws IOException {
    String role = "writer_" + name.replaceAll("\\W", "_");
    database.update(documentedRights().replace("fcp_writer", role));
    try (PostgresJournals limited =
            PostgresJournals.connect(
                urlAs(role), PostgresSettings.defaults().withRecordsPerSnapshot(2));
        PostgresDatabase sql = new PostgresDatabase(urlAs(role))) {
      Session<Counter, CounterEvent> session = Counters.created(limited.openOrCreate(name));
      List.of(1, 2, 3).forEach(n -> Counters.add(session, n));
      session.with(Counters.options("name")).checkpoint("six");
      assertThat(Counters.value(limited.open(name))).isEqualTo(6);
      for (String change :
          List.of(
              "UPDATE fcp.records SET record = '{}'",
              "DELETE FROM fcp.records",
              "TRUNCATE fcp.records CASCADE",
              "UPDATE fcp.sources SET bytes = ''",
              "DELETE FROM fcp.sources",
              "DELETE FROM fcp.documents",
              "UPDATE fcp.documents SET name = 'x'",
              "UPDATE fcp.documents SET first_number = 2",
              "ALTER TABLE fcp.records DISABLE TRIGGER ALL",
              "DROP TABLE fcp.records")) {
        assertThatThrownBy(() -> sql.update(change))
            .as(change)
            .hasMessageMatching("(?s).*(permission denied|must be owner).*");
      }
    } finally {
      database.update("DROP OWNED BY " + role);
      database.update("DROP ROLE " + role);
    }
  }

  /** Keeps what the driver logs. */
  private static final class LogList extends Handler {

    private final List<String> lines;

    LogList(List<String> lines) {
      this.lines = lines;
    }

    @Override
    public void publish(LogRecord entry) {
      lines.add(new SimpleFormatter().format(entry));
    }

    @Override
    public void flush() {}

    @Override
    public void close() {}
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "jdbc:mysql://ann:%s@localhost/documents",
        "jdbc:postgresql://ann:%s@localhost:port/documents",
        "jdbc:postgresql://ann:%s@localhost/documents",
        "jdbc:postgresql://ann@%s:1/documents",
        "jdbc:postgresql://localhost:%s/documents",
        "jdbc:postgresql://localhost/documents?user=ann&password=%s%%zz",
        "jdbc:postgresql://localhost/documents/%s",
        "jdbc:postgresql://127.0.0.1:1/documents?user=ann&password=%s",
        "jdbc:postgresql://127.0.0.1:1/documents?user=ann&password=%s&sslmode=verify-full"
      })
  void no_message_contains_the_password(String url) {
    List<String> logged = new ArrayList<>();
    Handler handler = new LogList(logged);
    Logger driver = Logger.getLogger("org.postgresql");
    driver.addHandler(handler);
    Throwable failure =
        catchThrowable(
            () -> PostgresJournals.connect(url.formatted(PASSWORD), PostgresSettings.defaults()));
    driver.removeHandler(handler);
    assertThat(logged.toString()).doesNotContain(PASSWORD);
    assertThat(failure).isInstanceOfAny(JournalException.class, IllegalArgumentException.class);
    assertThat(Throwables.getStackTraceAsString(failure)).doesNotContain(PASSWORD);
  }

  @Test
  void a_statement_that_takes_too_long_is_cancelled_and_nothing_is_written() {
    PostgresSettings hasty =
        PostgresSettings.defaults().withStatementTimeout(Duration.ofMillis(200));
    Session<Counter, CounterEvent> session = Counters.created(journals.openOrCreate(name));
    session.close();
    try (PostgresJournals impatient = PostgresServer.journals(hasty)) {
      Session<Counter, CounterEvent> late = Counters.resumed(impatient.open(name));
      database.update("BEGIN");
      database.update("UPDATE fcp.documents SET name = name WHERE name = ?", name);
      assertThatThrownBy(() -> Counters.add(late, 1))
          .isInstanceOf(JournalException.class)
          .hasMessageContainingAll("nothing of it was written", "statement timeout");
      database.update("ROLLBACK");
      Counters.add(late, 2);
      assertThat(Counters.value(journals.open(name))).isEqualTo(2);
    }
  }

  /** The seconds after which the server and then the driver give up a statement. */
  private static List<Integer> timeouts(String parameters) throws SQLException {
    String url = PostgresServer.url();
    try (PostgresJournals connected =
            PostgresJournals.connect(
                url + (url.contains("?") ? "&" : "?") + parameters, PostgresSettings.defaults());
        Connection connection = connected.database().source().getConnection()) {
      String sql = "SELECT setting::int / 1000 FROM pg_settings WHERE name = 'statement_timeout'";
      return List.of(
          Database.queryFirst(connection, row -> row.getInt(1), sql).orElseThrow(),
          connection.getNetworkTimeout() / 1000);
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "ApplicationName=x | 30 | 40",
        "options=-c%20geqo=off | 30 | 40",
        "options=-c%20geqo=off%20-c%20statement_timeout=5min | 300 | 310",
        "options=--statement-timeout=2s | 2 | 12",
        "options=-c%20statement_timeout=0 | 0 | 0",
        "options=-c%20statement_timeout=5min&socketTimeout=20 | 300 | 20",
        "socketTimeout=20 | 30 | 20",
      })
  void a_statement_has_a_timeout_unless_the_url_sets_another_and_the_driver_waits_longer(
      String parameters, int server, int driver) throws SQLException {
    assertThat(timeouts(parameters)).containsExactly(server, driver);
  }

  @Test
  void other_options_of_the_url_are_kept() throws SQLException {
    String url = PostgresServer.url();
    try (PostgresJournals connected =
            PostgresJournals.connect(
                url + (url.contains("?") ? "&" : "?") + "options=-c%20geqo=off",
                PostgresSettings.defaults());
        Connection connection = connected.database().source().getConnection()) {
      assertThat(Database.queryFirst(connection, row -> row.getString(1), "SHOW geqo"))
          .contains("off");
    }
  }

  @Test
  void options_that_the_server_refuses_are_reported() {
    assertThatThrownBy(() -> timeouts("options=-c%20statement_timeout=soon"))
        .isInstanceOf(JournalException.class)
        .hasMessageContainingAll("no connection", "statement_timeout");
  }

  @ParameterizedTest
  @CsvSource({
    "jdbc:postgresql://127.0.0.1:1/documents, no connection: Connection to 127.0.0.1:1 refused; check host and port",
    "jdbc:postgresql://no..host/documents, check the name of the host",
    "jdbc:postgresql://ann@localhost/documents, jdbc:postgresql://HOST/DATABASE?user=USER",
    "postgresql://localhost/documents, such as jdbc:postgresql://localhost/documents"
  })
  void a_failure_to_connect_says_what_to_do(String url, String advice) {
    assertThatThrownBy(() -> PostgresJournals.connect(url, PostgresSettings.defaults()))
        .hasMessageContaining(advice);
  }

  @Test
  void a_database_that_does_not_exist_can_be_created() {
    String url = PostgresServer.url().replaceFirst("/postgres\\b", "/no_documents");
    assertThatThrownBy(() -> PostgresJournals.connect(url, PostgresSettings.defaults()))
        .hasMessageContaining("create it: createdb no_documents");
  }

  @Test
  void tables_of_a_newer_release_are_not_touched() {
    database.update(
        "INSERT INTO fcp.flyway_schema_history VALUES (9, '9', 'later', 'SQL', 'V9.sql', 0, 'x',"
            + " now(), 0, true)");
    try {
      assertThatThrownBy(PostgresServer::journals)
          .isInstanceOf(NewerFormatException.class)
          .hasMessageContaining("have version 9; this release knows 6");
    } finally {
      database.update("DELETE FROM fcp.flyway_schema_history WHERE installed_rank = 9");
    }
  }
}
