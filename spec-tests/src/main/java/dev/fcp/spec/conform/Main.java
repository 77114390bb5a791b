package dev.fcp.spec.conform;

import java.io.OutputStreamWriter;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import picocli.CommandLine;

/** The entry of the program that tests logs in any language. */
public final class Main {

  private Main() {}

  /** Runs the command and leaves with its exit code. */
  public static void main(String[] args) {
    PrintWriter out = new PrintWriter(new OutputStreamWriter(System.out, StandardCharsets.UTF_8));
    int code = run(out, args);
    out.flush();
    System.exit(code);
  }

  /** Runs the command and gives its exit code. */
  static int run(PrintWriter out, String... args) {
    return new CommandLine(new Conform(DriverProcess.PATIENCE)).setOut(out).execute(args);
  }
}
