package dev.fcp.agents;

import dev.fcp.eventlog.domain.Value;
import dev.fcp.eventlog.entity.Change;
import dev.fcp.eventlog.json.ValueJson;
import dev.fcp.verbs.syntax.Quoting;
import java.util.Optional;
import java.util.TreeMap;

/** Items and their changes in one line each. */
final class ItemText {

  private static final int MAX_CHARS = 72;

  private ItemText() {}

  /** The kind and the name of an item, such as {@code agent Gandalf}. */
  static String label(String key) {
    return ItemSpec.kind(key) + " " + Quoting.quoteIfNeeded(ItemSpec.name(key));
  }

  static String describe(String key, Item item) {
    return label(key)
        + switch (item) {
          case Item.Project it -> it.folder().map(folder -> " in " + folder).orElse("");
          case Item.Agent it -> " (" + state(it) + ")" + text(it.assignment());
          case Item.Sent it -> " to " + it.agent() + " (" + it.role() + ")" + text(it.text());
          case Item.Received it -> " from " + it.agent() + text(it.text());
          case Item.Tool it -> " of " + it.agent() + ", " + tool(it);
          case Item.Commitment it ->
              " of " + it.agent() + ", " + status(it) + text(it.description());
          case Item.Document it -> ", " + lines(it);
          case Item.Focus it -> " on " + it.target().map(ItemText::label).orElse("nothing");
          case Item.Violation it -> " of " + it.agent() + ", " + it.rule() + text(it.detail());
          case Item.Unsent it -> " to " + it.agent() + ", " + it.error() + text(it.prompt());
          case Item.Corrupt it -> " of session " + it.session() + text(it.reason());
          case Item.Opaque it -> " for " + it.agent() + text(it.line());
        };
  }

  private static String state(Item.Agent agent) {
    return agent
        .dismissed()
        .map(reason -> "dismissed: " + reason)
        .orElse(agent.state() + agent.trigger().map(it -> ", " + it).orElse(""));
  }

  private static String tool(Item.Tool tool) {
    String result =
        tool.end().isEmpty()
            ? ", running"
            : (tool.failed() ? ", failed" : "")
                + tool.output().map(it -> " -> " + shorten(it)).orElse("");
    return tool.tool() + (tool.input().isEmpty() ? "" : " " + shorten(tool.input())) + result;
  }

  static String status(Item.Commitment commitment) {
    return commitment.status()
        + commitment.verifier().map(it -> " by " + it).orElse("")
        + commitment.output().map(it -> ", " + shorten(it)).orElse("");
  }

  private static String lines(Item.Document document) {
    String text = document.body().toString();
    long count = text.isEmpty() ? 0 : text.split("\n", -1).length;
    return count == 1 ? "1 line" : count + " lines";
  }

  private static String text(String text) {
    return text.isEmpty() ? "" : ": " + shorten(text);
  }

  /** A text on one line, in quotes; the end of a long one is left out. */
  static String shorten(String text) {
    if (text.length() <= MAX_CHARS) {
      return Quoting.quoteAlways(text);
    }
    int end = Character.isHighSurrogate(text.charAt(MAX_CHARS - 1)) ? MAX_CHARS - 1 : MAX_CHARS;
    return Quoting.quoteAlways(text.substring(0, end)) + "...";
  }

  /**
   * What a modification did to the units that are not texts, such as {@code state idle -> done}.
   */
  static String describe(Change.Modified<String, Item> change) {
    TreeMap<String, String> parts = new TreeMap<>();
    for (String unit : change.units()) {
      Optional<String> before = change.before().find(unit).map(ItemText::value);
      Optional<String> after = change.after().find(unit).map(ItemText::value);
      parts.put(
          unit,
          unit.equals(ItemSpec.BODY)
              ? "text edited"
              : unit + " " + before.orElse("none") + " -> " + after.orElse("none"));
    }
    return label(change.key()) + ": " + String.join(", ", parts.values());
  }

  private static String value(Value value) {
    return value instanceof Value.Text(var text)
        ? text.indexOf(' ') < 0 && text.length() <= MAX_CHARS
            ? Quoting.oneLine(text)
            : shorten(text)
        : ValueJson.write(value);
  }
}
