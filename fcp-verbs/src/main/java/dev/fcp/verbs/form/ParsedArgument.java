package dev.fcp.verbs.form;

import java.util.Objects;
import java.util.Optional;

/**
 * What reading the text of an argument gave.
 *
 * @param <T> the type of its value
 */
public sealed interface ParsedArgument<T> {

  /** The text has a value. */
  record Valid<T>(T value) implements ParsedArgument<T> {
    public Valid {
      Objects.requireNonNull(value, "value");
    }
  }

  /**
   * The text has no value.
   *
   * @param reason what is wrong with it, to stand after the quoted text, for instance {@code is no
   *     number}
   * @param suggestion a text that would do; empty where nothing is known
   */
  record Invalid<T>(String reason, Optional<String> suggestion) implements ParsedArgument<T> {
    public Invalid {
      Objects.requireNonNull(reason, "reason");
      Objects.requireNonNull(suggestion, "suggestion");
    }
  }

  /** The text has a value. */
  static <T> ParsedArgument<T> valid(T value) {
    return new Valid<>(value);
  }

  /** The text has no value, and nothing better is known. */
  static <T> ParsedArgument<T> invalid(String reason) {
    return new Invalid<>(reason, Optional.empty());
  }

  /** The text has no value, but another one would. */
  static <T> ParsedArgument<T> invalid(String reason, String suggestion) {
    return new Invalid<>(reason, Optional.of(suggestion));
  }
}
