package dev.fcp.verbs.syntax;

import java.util.Objects;

/**
 * An argument known by its place.
 *
 * @param text the argument without its quotes
 * @param kind how it was written
 */
public record Positional(String text, Kind kind) {

  /** How a positional was written. */
  public enum Kind {
    /** A word, bare or quoted in part. */
    WORD,
    /** A token quoted as a whole: text that never has a meaning of its own. */
    QUOTED,
    /** One of {@code ->}, {@code <->} and {@code --}, bare. */
    ARROW
  }

  public Positional {
    Objects.requireNonNull(text, "text");
    Objects.requireNonNull(kind, "kind");
  }

  /** Whether this is a bare arrow. */
  public boolean isArrow() {
    return kind == Kind.ARROW;
  }
}
