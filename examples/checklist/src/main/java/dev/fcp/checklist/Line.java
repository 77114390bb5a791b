package dev.fcp.checklist;

import dev.fcp.eventlog.entity.OrderKey;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A line of a checklist. */
sealed interface Line {

  /** A heading is {@code # TEXT}, an item {@code - [ ] TEXT} or {@code - [x] TEXT}, indented. */
  Pattern MARKED_LINE = Pattern.compile("(?s)(?:#|([ \t]*)[-*] \\[([ xX])\\])(| .*)");

  /** The text without the marker. */
  String text();

  /** A heading; the first one is the title of the list. */
  record Heading(String text, OrderKey order) implements Line {}

  /** A to-do item. */
  record Item(String indent, String text, boolean done, OrderKey order) implements Line {}

  /** Any other line, unchanged. */
  record Other(String text, OrderKey order) implements Line {}

  /** Parses a line of a file. */
  static Line parse(String text, OrderKey order) {
    Matcher match = MARKED_LINE.matcher(text);
    if (!match.matches()) {
      return new Other(text, order);
    }
    String content = match.group(3).strip();
    return match.group(2) == null
        ? new Heading(content, order)
        : new Item(match.group(1), content, !match.group(2).equals(" "), order);
  }

  /** Formats a line for a file. */
  static String format(Line line) {
    return switch (line) {
      case Heading(var text, var order) -> "# " + text;
      case Item(var indent, var text, var done, var order) ->
          indent + (done ? "- [x] " : "- [ ] ") + text;
      case Other(var text, var order) -> text;
    };
  }
}
