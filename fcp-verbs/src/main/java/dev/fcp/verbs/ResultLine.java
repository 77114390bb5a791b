package dev.fcp.verbs;

import dev.fcp.verbs.syntax.Quoting;
import java.util.Objects;

/**
 * A line of a response; its prefix shows its kind.
 *
 * @param kind the kind of change that the line describes
 * @param text the line without its prefix; line breaks and other hidden characters are escaped
 */
public record ResultLine(Kind kind, String text) {

  /** The kind of change that a line describes. */
  public enum Kind {
    /** Something was created. */
    CREATED('+'),
    /** A connection was created or changed. */
    CONNECTED('~'),
    /** A property was changed. */
    CHANGED('*'),
    /** Something was deleted. */
    DELETED('-'),
    /** An error or a message about the document as a whole. */
    META('!'),
    /** A bulk change or a layout change. */
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
