package dev.fcp.server;

import dev.fcp.verbs.run.Response;
import dev.fcp.verbs.run.Response.Line;
import dev.fcp.verbs.syntax.Quoting;
import dev.fcp.verbs.workspace.WorkspaceSettings;
import java.io.BufferedReader;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.function.Function;

/**
 * The working folder and the standard streams of one run of the program. Results go to {@code out},
 * refusals and errors to {@code err}.
 *
 * @param folder the folder against which relative paths are resolved
 * @param in the input as text
 * @param out the output as text
 * @param err the error output as text
 * @param streams the input and output as bytes; a command uses either these or the text streams
 * @param isTerminal whether the output is a terminal; only then are answers split into pages
 */
record Console(
    Path folder,
    BufferedReader in,
    PrintWriter out,
    PrintWriter err,
    StandardStreams streams,
    boolean isTerminal) {

  /** This console with another working folder. */
  Console in(Path otherFolder) {
    return new Console(otherFolder, in, out, err, streams, isTerminal);
  }

  /** The settings of the workspaces in which the commands run. */
  WorkspaceSettings workspaceSettings() {
    WorkspaceSettings settings = WorkspaceSettings.standard(folder);
    return isTerminal ? settings : settings.withLimits(settings.limits().withoutPages());
  }

  /**
   * Prints a response and returns the exit code for it.
   *
   * @param format writes a line as text for a shell
   */
  ExitCode print(Response response, Function<Line, String> format) {
    response.content().stream().map(format).forEach((response.isError() ? err : out)::println);
    return response.isError() ? ExitCode.REFUSED : ExitCode.DONE;
  }

  /**
   * Prints the lines of an error message and returns the exit code. Line breaks and other hidden
   * characters in a line, such as those of a file name, are escaped, and long quotations shortened.
   */
  ExitCode printError(ExitCode code, String... lines) {
    for (String line : lines) {
      err.println(Quoting.oneLine(line.startsWith("! ") ? Quoting.shortenQuotations(line) : line));
    }
    return code;
  }
}
