package dev.fcp.verbs.run;

import dev.fcp.verbs.form.Refusal;
import java.util.ArrayList;
import java.util.List;

/**
 * What a person or an agent gets back.
 *
 * @param lines the lines, none of which holds a line end
 * @param isError whether what was asked for was refused
 */
public record Answer(List<String> lines, boolean isError) {

  /** Copies the lines. */
  public Answer {
    lines = List.copyOf(lines);
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

  /** The lines as one text, without a line end after the last. */
  public String text() {
    return String.join("\n", lines);
  }
}
