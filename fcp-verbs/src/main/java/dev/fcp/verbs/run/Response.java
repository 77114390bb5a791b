package dev.fcp.verbs.run;

import dev.fcp.verbs.form.Refusal;
import dev.fcp.verbs.syntax.Quoting;
import java.util.ArrayList;
import java.util.List;

/**
 * The response to operations, a query or a session action.
 *
 * @param lines the lines; line breaks and other hidden characters are escaped
 * @param isError whether the request was refused
 */
public record Response(List<String> lines, boolean isError) {

  public Response {
    lines = lines.stream().map(Quoting::oneLine).toList();
  }

  /** A successful response. */
  public static Response of(List<String> lines) {
    return new Response(lines, false);
  }

  /** A successful response. */
  public static Response of(String... lines) {
    return of(List.of(lines));
  }

  /** The response to a refused request. */
  public static Response refused(Refusal refusal) {
    return new Response(refusal.lines(), true);
  }

  /** This response with a line appended. */
  public Response withLine(String line) {
    List<String> allLines = new ArrayList<>(lines);
    allLines.add(line);
    return new Response(allLines, isError);
  }

  /** This response with lines prepended. */
  public Response withLinesBefore(List<String> before) {
    List<String> allLines = new ArrayList<>(before);
    allLines.addAll(lines);
    return new Response(allLines, isError);
  }

  /** The lines joined by line feeds, without one at the end. */
  public String text() {
    return String.join("\n", lines);
  }
}
