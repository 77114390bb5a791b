package dev.fcp.server;

import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Optional;

/**
 * A PostgreSQL server for a demonstration, with durable commits. Its programs are not on the class
 * path of other commands; the start script adds them.
 *
 * @param server the server
 */
record DemoServer(EmbeddedPostgres server) implements AutoCloseable {

  /** Starts a server; empty if its programs are missing or do not run here. */
  static Optional<DemoServer> start() {
    try {
      return Optional.of(
          new DemoServer(
              EmbeddedPostgres.builder()
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
    return server.getJdbcUrl("postgres", "postgres");
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
