package dev.fcp.server;

import java.io.BufferedReader;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.io.OutputStreamWriter;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;

/**
 * The entry point of the program {@code fcp}. The start script sets the system property {@code
 * fcp.terminal} to {@code true} if the output is a terminal.
 */
public final class Main {

  private Main() {}

  /** Runs one command and exits with its code: 0 done, 1 refused, 2 usage, 3 broken. */
  public static void main(String[] args) {
    Console console =
        new Console(
            Path.of("").toAbsolutePath(),
            // A new decoder reports malformed input; a charset would replace it with U+FFFD.
            new BufferedReader(
                new InputStreamReader(System.in, StandardCharsets.UTF_8.newDecoder())),
            utf8(System.out),
            utf8(System.err),
            new StandardStreams(System.in, new FileOutputStream(FileDescriptor.out)),
            Boolean.getBoolean("fcp.terminal"));
    int code = Program.run(console, args);
    console.out().flush();
    console.err().flush();
    System.exit(code);
  }

  private static PrintWriter utf8(OutputStream stream) {
    return new PrintWriter(new OutputStreamWriter(stream, StandardCharsets.UTF_8), false);
  }
}
