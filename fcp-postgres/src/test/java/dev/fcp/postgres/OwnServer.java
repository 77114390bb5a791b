package dev.fcp.postgres;

import static org.junit.jupiter.api.Assumptions.abort;

import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * A server of one test, which the test may kill, and start again on the same data. It writes to the
 * disk before it acknowledges a commit.
 */
final class OwnServer implements AutoCloseable {

  private final Path data;
  private final Map<String, String> configuration;
  private EmbeddedPostgres server;
  private final int port;

  private OwnServer(Path data, Map<String, String> configuration) throws IOException {
    this.data = data;
    this.configuration = configuration;
    this.server = start(0);
    this.port = server.getPort();
  }

  /**
   * Starts a server; skips the test if that is not possible here.
   *
   * @param data the folder for its data, empty or not there yet
   * @param configuration further parameters of the server
   */
  static OwnServer start(Path data, Map<String, String> configuration) {
    try {
      return new OwnServer(data, configuration);
    } catch (IOException | IllegalStateException e) {
      return abort("no PostgreSQL server can be started here: " + e);
    }
  }

  private EmbeddedPostgres start(int givenPort) throws IOException {
    EmbeddedPostgres.Builder builder =
        EmbeddedPostgres.builder()
            .setDataDirectory(data)
            .setCleanDataDirectory(false)
            .setPort(givenPort)
            .setServerConfig("fsync", "on")
            .setServerConfig("synchronous_commit", "on")
            .setServerConfig("full_page_writes", "on");
    configuration.forEach(builder::setServerConfig);
    return builder.start();
  }

  String url() {
    return "jdbc:postgresql://127.0.0.1:%d/postgres?user=postgres".formatted(port);
  }

  /** The URL with further parameters. */
  String url(String parameters) {
    return "jdbc:postgresql://127.0.0.1:%d/postgres?%s".formatted(port, parameters);
  }

  PostgresDatabase database() {
    return new PostgresDatabase(url());
  }

  /** The data of the server. */
  Path data() {
    return data;
  }

  /** Kills all processes of the server, which can do nothing about it. */
  void kill() {
    ProcessHandle postmaster = ProcessHandle.of(pid()).orElseThrow();
    List<ProcessHandle> all =
        Stream.concat(Stream.of(postmaster), postmaster.descendants()).toList();
    all.forEach(ProcessHandle::destroyForcibly);
    // Connections that came up meanwhile end when they find their parent gone.
    all.forEach(process -> process.onExit().join());
  }

  private long pid() {
    try {
      return Long.parseLong(Files.readAllLines(data.resolve("postmaster.pid")).get(0));
    } catch (IOException e) {
      throw new IllegalStateException(e);
    }
  }

  /** Starts the server again, after it was killed, at the same address. */
  void restart() {
    try {
      server.close();
      server = start(port);
    } catch (IOException e) {
      throw new IllegalStateException(e);
    }
  }

  @Override
  public void close() {
    try {
      server.close();
    } catch (IOException e) {
      throw new IllegalStateException(e);
    }
  }
}
