package dev.fcp.verbs.run;

import dev.fcp.verbs.form.Refusal;
import dev.fcp.verbs.syntax.Quoting;
import java.util.ArrayList;
import java.util.List;

/**
 * What a person or an agent gets back.
 *
 * @param lines the lines; line ends and other hidden characters in them become escapes
 * @param isError whether what was asked for was refused
 */
public record Response(List<String> lines, boolean isError) {

  /** Makes each line stand on one line. */
  public Response {
    lines = lines.stream().map(Quoting::oneLine).toList();
  }

  /** What was asked for was done. */
  public static Response of(List<String> lines) {
    return new Response(lines, false);
  }

  /** What was asked for was done. */
  public static Response of(String... lines) {
    return of(List.of(lines));
  }

  /** What was asked for was refused; nothing changed. */
  public static Response refused(Refusal refusal) {
    return new Response(refusal.lines(), true);
  }

  /** The same answer with one more line at its end. */
  public Response withLine(String line) {
    List<String> allLines = new ArrayList<>(lines);
    allLines.add(line);
    return new Response(allLines, isError);
  }

  /** The same answer after some other lines. */
  public Response withLinesBefore(List<String> before) {
    List<String> allLines = new ArrayList<>(before);
    allLines.addAll(lines);
    return new Response(allLines, isError);
  }

  /** The lines as one text, without a line end after the last. */
  public String text() {
    return String.join("\n", lines);
  }
}
