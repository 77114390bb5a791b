package dev.fcp.postgres;

import static org.junit.jupiter.api.Assumptions.abort;

import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * The server of the tests, started once for each JVM, and stopped at its end. It writes to the disk
 * before it acknowledges a commit.
 */
final class PostgresServer {

  /** The URL of another server for the tests, instead of the embedded one. */
  private static final String GIVEN_URL = System.getProperty("fcp.postgres.url", "");

  private static final AtomicInteger NEXT_NAME = new AtomicInteger(1);

  private static final Optional<String> URL =
      GIVEN_URL.isEmpty() ? start() : Optional.of(GIVEN_URL);

  private static final String RUN = Long.toHexString(System.nanoTime());

  private PostgresServer() {}

  private static Optional<String> start() {
    try {
      EmbeddedPostgres server =
          EmbeddedPostgres.builder()
              .setPGStartupWait(OwnServer.STARTUP_WAIT)
              .setServerConfig("fsync", "on")
              .setServerConfig("synchronous_commit", "on")
              .setServerConfig("full_page_writes", "on")
              .setServerConfig("max_connections", "200")
              .start();
      return Optional.of(server.getJdbcUrl("postgres", "postgres"));
    } catch (IOException | IllegalStateException e) {
      System.err.println("skipped: tests of fcp-postgres: no server can be started here: " + e);
      return Optional.empty();
    }
  }

  /** The URL of the server; skips the test if there is none. */
  static String url() {
    return URL.orElseGet(() -> abort("no PostgreSQL server can be started here"));
  }

  /** Connects to the server with the default settings; skips the test if there is none. */
  static PostgresJournals journals() {
    return journals(PostgresSettings.defaults());
  }

  static PostgresJournals journals(PostgresSettings settings) {
    return PostgresJournals.connect(url(), settings);
  }

  static PostgresDatabase database() {
    return new PostgresDatabase(url());
  }

  /** A name that no other document has. */
  static String newName() {
    return "%s-%d.counter".formatted(RUN, NEXT_NAME.getAndIncrement());
  }
}
