package dev.fcp.server;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringReader;
import java.io.StringWriter;
import java.io.Writer;
import java.nio.file.Path;
import java.util.Map;

/** Runs the program in the process of the test. */
final class ProgramRunner {

  /** The exit code and the output of a run; {@code combined} contains both streams in order. */
  record Result(int exitCode, String out, String err, String combined) {}

  private final Path folder;
  private final boolean isTerminal;
  private final Map<String, String> environment;

  ProgramRunner(Path folder) {
    this(folder, false);
  }

  /** Runs commands in a folder, with environment variables. */
  ProgramRunner(Path folder, Map<String, String> environment) {
    this.folder = folder;
    this.isTerminal = false;
    this.environment = environment;
  }

  /**
   * Runs commands in a folder.
   *
   * @param isTerminal whether the output counts as a terminal
   */
  ProgramRunner(Path folder, boolean isTerminal) {
    this.folder = folder;
    this.isTerminal = isTerminal;
    this.environment = Map.of();
  }

  Result run(String... args) {
    return runWithInput("", args);
  }

  Result runWithInput(String input, String... args) {
    StringWriter out = new StringWriter();
    StringWriter err = new StringWriter();
    StringWriter combined = new StringWriter();
    Console console =
        new Console(
            folder,
            new BufferedReader(new StringReader(input)),
            new PrintWriter(new TeeWriter(out, combined)),
            new PrintWriter(new TeeWriter(err, combined)),
            StandardStreams.none(),
            isTerminal);
    int exitCode = Program.run(console, environment, args);
    console.out().flush();
    console.err().flush();
    return new Result(exitCode, out.toString(), err.toString(), combined.toString());
  }

  /** Writes to two writers. */
  private static final class TeeWriter extends Writer {
    private final Writer first;
    private final Writer second;

    TeeWriter(Writer first, Writer second) {
      this.first = first;
      this.second = second;
    }

    @Override
    public void write(char[] chars, int offset, int length) throws IOException {
      first.write(chars, offset, length);
      second.write(chars, offset, length);
    }

    @Override
    public void flush() throws IOException {
      first.flush();
      second.flush();
    }

    @Override
    public void close() throws IOException {
      flush();
    }
  }
}
