package dev.fcp.server;

import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.Optional;

/**
 * A PostgreSQL server for a demonstration, with durable commits. Its programs are not on the class
 * path of other commands; the start script adds them.
 *
 * @param server the server
 */
record DemoServer(EmbeddedPostgres server) implements AutoCloseable {

  /** How long its start may take: on a busy machine longer than the default of 10 seconds. */
  private static final Duration STARTUP_WAIT = Duration.ofMinutes(2);

  /** Starts a server; empty if its programs are missing or do not run here. */
  static Optional<DemoServer> start() {
    try {
      return Optional.of(
          new DemoServer(
              EmbeddedPostgres.builder()
                  .setPGStartupWait(STARTUP_WAIT)
                  .setServerConfig("fsync", "on")
                  .setServerConfig("synchronous_commit", "on")
                  .setServerConfig("full_page_writes", "on")
                  .start()));
    } catch (IOException | IllegalStateException | NoClassDefFoundError e) {
      return Optional.empty();
    }
  }

  /** The URL of its database. */
  String url() {
    return url("postgres");
  }

  /** The URL of a database of it. */
  String url(String database) {
    return server.getJdbcUrl("postgres", database);
  }

  @Override
  public void close() {
    try {
      server.close();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
