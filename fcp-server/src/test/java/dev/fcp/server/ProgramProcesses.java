package dev.fcp.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.fcp.server.mcp.McpTestClient;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** Starts processes with the class path of the test. */
final class ProgramProcesses {

  private static final String JAVA =
      Path.of(System.getProperty("java.home"), "bin/java").toString();

  private ProgramProcesses() {}

  /** Starts a main class with arguments; standard error is redirected to a file. */
  static Process start(Class<?> main, Path errors, String... arguments) {
    ProcessBuilder builder =
        new ProcessBuilder(
            JAVA,
            "-XX:+UseSerialGC",
            "-XX:TieredStopAtLevel=1",
            "-cp",
            System.getProperty("java.class.path"),
            main.getName());
    builder.command().addAll(List.of(arguments));
    try {
      return builder.redirectError(errors.toFile()).start();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Waits until a process exits, which it must do with exit code 0. */
  static void assertExited(Process process, Path errors) throws IOException, InterruptedException {
    assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
    assertThat(process.exitValue()).as(Files.readString(errors)).isZero();
  }

  /** A server process for a folder, and a connected agent. */
  static final class McpServerProcess implements AutoCloseable {

    private final Process process;
    private final Path errors;
    private final McpTestClient agent;

    McpServerProcess(Path folder, Path errors) {
      this.errors = errors;
      this.process = start(Main.class, errors, "mcp", "--root", folder.toString());
      this.agent =
          new McpTestClient(process.getOutputStream(), process.getInputStream()).connect("bot");
    }

    McpTestClient agent() {
      return agent;
    }

    /** Ends the connection and returns the standard error of the server. */
    String disconnect() throws IOException, InterruptedException {
      assertThat(agent.disconnect()).isEmpty();
      assertExited(process, errors);
      return Files.readString(errors);
    }

    @Override
    public void close() {
      process.destroyForcibly().onExit().join();
    }
  }
}
