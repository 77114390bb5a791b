package dev.fcp.verbs;

import dev.fcp.verbs.syntax.Quoting;
import java.util.Objects;

/**
 * One line of an answer, with a mark that shows its kind.
 *
 * @param kind what kind of change it describes
 * @param text the line without its mark; line ends and other hidden characters in it become escapes
 */
public record ResultLine(Kind kind, String text) {

  /** What kind of change a line describes. */
  public enum Kind {
    /** Something was created. */
    CREATED('+'),
    /** A connection was made or changed. */
    CONNECTED('~'),
    /** A property was changed. */
    CHANGED('*'),
    /** Something was deleted. */
    DELETED('-'),
    /** An error, or a word about the document itself. */
    META('!'),
    /** Many things at once, or their layout. */
    BULK('@');

    private final char prefix;

    Kind(char prefix) {
      this.prefix = prefix;
    }

    /** The character that begins the line. */
    public char prefix() {
      return prefix;
    }
  }

  public ResultLine {
    Objects.requireNonNull(kind, "kind");
    text = Quoting.oneLine(text);
  }

  /** {@code + text}. */
  public static ResultLine created(String text) {
    return new ResultLine(Kind.CREATED, text);
  }

  /** {@code ~ text}. */
  public static ResultLine connected(String text) {
    return new ResultLine(Kind.CONNECTED, text);
  }

  /** {@code * text}. */
  public static ResultLine changed(String text) {
    return new ResultLine(Kind.CHANGED, text);
  }

  /** {@code - text}. */
  public static ResultLine deleted(String text) {
    return new ResultLine(Kind.DELETED, text);
  }

  /** {@code ! text}. */
  public static ResultLine meta(String text) {
    return new ResultLine(Kind.META, text);
  }

  /** {@code @ text}. */
  public static ResultLine bulk(String text) {
    return new ResultLine(Kind.BULK, text);
  }

  @Override
  public String toString() {
    return kind.prefix() + " " + text;
  }
}
