package dev.fcp.spec.conform;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Splits a command line at spaces outside of single and double quotes. */
final class CommandLineSplitter {

  private static final Pattern TOKEN =
      Pattern.compile("\"([^\"]*)\"|'([^']*)'|([^\\s\"']+)|(\\s+)");

  private CommandLineSplitter() {}

  /**
   * Returns the words of a command line.
   *
   * @throws IllegalArgumentException if a quote is not closed or the command line is empty
   */
  static List<String> split(String command) {
    List<String> words = new ArrayList<>();
    StringBuilder word = new StringBuilder();
    boolean isInWord = false;
    Matcher tokens = TOKEN.matcher(command);
    int end = 0;
    while (tokens.lookingAt()) {
      end = tokens.end();
      if (tokens.group(4) == null) {
        for (int group = 1; group <= 3; group++) {
          word.append(tokens.group(group) == null ? "" : tokens.group(group));
        }
        isInWord = true;
      } else if (isInWord) {
        words.add(word.toString());
        word.setLength(0);
        isInWord = false;
      }
      tokens.region(end, command.length());
    }
    if (end < command.length()) {
      throw new IllegalArgumentException("a quote is not closed in " + command);
    }
    if (isInWord) {
      words.add(word.toString());
    }
    if (words.isEmpty()) {
      throw new IllegalArgumentException("an empty command");
    }
    return words;
  }
}
