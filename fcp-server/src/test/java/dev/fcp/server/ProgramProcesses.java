package dev.fcp.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.fcp.server.mcp.McpTestClient;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** Processes of their own that run what this test runs on. */
final class ProgramProcesses {

  private static final String JAVA =
      Path.of(System.getProperty("java.home"), "bin/java").toString();

  private ProgramProcesses() {}

  /** Starts a class with arguments; what it complains about goes to a file. */
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

  /** Waits until a process has left, which it must do without a complaint. */
  static void assertExited(Process process, Path errors) throws IOException, InterruptedException {
    assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
    assertThat(process.exitValue()).as(Files.readString(errors)).isZero();
  }

  /** A server of a folder, and an agent that is connected to it. */
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

    /** Ends the connection; gives what the server complained about. */
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
