package dev.fcp.server;

import dev.fcp.verbs.run.Response;
import java.io.BufferedReader;
import java.io.PrintWriter;
import java.nio.file.Path;

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

  /** Prints a response and returns the exit code for it. */
  ExitCode print(Response response) {
    if (response.isError()) {
      return printRefusal(response);
    }
    response.lines().forEach(out::println);
    return ExitCode.DONE;
  }

  /** Prints an answer only if it is a refusal. */
  ExitCode printRefusal(Response response) {
    if (!response.isError()) {
      return ExitCode.DONE;
    }
    response.lines().forEach(err::println);
    return ExitCode.REFUSED;
  }

  /** Prints a complaint. */
  ExitCode printError(ExitCode code, String message) {
    err.println(message);
    return code;
  }
}
