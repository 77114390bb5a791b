package dev.fcp.verbs.form;

import java.util.Objects;
import java.util.Optional;

/**
 * What reading the text of an argument gave.
 *
 * @param <T> the type of its value
 */
public sealed interface Reading<T> {

  /** The text has a value. */
  record Fit<T>(T value) implements Reading<T> {
    public Fit {
      Objects.requireNonNull(value, "value");
    }
  }

  /**
   * The text has no value.
   *
   * @param reason what is wrong with it, to stand after the quoted text, for instance {@code is no
   *     number}
   * @param instead a text that would do; empty where nothing is known
   */
  record Unfit<T>(String reason, Optional<String> instead) implements Reading<T> {
    public Unfit {
      Objects.requireNonNull(reason, "reason");
      Objects.requireNonNull(instead, "instead");
    }
  }

  /** The text has a value. */
  static <T> Reading<T> fit(T value) {
    return new Fit<>(value);
  }

  /** The text has no value, and nothing better is known. */
  static <T> Reading<T> unfit(String reason) {
    return new Unfit<>(reason, Optional.empty());
  }

  /** The text has no value, but another one would. */
  static <T> Reading<T> unfit(String reason, String instead) {
    return new Unfit<>(reason, Optional.of(instead));
  }
}
