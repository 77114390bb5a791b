package dev.fcp.verbs.syntax;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Splits one operation string into tokens.
 *
 * <p>A quote opens at the start of a token, right after the first colon of a parameter or selector,
 * and in a negated selector right after the colon before its value. Everywhere else it is an
 * ordinary character, so that {@code don't} needs no quotes.
 */
final class Lexer {

  private static final String NEGATION = "@not:";
  private static final int HEX_DIGITS = 4;
  private static final int HEX_RADIX = 16;

  private final String input;
  private final List<Token> tokens = new ArrayList<>();
  private int position;
  private Optional<ParseResult.Malformed> malformed = Optional.empty();

  // The current token.
  private StringBuilder text = new StringBuilder();
  private int tokenStart;
  private boolean startsQuoted;
  private int firstQuoteEnd;
  private int colonIndex;
  private int secondColonIndex;
  private boolean hasQuotedValue;

  Lexer(String trimmed) {
    this.input = trimmed;
    while (skipBlanks() && readToken()) {
      tokens.add(token());
    }
  }

  static boolean isBlank(char c) {
    return c == ' ' || c == '\t' || c == '\n' || c == '\r';
  }

  /** The tokens up to the end or to an unclosed quote. */
  List<Token> tokens() {
    return tokens;
  }

  /** The unclosed quote; empty if there is none. */
  Optional<ParseResult.Malformed> malformed() {
    return malformed;
  }

  private boolean skipBlanks() {
    while (position < input.length() && isBlank(input.charAt(position))) {
      position++;
    }
    return position < input.length();
  }

  private boolean readToken() {
    text = new StringBuilder();
    tokenStart = position;
    startsQuoted = false;
    firstQuoteEnd = -1;
    colonIndex = -1;
    secondColonIndex = -1;
    hasQuotedValue = false;
    while (position < input.length() && !isBlank(input.charAt(position))) {
      char c = input.charAt(position);
      if (isQuote(c) && opensQuote()) {
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
    if (c == ':' && colonIndex < 0) {
      colonIndex = text.length();
    } else if (c == ':' && secondColonIndex < 0) {
      secondColonIndex = text.length();
    }
    text.append(c);
    position++;
  }

  private boolean opensQuote() {
    if (position == tokenStart) {
      startsQuoted = true;
      return true;
    }
    boolean isAfterColon = input.charAt(position - 1) == ':';
    boolean mayHaveValue = colonIndex > 0 && (startsQuoted || input.charAt(tokenStart) != '=');
    boolean isAfterFirstColon = colonIndex == text.length() - 1;
    boolean isAfterSecondColonOfNegation =
        secondColonIndex == text.length() - 1 && input.startsWith(NEGATION, tokenStart);
    boolean opensValue =
        isAfterColon && mayHaveValue && (isAfterFirstColon || isAfterSecondColonOfNegation);
    hasQuotedValue |= opensValue;
    return opensValue;
  }

  /** Reads a quoted part including both quotes; returns false if the closing quote is missing. */
  private boolean readQuoted(char quote) {
    int openingPosition = position++;
    while (position < input.length()) {
      char c = input.charAt(position);
      if (c == quote) {
        position++;
        if (openingPosition == tokenStart) {
          firstQuoteEnd = position;
        }
        return true;
      }
      if (c == '\\') {
        readEscape(quote);
      } else {
        text.append(c);
        position++;
      }
    }
    String message =
        "the quote " + quote + " at position " + (openingPosition + 1) + " is never closed";
    malformed = Optional.of(new ParseResult.Malformed(message, input, openingPosition + 1));
    return false;
  }

  /** Reads an escape; the backslash of an unknown escape is an ordinary character. */
  private void readEscape(char quote) {
    char next = position + 1 < input.length() ? input.charAt(position + 1) : '\0';
    if (next == quote || next == '\\') {
      append(next, 2);
    } else if (quote == '"' && next == 'n') {
      append('\n', 2);
    } else if (quote == '"' && next == 't') {
      append('\t', 2);
    } else if (quote == '"' && next == 'u' && hasHexDigits(position + 2)) {
      int codeUnit =
          Integer.parseInt(input.substring(position + 2, position + 2 + HEX_DIGITS), HEX_RADIX);
      append((char) codeUnit, 2 + HEX_DIGITS);
    } else {
      append('\\', 1);
    }
  }

  private void append(char c, int length) {
    text.append(c);
    position += length;
  }

  private boolean hasHexDigits(int from) {
    if (from + HEX_DIGITS > input.length()) {
      return false;
    }
    return input.substring(from, from + HEX_DIGITS).chars().allMatch(Lexer::isHexDigit);
  }

  private static boolean isHexDigit(int c) {
    return c < 128 && Character.digit(c, HEX_RADIX) >= 0;
  }

  private static boolean isQuote(char c) {
    return c == '"' || c == '\'';
  }

  private Token token() {
    return new Token(
        text.toString(),
        input.substring(tokenStart, position),
        tokenStart + 1,
        startsQuoted,
        startsQuoted && firstQuoteEnd == position,
        colonIndex,
        secondColonIndex,
        hasQuotedValue);
  }
}
