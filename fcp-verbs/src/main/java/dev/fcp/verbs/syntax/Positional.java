package dev.fcp.verbs.syntax;

import java.util.Objects;

/**
 * A positional argument of an operation.
 *
 * @param text the argument without its quotes
 * @param kind how it was written
 */
public record Positional(String text, Kind kind) {

  /** How a positional was written. */
  public enum Kind {
    /** A word, bare or quoted in part. */
    WORD,
    /** A token quoted as a whole: literal text. */
    QUOTED,
    /** One of {@code ->}, {@code <->} and {@code --}, unquoted. */
    ARROW
  }

  public Positional {
    Objects.requireNonNull(text, "text");
    Objects.requireNonNull(kind, "kind");
  }

  /** Whether this is an arrow. */
  public boolean isArrow() {
    return kind == Kind.ARROW;
  }
}
