package dev.fcp.eventlog.plaintext;

import dev.fcp.eventlog.domain.MalformedValueException;
import java.util.Optional;

/**
 * A position in a {@link Text} that stays where it is when others edit the text: right before or
 * right after a character. If the character is deleted, the position is where it was, and is next
 * to it again when it comes back.
 *
 * @param character the character; empty for the beginning or the end of the text
 * @param side the side of the character; without a character, {@link Side#AFTER} is the beginning
 *     and {@link Side#BEFORE} the end
 */
public record Anchor(Optional<CharId> character, Side side) {

  /** The side of a character on which an anchor is. */
  public enum Side {
    /** The anchor moves along with the text that follows it. */
    BEFORE,
    /** The anchor stays behind the text that precedes it. */
    AFTER
  }

  /** The beginning of a text. */
  public static final Anchor START = new Anchor(Optional.empty(), Side.AFTER);

  /** The end of a text. */
  public static final Anchor END = new Anchor(Optional.empty(), Side.BEFORE);

  /**
   * Parses the form of {@link #toString}.
   *
   * @throws MalformedValueException if the text has another form
   */
  public static Anchor parse(String text) {
    boolean isAfter = text.startsWith(">");
    if (!isAfter && !text.startsWith("<")) {
      throw new MalformedValueException("not an anchor: \"" + text + '"');
    }
    return new Anchor(
        text.length() == 1 ? Optional.empty() : Optional.of(CharId.parse(text.substring(1))),
        isAfter ? Side.AFTER : Side.BEFORE);
  }

  /**
   * A short form for storage, such as {@code >k3Fq9Zab:13} for the position after a character and
   * {@code <k3Fq9Zab:13} for that before it.
   */
  @Override
  public String toString() {
    return (side == Side.AFTER ? ">" : "<") + character.map(CharId::toString).orElse("");
  }
}
