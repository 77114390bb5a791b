package dev.fcp.spec.conform;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Splits a command at its spaces; single and double quotes hold words together. */
final class CommandLineWords {

  private static final Pattern PIECE =
      Pattern.compile("\"([^\"]*)\"|'([^']*)'|([^\\s\"']+)|(\\s+)");

  private CommandLineWords() {}

  /**
   * The words of a command.
   *
   * @throws IllegalArgumentException if a quote is not closed, or there is no word
   */
  static List<String> of(String command) {
    List<String> words = new ArrayList<>();
    StringBuilder word = new StringBuilder();
    boolean open = false;
    Matcher pieces = PIECE.matcher(command);
    int end = 0;
    while (pieces.lookingAt()) {
      end = pieces.end();
      if (pieces.group(4) == null) {
        for (int group = 1; group <= 3; group++) {
          word.append(pieces.group(group) == null ? "" : pieces.group(group));
        }
        open = true;
      } else if (open) {
        words.add(word.toString());
        word.setLength(0);
        open = false;
      }
      pieces.region(end, command.length());
    }
    if (end < command.length()) {
      throw new IllegalArgumentException("a quote is not closed in " + command);
    }
    if (open) {
      words.add(word.toString());
    }
    if (words.isEmpty()) {
      throw new IllegalArgumentException("an empty command");
    }
    return words;
  }
}
