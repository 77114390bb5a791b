package dev.fcp.postgres;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.abort;

import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.net.BindException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;

/**
 * A server of one test, which the test may kill, and start again on the same data. It writes to the
 * disk before it acknowledges a commit.
 */
final class OwnServer implements AutoCloseable {

  /** The first port that Linux gives to outgoing connections by itself. */
  private static final int FIRST_GIVEN_PORT = 32_768;

  /** A machine can be busy, and after a crash a server first brings its data to the disk. */
  static final Duration STARTUP_WAIT = Duration.ofMinutes(2);

  private final Path data;
  private final Map<String, String> configuration;
  private EmbeddedPostgres server;
  private final int port;

  private OwnServer(Path data, Map<String, String> configuration) throws IOException {
    this.data = data;
    this.configuration = configuration;
    this.port = freePort();
    this.server = start();
  }

  /**
   * A free port of which no client can take possession while the server is down. The system gives
   * outgoing connections ports from {@link #FIRST_GIVEN_PORT} on; a client that keeps trying such a
   * port sooner or later connects to itself, and the server cannot have it again.
   */
  private static int freePort() throws IOException {
    Random random = new Random();
    while (true) {
      int port = random.nextInt(FIRST_GIVEN_PORT / 2, FIRST_GIVEN_PORT);
      try (ServerSocket free = new ServerSocket(port, 1, InetAddress.getLoopbackAddress())) {
        return free.getLocalPort();
      } catch (BindException e) {
        // Another program has it: the next one.
        continue;
      }
    }
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

  private EmbeddedPostgres start() throws IOException {
    EmbeddedPostgres.Builder builder =
        EmbeddedPostgres.builder()
            .setDataDirectory(data)
            .setCleanDataDirectory(false)
            .setPort(port)
            .setPGStartupWait(STARTUP_WAIT)
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

  /**
   * Kills all processes of the server, which can do nothing about it. The first of them is stopped
   * before, so that it starts no process meanwhile: one that lived on would hold the memory of the
   * server, which cannot start again with it.
   */
  void kill() {
    ProcessHandle postmaster = ProcessHandle.of(pid()).orElseThrow();
    stop(postmaster);
    Set<ProcessHandle> killed = new LinkedHashSet<>();
    List<ProcessHandle> found = postmaster.descendants().toList();
    while (killed.addAll(found)) {
      found.forEach(ProcessHandle::destroyForcibly);
      found = postmaster.descendants().toList();
    }
    postmaster.destroyForcibly();
    postmaster.onExit().join();
    killed.forEach(process -> process.onExit().join());
  }

  private static void stop(ProcessHandle process) {
    try {
      int exit =
          new ProcessBuilder("sh", "-c", "kill -STOP " + process.pid())
              .inheritIO()
              .start()
              .onExit()
              .join()
              .exitValue();
      assertThat(exit).isZero();
    } catch (IOException e) {
      throw new IllegalStateException(e);
    }
  }

  private long pid() {
    try {
      return Long.parseLong(Files.readAllLines(data.resolve("postmaster.pid")).get(0));
    } catch (IOException e) {
      throw new IllegalStateException(e);
    }
  }

  /** Starts the server again at the same address; it is stopped before if it was not killed. */
  void restart() {
    try {
      server.close();
      server = start();
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
