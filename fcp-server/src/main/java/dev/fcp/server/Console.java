package dev.fcp.server;

import dev.fcp.verbs.run.Response;
import dev.fcp.verbs.run.Response.Line;
import java.io.BufferedReader;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.function.Function;

/**
 * What surrounds one run of the program. What was done goes to {@code out}, what was not goes to
 * {@code err}.
 *
 * @param folder where relative paths begin
 * @param in what is typed or piped in
 * @param out where answers go
 * @param err where refusals and complaints go
 * @param streams {@code in} and {@code out} as bytes; who uses it leaves these two alone
 */
record Console(
    Path folder, BufferedReader in, PrintWriter out, PrintWriter err, StandardStreams streams) {

  /**
   * Prints a response and returns the exit code for it.
   *
   * @param format how a line reads in a shell
   */
  ExitCode print(Response response, Function<Line, String> format) {
    response.content().stream().map(format).forEach((response.isError() ? err : out)::println);
    return response.isError() ? ExitCode.REFUSED : ExitCode.DONE;
  }

  /** Prints a complaint. */
  ExitCode printError(ExitCode code, String message) {
    err.println(message);
    return code;
  }
}
