package dev.fcp.verbs.form;

import dev.fcp.verbs.names.Suggestions;
import dev.fcp.verbs.syntax.ParsedOp;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Function;

/**
 * A {@code key:value} argument that a verb knows. Its text is checked before the verb runs, so that
 * {@link #of} gives a value whenever the parameter was given. Immutable.
 *
 * @param <T> the type of its value
 */
public final class Param<T> {

  private final String key;
  private final String hint;
  private final boolean required;
  private final Function<String, Reading<T>> reader;

  private Param(String key, String hint, boolean required, Function<String, Reading<T>> reader) {
    this.key = Objects.requireNonNull(key, "key");
    this.hint = Objects.requireNonNull(hint, "hint");
    this.required = required;
    this.reader = Objects.requireNonNull(reader, "reader");
  }

  /**
   * A parameter with a reader of its own.
   *
   * @param hint what the value looks like, for the card, for instance {@code COLOUR}
   */
  public static <T> Param<T> of(String key, String hint, Function<String, Reading<T>> reader) {
    return new Param<>(key, hint, false, reader);
  }

  /** A parameter whose value is any text. */
  public static Param<String> text(String key, String hint) {
    return of(key, hint, Reading::fit);
  }

  /** A finite decimal number within limits, both included. */
  public static Param<Double> number(String key, String hint, double least, double most) {
    return number(key, hint, least, most, Math.clamp(0, least, most));
  }

  /**
   * A finite decimal number within limits, both included.
   *
   * @param usual a number within the limits, for the suggestion in place of what is none
   */
  public static Param<Double> number(
      String key, String hint, double least, double most, double usual) {
    return of(key, hint, text -> Numbers.decimal(text, least, most, usual));
  }

  /** A whole number within limits, both included. */
  public static Param<Integer> whole(String key, String hint, int least, int most) {
    return of(key, hint, text -> Numbers.whole(text, least, most));
  }

  /** One of some words; the case does not matter, the value is the word as declared. */
  public static Param<String> choice(String key, String... words) {
    List<String> known = List.copyOf(Arrays.asList(words));
    return of(key, String.join("|", known), text -> chosen(text, known));
  }

  /** {@code yes} or {@code no}. */
  public static Param<Boolean> flag(String key) {
    return of(key, "yes|no", text -> flagged(chosen(text, List.of("yes", "no"))));
  }

  /** The same parameter, refused when it is missing. */
  public Param<T> mandatory() {
    return new Param<>(key, hint, true, reader);
  }

  /** The key before the colon. */
  public String key() {
    return key;
  }

  /** What the value looks like, for the card. */
  public String hint() {
    return hint;
  }

  /** A text that would do, as far as the reader tells one; else the hint. */
  String example() {
    return switch (read(hint)) {
      case Reading.Fit<T> fit -> hint;
      case Reading.Unfit<T>(var reason, var instead) -> instead.orElse(hint);
    };
  }

  /** Whether an operation without it is refused. */
  public boolean isMandatory() {
    return required;
  }

  /** What a text means as the value. */
  public Reading<T> read(String text) {
    return reader.apply(text);
  }

  /**
   * The value in an operation; empty if the parameter was not given.
   *
   * @throws IllegalArgumentException if the text has no value; {@link Form#problem} refuses such an
   *     operation before
   */
  public Optional<T> of(ParsedOp op) {
    Optional<String> text = op.param(key);
    if (text.isEmpty()) {
      return Optional.empty();
    }
    return switch (read(text.get())) {
      case Reading.Fit<T>(T value) -> Optional.of(value);
      case Reading.Unfit<T> unfit ->
          throw new IllegalArgumentException(key + ":" + text.get() + " " + unfit.reason());
    };
  }

  @Override
  public String toString() {
    return key + ":" + hint;
  }

  private static Reading<String> chosen(String text, List<String> known) {
    for (String word : known) {
      if (word.equalsIgnoreCase(text)) {
        return Reading.fit(word);
      }
    }
    String reason = "is not one of " + String.join(", ", known);
    return new Reading.Unfit<>(
        reason, Suggestions.nearest(text, known).or(() -> known.stream().findFirst()));
  }

  private static Reading<Boolean> flagged(Reading<String> word) {
    return switch (word) {
      case Reading.Fit<String>(String value) -> Reading.fit(value.equals("yes"));
      case Reading.Unfit<String>(var reason, var instead) -> new Reading.Unfit<>(reason, instead);
    };
  }
}
