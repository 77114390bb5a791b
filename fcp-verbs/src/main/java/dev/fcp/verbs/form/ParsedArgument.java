package dev.fcp.verbs.form;

import java.util.Objects;
import java.util.Optional;

/**
 * The result of parsing the text of an argument.
 *
 * @param <T> the type of the value
 */
public sealed interface ParsedArgument<T> {

  /** The text is valid. */
  record Valid<T>(T value) implements ParsedArgument<T> {
    public Valid {
      Objects.requireNonNull(value, "value");
    }
  }

  /**
   * The text is invalid.
   *
   * @param reason what is wrong; follows the quoted text in messages, such as {@code is not a
   *     number}
   * @param suggestion a valid text; empty if none is known
   */
  record Invalid<T>(String reason, Optional<String> suggestion) implements ParsedArgument<T> {
    public Invalid {
      Objects.requireNonNull(reason, "reason");
      Objects.requireNonNull(suggestion, "suggestion");
    }
  }

  /** A valid text with its value. */
  static <T> ParsedArgument<T> valid(T value) {
    return new Valid<>(value);
  }

  /** An invalid text without a suggestion. */
  static <T> ParsedArgument<T> invalid(String reason) {
    return new Invalid<>(reason, Optional.empty());
  }

  /** An invalid text; {@code suggestion} would be valid. */
  static <T> ParsedArgument<T> invalid(String reason, String suggestion) {
    return new Invalid<>(reason, Optional.of(suggestion));
  }
}
