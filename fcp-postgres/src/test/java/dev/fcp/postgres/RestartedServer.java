package dev.fcp.postgres;

import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/** A server of its own whose data outlive it, for tests that restart it. */
final class RestartedServer implements AutoCloseable {

  private final Path folder;
  private final int port;
  private EmbeddedPostgres server;

  RestartedServer(Path folder) throws IOException {
    // Skips the test where no server can be started.
    PostgresServer.url();
    this.folder = folder;
    try (ServerSocket free = new ServerSocket(0)) {
      this.port = free.getLocalPort();
    }
    this.server = start();
  }

  private EmbeddedPostgres start() throws IOException {
    return EmbeddedPostgres.builder()
        .setDataDirectory(folder.resolve("data"))
        .setCleanDataDirectory(false)
        .setPort(port)
        .setServerConfig("fsync", "on")
        .setServerConfig("synchronous_commit", "on")
        .start();
  }

  String url() {
    return server.getJdbcUrl("postgres", "postgres");
  }

  void restart() throws IOException {
    server.close();
    server = start();
  }

  /** Kills the server, and starts it again when its processes have ended. */
  void crash() throws IOException {
    Path pidFile = folder.resolve("data").resolve("postmaster.pid");
    ProcessHandle postmaster =
        ProcessHandle.of(Long.parseLong(Files.readAllLines(pidFile).get(0).strip())).orElseThrow();
    List<ProcessHandle> processes =
        Stream.concat(Stream.of(postmaster), postmaster.descendants()).toList();
    processes.forEach(ProcessHandle::destroyForcibly);
    processes.forEach(it -> it.onExit().join());
    // Releases the lock of the folder; says that there is nothing to stop.
    server.close();
    Files.deleteIfExists(pidFile);
    server = start();
  }

  @Override
  public void close() throws IOException {
    server.close();
  }
}
