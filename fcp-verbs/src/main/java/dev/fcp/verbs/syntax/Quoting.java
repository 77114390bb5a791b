package dev.fcp.verbs.syntax;

import java.util.Optional;

/**
 * Writes text as tokens of an operation; the inverse of {@link OperationParser}. The result is one
 * line without control characters, so that it is safe in responses, labels and suggestions.
 */
public final class Quoting {

  private static final int MAX_QUOTED_CHARS = 200;
  private static final int SHOWN_END_CHARS = 50;
  private static final String ELLIPSIS = " ... ";

  private static final char FIRST_VISIBLE = ' ';

  private Quoting() {}

  /**
   * The text as one positional, quoted only if the parser would not read the unquoted text as the
   * same positional.
   */
  public static String quoteIfNeeded(String text) {
    Positional bare = new Positional(text, Positional.Kind.WORD);
    boolean roundTrips =
        needsNoEscape(text)
            && parse("x " + text)
                .filter(op -> op.positionals().size() == 1 && op.positionals().contains(bare))
                .isPresent();
    return roundTrips ? text : quoteAlways(text);
  }

  /** The text in double quotes. */
  public static String quoteAlways(String text) {
    StringBuilder result = new StringBuilder("\"");
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (c == '"' || c == '\\') {
        result.append('\\').append(c);
      } else {
        appendEscaped(result, text, i);
      }
    }
    return result.append('"').toString();
  }

  /** A parameter; its key and its value are quoted if needed. */
  public static String param(String key, String value) {
    String writtenKey = isBareKey(key) ? key : quoteAlways(key);
    String unquoted = writtenKey + ":" + value;
    boolean roundTrips =
        needsNoEscape(value)
            && parse("x " + unquoted)
                .filter(op -> op.positionals().isEmpty() && op.params().size() == 1)
                .flatMap(op -> op.param(key))
                .filter(value::equals)
                .isPresent();
    return roundTrips ? unquoted : writtenKey + ":" + quoteAlways(value);
  }

  /**
   * The text on one line, for display: control characters, bidirectional formatting characters,
   * line separators and unpaired surrogates are escaped. All other characters stay.
   */
  public static String oneLine(String text) {
    StringBuilder result = new StringBuilder(text.length());
    for (int i = 0; i < text.length(); i++) {
      appendEscaped(result, text, i);
    }
    return result.toString();
  }

  /**
   * A message in which each word and each quoted text has about {@value #MAX_QUOTED_CHARS}
   * characters at most; the middle of a longer one is left out. Messages repeat what a caller
   * typed, however long that was.
   */
  public static String shortenQuotations(String message) {
    StringBuilder result = new StringBuilder();
    int start = 0;
    while (start < message.length()) {
      int end = endOfWord(message, start);
      if (end - start > MAX_QUOTED_CHARS + ELLIPSIS.length()) {
        result
            .append(message, start, start + MAX_QUOTED_CHARS - SHOWN_END_CHARS)
            .append(ELLIPSIS)
            .append(message, end - SHOWN_END_CHARS, end);
      } else {
        result.append(message, start, end);
      }
      if (end < message.length()) {
        result.append(message.charAt(end));
      }
      start = end + 1;
    }
    return result.toString();
  }

  /** The index of the first space after {@code start} that is not in a quoted text. */
  private static int endOfWord(String message, int start) {
    int i = start;
    while (i < message.length() && message.charAt(i) != ' ') {
      i = message.charAt(i) == '"' ? endOfQuoted(message, i) : i + 1;
    }
    return i;
  }

  /** The index after the quoted text at {@code start}, or after its first quote if it is open. */
  private static int endOfQuoted(String message, int start) {
    for (int i = start + 1; i < message.length(); i++) {
      if (message.charAt(i) == '\\') {
        i++;
      } else if (message.charAt(i) == '"') {
        return i + 1;
      }
    }
    return start + 1;
  }

  /** A verb; a name of two unquoted words is written as two tokens. */
  static String verb(String verb) {
    int space = verb.indexOf(' ');
    if (space > 0 && isBareWord(verb.substring(0, space))) {
      String second = verb.substring(space + 1);
      if (isBareWord(second)) {
        return verb;
      }
    }
    boolean roundTrips =
        needsNoEscape(verb) && parse(verb).filter(op -> op.verb().equals(verb)).isPresent();
    return roundTrips ? verb : quoteAlways(verb);
  }

  static String positional(Positional positional) {
    return switch (positional.kind()) {
      case ARROW -> positional.text();
      case QUOTED -> quoteAlways(positional.text());
      case WORD -> quoteIfNeeded(positional.text());
    };
  }

  static String selector(Selector selector) {
    String head = selector.negated() ? "@not:" : "@";
    boolean bareType =
        needsNoEscape(selector.type()) && parsesAsType(head + selector.type(), selector.type());
    String type = bareType ? selector.type() : quoteAlways(selector.type());
    if (selector.value().isEmpty()) {
      return head + type;
    }
    String value = selector.value().get();
    boolean bareValue =
        needsNoEscape(value)
            && parse("x " + head + type + ":" + value)
                .filter(op -> op.selectors().size() == 1 && op.positionals().isEmpty())
                .filter(op -> op.selectors().get(0).isEquivalentTo(selector))
                .isPresent();
    return head + type + ":" + (bareValue ? value : quoteAlways(value));
  }

  private static boolean isBareWord(String text) {
    return !text.isEmpty() && quoteIfNeeded(text).equals(text);
  }

  private static boolean parsesAsType(String written, String type) {
    return parse("x " + written)
        .filter(op -> op.selectors().size() == 1 && op.positionals().isEmpty())
        .filter(op -> op.selectors().get(0).type().equals(type))
        .isPresent();
  }

  private static boolean isBareKey(String key) {
    return needsNoEscape(key)
        && parse("x " + key + ":\"\"")
            .filter(op -> op.params().size() == 1 && op.positionals().isEmpty())
            .filter(op -> op.params().containsKey(key))
            .isPresent();
  }

  /** Whether {@link #oneLine} returns the text unchanged. */
  static boolean needsNoEscape(String text) {
    return oneLine(text).equals(text);
  }

  private static Optional<ParsedOperation> parse(String text) {
    return switch (OperationParser.parse(text)) {
      case ParseResult.Parsed(var op) -> Optional.of(op);
      case ParseResult.Malformed malformed -> Optional.empty();
    };
  }

  private static void appendEscaped(StringBuilder to, String text, int index) {
    char c = text.charAt(index);
    if (c == '\n') {
      to.append("\\n");
    } else if (c == '\t') {
      to.append("\\t");
    } else if (isHidden(c) || isUnpairedSurrogate(text, index)) {
      to.append(String.format("\\u%04x", (int) c));
    } else {
      to.append(c);
    }
  }

  private static boolean isHidden(char c) {
    boolean isLineSeparator = c == '\u2028' || c == '\u2029';
    boolean isDirectionMark =
        c == '\u200e' || c == '\u200f' || (c >= '\u202a' && c <= '\u202e') || isDirectionIsolate(c);
    return c < FIRST_VISIBLE || Character.isISOControl(c) || isLineSeparator || isDirectionMark;
  }

  private static boolean isDirectionIsolate(char c) {
    return c >= '\u2066' && c <= '\u2069';
  }

  private static boolean isUnpairedSurrogate(String text, int index) {
    char c = text.charAt(index);
    if (Character.isHighSurrogate(c)) {
      return index + 1 >= text.length() || !Character.isLowSurrogate(text.charAt(index + 1));
    }
    return Character.isLowSurrogate(c)
        && (index == 0 || !Character.isHighSurrogate(text.charAt(index - 1)));
  }
}
