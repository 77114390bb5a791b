package dev.fcp.server;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringReader;
import java.io.StringWriter;
import java.io.Writer;
import java.nio.file.Path;

/** Runs the program within a test, as a shell would. */
final class Shell {

  /** What the program printed and how it left; {@code all} is both streams in their order. */
  record Run(int exitCode, String out, String err, String all) {}

  private final Path folder;

  Shell(Path folder) {
    this.folder = folder;
  }

  Run run(String... args) {
    return piped("", args);
  }

  Run piped(String input, String... args) {
    StringWriter out = new StringWriter();
    StringWriter err = new StringWriter();
    StringWriter all = new StringWriter();
    Console console =
        new Console(
            folder,
            new BufferedReader(new StringReader(input)),
            new PrintWriter(new Both(out, all)),
            new PrintWriter(new Both(err, all)),
            Wire.none());
    int exitCode = Program.run(console, args);
    console.out().flush();
    console.err().flush();
    return new Run(exitCode, out.toString(), err.toString(), all.toString());
  }

  /** Writes to two places. */
  private static final class Both extends Writer {
    private final Writer first;
    private final Writer second;

    Both(Writer first, Writer second) {
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
