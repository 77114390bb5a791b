package dev.fcp.verbs.syntax;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Splits one operation string into tokens.
 *
 * <p>A quote opens at the start of a token, right after the first colon of a parameter or selector,
 * and in a negated selector right after the colon before its value. Everywhere else it is an
 * ordinary character, so that {@code don't} needs no care.
 */
final class Lexer {

  private static final String NEGATION = "@not:";
  private static final int HEX_DIGITS = 4;
  private static final int HEX = 16;

  private final String input;
  private final List<Token> tokens = new ArrayList<>();
  private int at;
  private Optional<ParseResult.Malformed> malformed = Optional.empty();

  // The token in work.
  private StringBuilder text = new StringBuilder();
  private int start;
  private boolean openedAtStart;
  private int endOfFirstQuote;
  private int colon;
  private int secondColon;
  private boolean quotedValue;

  Lexer(String trimmed) {
    this.input = trimmed;
    while (skipBlanks() && readToken()) {
      tokens.add(token());
    }
  }

  static boolean isBlank(char c) {
    return c == ' ' || c == '\t' || c == '\n' || c == '\r';
  }

  /** The tokens up to the end or to what is malformed. */
  List<Token> tokens() {
    return tokens;
  }

  /** The quote that is never closed, if there is one. */
  Optional<ParseResult.Malformed> malformed() {
    return malformed;
  }

  private boolean skipBlanks() {
    while (at < input.length() && isBlank(input.charAt(at))) {
      at++;
    }
    return at < input.length();
  }

  private boolean readToken() {
    text = new StringBuilder();
    start = at;
    openedAtStart = false;
    endOfFirstQuote = -1;
    colon = -1;
    secondColon = -1;
    quotedValue = false;
    while (at < input.length() && !isBlank(input.charAt(at))) {
      char c = input.charAt(at);
      if (isQuote(c) && opensHere()) {
        if (!readQuoted(c)) {
          return false;
        }
      } else {
        readOrdinary(c);
      }
    }
    return true;
  }

  private void readOrdinary(char c) {
    if (c == ':' && colon < 0) {
      colon = text.length();
    } else if (c == ':' && secondColon < 0) {
      secondColon = text.length();
    }
    text.append(c);
    at++;
  }

  private boolean opensHere() {
    if (at == start) {
      openedAtStart = true;
      return true;
    }
    boolean afterColon = input.charAt(at - 1) == ':';
    boolean mayHaveValue = colon > 0 && (openedAtStart || input.charAt(start) != '=');
    boolean afterFirst = colon == text.length() - 1;
    boolean afterValueOfNegation =
        secondColon == text.length() - 1 && input.startsWith(NEGATION, start);
    boolean opens = afterColon && mayHaveValue && (afterFirst || afterValueOfNegation);
    quotedValue |= opens;
    return opens;
  }

  /** Reads from an opening quote past the closing one; false if there is none. */
  private boolean readQuoted(char quote) {
    int opening = at++;
    while (at < input.length()) {
      char c = input.charAt(at);
      if (c == quote) {
        at++;
        if (opening == start) {
          endOfFirstQuote = at;
        }
        return true;
      }
      if (c == '\\') {
        readEscape(quote);
      } else {
        text.append(c);
        at++;
      }
    }
    String message = "the quote " + quote + " at position " + (opening + 1) + " is never closed";
    malformed = Optional.of(new ParseResult.Malformed(message, input, opening + 1));
    return false;
  }

  /** Reads a backslash and what belongs to it; an unknown escape stays as it stands. */
  private void readEscape(char quote) {
    char next = at + 1 < input.length() ? input.charAt(at + 1) : '\0';
    if (next == quote || next == '\\') {
      accept(next, 2);
    } else if (quote == '"' && next == 'n') {
      accept('\n', 2);
    } else if (quote == '"' && next == 't') {
      accept('\t', 2);
    } else if (quote == '"' && next == 'u' && hasHexDigits(at + 2)) {
      int unit = Integer.parseInt(input.substring(at + 2, at + 2 + HEX_DIGITS), HEX);
      accept((char) unit, 2 + HEX_DIGITS);
    } else {
      accept('\\', 1);
    }
  }

  private void accept(char resolved, int length) {
    text.append(resolved);
    at += length;
  }

  private boolean hasHexDigits(int from) {
    if (from + HEX_DIGITS > input.length()) {
      return false;
    }
    return input.substring(from, from + HEX_DIGITS).chars().allMatch(Lexer::isHexDigit);
  }

  private static boolean isHexDigit(int c) {
    return c < 128 && Character.digit(c, HEX) >= 0;
  }

  private static boolean isQuote(char c) {
    return c == '"' || c == '\'';
  }

  private Token token() {
    return new Token(
        text.toString(),
        input.substring(start, at),
        start + 1,
        openedAtStart,
        openedAtStart && endOfFirstQuote == at,
        colon,
        secondColon,
        quotedValue);
  }
}
