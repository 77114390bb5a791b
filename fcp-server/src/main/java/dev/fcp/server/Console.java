package dev.fcp.server;

import dev.fcp.verbs.run.Answer;
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
 * @param wire {@code in} and {@code out} as bytes; who uses it leaves these two alone
 */
record Console(Path folder, BufferedReader in, PrintWriter out, PrintWriter err, Wire wire) {

  /** Prints an answer and tells how it leaves the program. */
  ExitCode show(Answer answer) {
    if (answer.isError()) {
      return showErrors(answer);
    }
    answer.lines().forEach(out::println);
    return ExitCode.DONE;
  }

  /** Prints an answer only if it is a refusal. */
  ExitCode showErrors(Answer answer) {
    if (!answer.isError()) {
      return ExitCode.DONE;
    }
    answer.lines().forEach(err::println);
    return ExitCode.REFUSED;
  }

  /** Prints a complaint. */
  ExitCode complain(ExitCode code, String message) {
    err.println(message);
    return code;
  }
}
