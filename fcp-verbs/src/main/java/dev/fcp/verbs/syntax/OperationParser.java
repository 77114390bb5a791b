package dev.fcp.verbs.syntax;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.SequencedMap;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * Parses operation strings: {@code VERB [positionals...] [key:value...] [@selectors...]}.
 *
 * <ul>
 *   <li>Spaces, tabs and line breaks outside quotes separate tokens.
 *   <li>Double and single quotes group and are removed. Inside double quotes {@code \"}, {@code
 *       \\}, {@code \n}, {@code \t} and a backslash with {@code uXXXX} are escapes, inside single
 *       quotes {@code \'} and {@code \\}; any other backslash is an ordinary character.
 *   <li>A token quoted as a whole is a positional. Quoted characters never make a token a selector,
 *       a parameter or an arrow.
 *   <li>The first token is the verb. A later token that starts with {@code @} is a selector. A
 *       token with a colon is a parameter, unless it starts with a colon or with {@code =} or is a
 *       cell range ({@code A1:F1}, {@code 1:5}, {@code Sheet2!A1:B10}). All other tokens are
 *       positionals.
 * </ul>
 */
public final class OperationParser {

  private static final Set<String> ARROWS = Set.of("->", "<->", "--");
  private static final Pattern CELL_RANGE =
      Pattern.compile("(?:[^!:]++!)?(?:[A-Za-z]{1,3}[0-9]++:[A-Za-z]{1,3}[0-9]++|[0-9]++:[0-9]++)");
  private static final String NEGATION = "not";

  private OperationParser() {}

  /** Parses one operation. Never throws, whatever the text. */
  public static ParseResult parse(String text) {
    String raw = trimmed(text);
    Lexer lexer = new Lexer(raw);
    if (lexer.malformed().isPresent()) {
      return lexer.malformed().get();
    }
    if (lexer.tokens().isEmpty()) {
      return new ParseResult.Malformed("the operation is empty", raw, 1);
    }
    return new TokenClassifier(raw).classifyAll(lexer.tokens());
  }

  /**
   * The operation with its open quote closed and its malformed tokens removed; empty if nothing is
   * left.
   */
  static Optional<String> repaired(ParseResult.Malformed malformed) {
    ParseResult result = malformed;
    while (result instanceof ParseResult.Malformed(var message, var raw, var position)) {
      if (raw.isEmpty()) {
        return Optional.empty();
      }
      result = parse(repairOnce(new Lexer(raw), raw, position));
    }
    return result instanceof ParseResult.Parsed(var op)
        ? Optional.of(op.canonicalText())
        : Optional.empty();
  }

  private static String repairOnce(Lexer lexer, String raw, int position) {
    boolean hasOpenQuote = lexer.malformed().isPresent();
    if (hasOpenQuote && position < raw.length()) {
      // A backslash at the end would escape the added quote.
      return raw.endsWith("\\")
          ? raw.substring(0, raw.length() - 1)
          : raw + raw.charAt(position - 1);
    }
    StringBuilder remaining = new StringBuilder();
    for (Token token : lexer.tokens()) {
      if (token.position() != position) {
        remaining.append(remaining.isEmpty() ? "" : " ").append(token.raw());
      }
    }
    return remaining.toString();
  }

  /** The text without leading and trailing blanks, as the lexer defines them. */
  static String trimmed(String text) {
    int from = 0;
    int to = text.length();
    while (from < to && Lexer.isBlank(text.charAt(from))) {
      from++;
    }
    while (to > from && Lexer.isBlank(text.charAt(to - 1))) {
      to--;
    }
    return text.substring(from, to);
  }

  /** Sorts the tokens of one operation into positionals, parameters and selectors. */
  private static final class TokenClassifier {

    private final String raw;
    private final List<Positional> positionals = new ArrayList<>();
    private final SequencedMap<String, String> params = new LinkedHashMap<>();
    private final List<Selector> selectors = new ArrayList<>();

    TokenClassifier(String raw) {
      this.raw = raw;
    }

    ParseResult classifyAll(List<Token> tokens) {
      for (Token token : tokens.subList(1, tokens.size())) {
        Optional<String> problem = classify(token);
        if (problem.isPresent()) {
          String message = problem.get() + " at position " + token.position();
          return new ParseResult.Malformed(message, raw, token.position());
        }
      }
      String verb = tokens.get(0).text().toLowerCase(Locale.ROOT);
      return new ParseResult.Parsed(new ParsedOperation(verb, positionals, params, selectors, raw));
    }

    private Optional<String> classify(Token token) {
      if (token.isWhollyQuoted()) {
        positionals.add(new Positional(token.text(), Positional.Kind.QUOTED));
      } else if (!token.startsQuoted() && token.text().startsWith("@")) {
        return addSelector(token);
      } else if (isParam(token)) {
        return addParam(token);
      } else {
        boolean isArrow = !token.startsQuoted() && ARROWS.contains(token.text());
        Positional.Kind kind = isArrow ? Positional.Kind.ARROW : Positional.Kind.WORD;
        positionals.add(new Positional(token.text(), kind));
      }
      return Optional.empty();
    }

    private static boolean isParam(Token token) {
      boolean isFormula = !token.startsQuoted() && token.text().startsWith("=");
      boolean isCellRange = !token.hasQuotedValue() && CELL_RANGE.matcher(token.text()).matches();
      return token.colonIndex() > 0 && !isFormula && !isCellRange;
    }

    private Optional<String> addParam(Token token) {
      String key = token.text().substring(0, token.colonIndex());
      String value = token.text().substring(token.colonIndex() + 1);
      if (params.putIfAbsent(key, value) != null) {
        return Optional.of("the parameter " + Quoting.quoteAlways(key) + " is given twice,");
      }
      return Optional.empty();
    }

    private Optional<String> addSelector(Token token) {
      String text = token.text();
      boolean negated =
          token.colonIndex() > 0 && text.substring(1, token.colonIndex()).equals(NEGATION);
      int typeStart = negated ? token.colonIndex() + 1 : 1;
      int end = negated ? token.secondColonIndex() : token.colonIndex();
      String type = text.substring(typeStart, end < 0 ? text.length() : end);
      if (type.isEmpty() || !Quoting.needsNoEscape(type)) {
        return Optional.of(
            "the selector " + Quoting.quoteAlways(token.raw()) + " names no readable type,");
      }
      Optional<String> value = end < 0 ? Optional.empty() : Optional.of(text.substring(end + 1));
      selectors.add(new Selector(type, value, negated, token.raw()));
      return Optional.empty();
    }
  }
}
