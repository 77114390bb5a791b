package dev.fcp.verbs.syntax;

import java.util.Optional;

/**
 * Text to tokens: the inverse of {@link Tokenizer}. What comes out stands on one line and shows no
 * control characters, so that it is safe in answers, labels and suggestions.
 */
public final class Quoting {

  private static final char FIRST_VISIBLE = ' ';

  private Quoting() {}

  /** The text as one positional: bare where that reads back as the same text, else quoted. */
  public static String quote(String text) {
    Positional bare = new Positional(text, Positional.Kind.WORD);
    boolean readsBack =
        isShowable(text)
            && parse("x " + text)
                .filter(op -> op.positionals().size() == 1 && op.positionals().contains(bare))
                .isPresent();
    return readsBack ? text : quoted(text);
  }

  /** The text in double quotes, always. */
  public static String quoted(String text) {
    StringBuilder quoted = new StringBuilder("\"");
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (c == '"' || c == '\\') {
        quoted.append('\\').append(c);
      } else {
        append(quoted, text, i);
      }
    }
    return quoted.append('"').toString();
  }

  /** A parameter, its key and value quoted where they need it. */
  public static String param(String key, String value) {
    String writtenKey = isBareKey(key) ? key : quoted(key);
    String bare = writtenKey + ":" + value;
    boolean readsBack =
        isShowable(value)
            && parse("x " + bare)
                .filter(op -> op.positionals().isEmpty() && op.params().size() == 1)
                .flatMap(op -> op.param(key))
                .filter(value::equals)
                .isPresent();
    return readsBack ? bare : writtenKey + ":" + quoted(value);
  }

  /**
   * Text on one line, for showing: control characters, marks that turn the writing direction and
   * halves of characters appear as escapes. Everything else stays.
   */
  public static String oneLine(String text) {
    StringBuilder line = new StringBuilder(text.length());
    for (int i = 0; i < text.length(); i++) {
      append(line, text, i);
    }
    return line.toString();
  }

  /** A verb; one of two plain words, as a registry names them, is written as two tokens. */
  static String verb(String verb) {
    int space = verb.indexOf(' ');
    if (space > 0 && isBareWord(verb.substring(0, space))) {
      String second = verb.substring(space + 1);
      if (isBareWord(second)) {
        return verb;
      }
    }
    boolean readsBack =
        isShowable(verb) && parse(verb).filter(op -> op.verb().equals(verb)).isPresent();
    return readsBack ? verb : quoted(verb);
  }

  static String positional(Positional positional) {
    return switch (positional.kind()) {
      case ARROW -> positional.text();
      case QUOTED -> quoted(positional.text());
      case WORD -> quote(positional.text());
    };
  }

  static String selector(Selector selector) {
    String head = selector.negated() ? "@not:" : "@";
    boolean bareType =
        isShowable(selector.type()) && parsesAs(head + selector.type(), selector.type());
    String type = bareType ? selector.type() : quoted(selector.type());
    if (selector.value().isEmpty()) {
      return head + type;
    }
    String value = selector.value().get();
    boolean bareValue =
        isShowable(value)
            && parse("x " + head + type + ":" + value)
                .filter(op -> op.selectors().size() == 1 && op.positionals().isEmpty())
                .filter(op -> op.selectors().get(0).means(selector))
                .isPresent();
    return head + type + ":" + (bareValue ? value : quoted(value));
  }

  private static boolean isBareWord(String text) {
    return !text.isEmpty() && quote(text).equals(text);
  }

  private static boolean parsesAs(String written, String type) {
    return parse("x " + written)
        .filter(op -> op.selectors().size() == 1 && op.positionals().isEmpty())
        .filter(op -> op.selectors().get(0).type().equals(type))
        .isPresent();
  }

  private static boolean isBareKey(String key) {
    return isShowable(key)
        && parse("x " + key + ":\"\"")
            .filter(op -> op.params().size() == 1 && op.positionals().isEmpty())
            .filter(op -> op.params().containsKey(key))
            .isPresent();
  }

  /** Whether a text holds nothing that {@link #oneLine} would escape. */
  static boolean isShowable(String text) {
    return oneLine(text).equals(text);
  }

  private static Optional<ParsedOp> parse(String text) {
    return switch (Tokenizer.parse(text)) {
      case ParseResult.Parsed(var op) -> Optional.of(op);
      case ParseResult.Malformed malformed -> Optional.empty();
    };
  }

  private static void append(StringBuilder to, String text, int index) {
    char c = text.charAt(index);
    if (c == '\n') {
      to.append("\\n");
    } else if (c == '\t') {
      to.append("\\t");
    } else if (isHidden(c) || isHalf(text, index)) {
      to.append(String.format("\\u%04x", (int) c));
    } else {
      to.append(c);
    }
  }

  private static boolean isHidden(char c) {
    boolean lineSeparator = c == '\u2028' || c == '\u2029';
    boolean direction =
        c == '\u200e' || c == '\u200f' || (c >= '\u202a' && c <= '\u202e') || isIsolate(c);
    return c < FIRST_VISIBLE || Character.isISOControl(c) || lineSeparator || direction;
  }

  private static boolean isIsolate(char c) {
    return c >= '\u2066' && c <= '\u2069';
  }

  private static boolean isHalf(String text, int index) {
    char c = text.charAt(index);
    if (Character.isHighSurrogate(c)) {
      return index + 1 >= text.length() || !Character.isLowSurrogate(text.charAt(index + 1));
    }
    return Character.isLowSurrogate(c)
        && (index == 0 || !Character.isHighSurrogate(text.charAt(index - 1)));
  }
}
