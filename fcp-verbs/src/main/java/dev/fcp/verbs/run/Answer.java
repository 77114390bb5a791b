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
public record Answer(List<String> lines, boolean isError) {

  /** Makes each line stand on one line. */
  public Answer {
    lines = lines.stream().map(Quoting::oneLine).toList();
  }

  /** What was asked for was done. */
  public static Answer of(List<String> lines) {
    return new Answer(lines, false);
  }

  /** What was asked for was done. */
  public static Answer of(String... lines) {
    return of(List.of(lines));
  }

  /** What was asked for was refused; nothing changed. */
  public static Answer refused(Refusal refusal) {
    return new Answer(refusal.lines(), true);
  }

  /** The same answer with one more line at its end. */
  public Answer with(String line) {
    List<String> longer = new ArrayList<>(lines);
    longer.add(line);
    return new Answer(longer, isError);
  }

  /** The same answer after some other lines. */
  public Answer after(List<String> first) {
    List<String> longer = new ArrayList<>(first);
    longer.addAll(lines);
    return new Answer(longer, isError);
  }

  /** The lines as one text, without a line end after the last. */
  public String text() {
    return String.join("\n", lines);
  }
}
