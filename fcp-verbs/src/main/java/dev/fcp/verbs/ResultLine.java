package dev.fcp.verbs;

import dev.fcp.verbs.syntax.Quoting;
import java.util.Objects;

/**
 * One line of an answer, told at first sight by its mark.
 *
 * @param mark what kind of change it tells
 * @param text the line without its mark; line ends and other hidden characters in it become escapes
 */
public record ResultLine(Mark mark, String text) {

  /** What kind of change a line tells. */
  public enum Mark {
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

    private final char sign;

    Mark(char sign) {
      this.sign = sign;
    }

    /** The character that begins the line. */
    public char sign() {
      return sign;
    }
  }

  public ResultLine {
    Objects.requireNonNull(mark, "mark");
    text = Quoting.oneLine(text);
  }

  /** {@code + text}. */
  public static ResultLine created(String text) {
    return new ResultLine(Mark.CREATED, text);
  }

  /** {@code ~ text}. */
  public static ResultLine connected(String text) {
    return new ResultLine(Mark.CONNECTED, text);
  }

  /** {@code * text}. */
  public static ResultLine changed(String text) {
    return new ResultLine(Mark.CHANGED, text);
  }

  /** {@code - text}. */
  public static ResultLine deleted(String text) {
    return new ResultLine(Mark.DELETED, text);
  }

  /** {@code ! text}. */
  public static ResultLine meta(String text) {
    return new ResultLine(Mark.META, text);
  }

  /** {@code @ text}. */
  public static ResultLine bulk(String text) {
    return new ResultLine(Mark.BULK, text);
  }

  @Override
  public String toString() {
    return mark.sign() + " " + text;
  }
}
