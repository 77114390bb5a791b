package dev.fcp.verbs.form;

import dev.fcp.verbs.names.Suggestions;
import dev.fcp.verbs.syntax.ParsedOperation;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Function;

/**
 * The declaration of a {@code key:value} argument. Its text is checked before the verb runs, so
 * that {@link #valueIn} has a value whenever the parameter was given. Immutable.
 *
 * @param <T> the type of the value
 */
public final class Param<T> {

  private static final String FLAG_HINT = "yes|no";

  private final String key;
  private final String hint;
  private final boolean mandatory;
  private final List<String> help;
  private final Function<String, ParsedArgument<T>> parser;

  private Param(
      String key,
      String hint,
      boolean mandatory,
      List<String> help,
      Function<String, ParsedArgument<T>> parser) {
    this.key = Objects.requireNonNull(key, "key");
    this.hint = Objects.requireNonNull(hint, "hint");
    this.mandatory = mandatory;
    this.help = List.copyOf(help);
    this.parser = Objects.requireNonNull(parser, "parser");
  }

  /**
   * A parameter with the given parser.
   *
   * @param hint what the value looks like, for the reference card, such as {@code COLOUR}
   */
  public static <T> Param<T> of(
      String key, String hint, Function<String, ParsedArgument<T>> parser) {
    return new Param<>(key, hint, false, List.of(), parser);
  }

  /** A parameter that accepts any text. */
  public static Param<String> text(String key, String hint) {
    return of(key, hint, ParsedArgument::valid);
  }

  /** A finite decimal number between {@code min} and {@code max}, inclusive. */
  public static Param<Double> decimal(String key, String hint, double min, double max) {
    return of(key, hint, text -> NumberParser.parseDecimal(text, min, max));
  }

  /** A whole number between {@code min} and {@code max}, inclusive. */
  public static Param<Integer> integer(String key, String hint, int min, int max) {
    return of(key, hint, text -> NumberParser.parseInteger(text, min, max));
  }

  /** A choice of words, compared ignoring case; the value is the word as declared. */
  public static Param<String> choice(String key, String... choices) {
    List<String> known = List.copyOf(Arrays.asList(choices));
    return of(key, String.join("|", known), text -> parseChoice(text, known));
  }

  /** {@code yes} or {@code no}. */
  public static Param<Boolean> flag(String key) {
    return of(key, FLAG_HINT, text -> toFlag(parseChoice(text, List.of("yes", "no"))));
  }

  /** The same parameter, but mandatory. */
  public Param<T> mandatory() {
    return new Param<>(key, hint, true, help, parser);
  }

  /** The same parameter with an explanation: one sentence, or several lines. */
  public Param<T> explained(String... lines) {
    return new Param<>(key, hint, mandatory, List.of(lines), parser);
  }

  /** The key before the colon. */
  public String key() {
    return key;
  }

  /** What the value looks like, for the reference card. */
  public String hint() {
    return hint;
  }

  /**
   * The explanation; empty if the parameter is offered only in operation text and not as a
   * command-line option.
   */
  public List<String> help() {
    return help;
  }

  /** Whether the value is {@code yes} or {@code no}. */
  public boolean isFlag() {
    return hint.equals(FLAG_HINT);
  }

  /** Whether an operation without this parameter is refused. */
  public boolean isMandatory() {
    return mandatory;
  }

  /** Parses the text of a value. */
  public ParsedArgument<T> parse(String text) {
    return parser.apply(text);
  }

  /**
   * The value in an operation; empty if the parameter was not given.
   *
   * @throws IllegalArgumentException if the text is invalid; {@link Form#check} refuses such an
   *     operation
   */
  public Optional<T> valueIn(ParsedOperation op) {
    Optional<String> text = op.param(key);
    if (text.isEmpty()) {
      return Optional.empty();
    }
    return switch (parse(text.get())) {
      case ParsedArgument.Valid<T>(T value) -> Optional.of(value);
      case ParsedArgument.Invalid<T> invalid ->
          throw new IllegalArgumentException(key + ":" + text.get() + " " + invalid.reason());
    };
  }

  @Override
  public String toString() {
    return key + ":" + hint;
  }

  private static ParsedArgument<String> parseChoice(String text, List<String> choices) {
    for (String choice : choices) {
      if (choice.equalsIgnoreCase(text)) {
        return ParsedArgument.valid(choice);
      }
    }
    String reason = "is not one of " + String.join(", ", choices);
    return new ParsedArgument.Invalid<>(reason, Suggestions.findSimilar(text, choices));
  }

  private static ParsedArgument<Boolean> toFlag(ParsedArgument<String> parsed) {
    return switch (parsed) {
      case ParsedArgument.Valid<String>(String value) -> ParsedArgument.valid(value.equals("yes"));
      case ParsedArgument.Invalid<String>(var reason, var suggestion) ->
          new ParsedArgument.Invalid<>(reason, suggestion);
    };
  }
}
