package dev.fcp.eventlog.plaintext;

import dev.fcp.eventlog.domain.MalformedValueException;

/**
 * The identity of a character of a {@link Text}: it never changes, wherever the character moves and
 * whether it is deleted or comes back.
 *
 * @param insertion the id of the insertion, or of a series of insertions by one author: 1 to 32
 *     letters and digits
 * @param offset the number of the character in the insertion, in code points, from 0
 */
public record CharId(String insertion, int offset) implements Comparable<CharId> {

  /** Rejects a negative offset, and an insertion id with other characters. */
  public CharId {
    if (offset < 0 || insertion.isEmpty() || insertion.length() > 32) {
      throw new IllegalArgumentException("not the id of a character: " + insertion + ":" + offset);
    }
    for (int i = 0; i < insertion.length(); i++) {
      char letter = insertion.charAt(i);
      if (letter > 'z' || !Character.isLetterOrDigit(letter)) {
        throw new IllegalArgumentException("not the id of an insertion: \"" + insertion + '"');
      }
    }
  }

  /** The character that is this many characters later in the same insertion. */
  CharId plus(int count) {
    return new CharId(insertion, Math.addExact(offset, count));
  }

  /** Whether another character follows this one directly in the same insertion. */
  boolean isBefore(CharId next) {
    return next.offset == offset + 1 && next.insertion.equals(insertion);
  }

  /**
   * Parses the form of {@link #toString}.
   *
   * @throws MalformedValueException if the text has another form
   */
  static CharId parse(String text) {
    int colon = text.lastIndexOf(':');
    try {
      if (isNumber(text, colon + 1)) {
        return new CharId(
            text.substring(0, Math.max(0, colon)),
            Integer.parseInt(text, colon + 1, text.length(), 10));
      }
    } catch (IllegalArgumentException e) {
      throw new MalformedValueException("not the id of a character: \"" + text + '"', e);
    }
    throw new MalformedValueException("not the id of a character: \"" + text + '"');
  }

  /** Whether the end of a text is a number without sign and leading zeros. */
  private static boolean isNumber(String text, int from) {
    for (int i = from; i < text.length(); i++) {
      if (text.charAt(i) < '0' || text.charAt(i) > '9') {
        return false;
      }
    }
    return from + 1 == text.length() || (from < text.length() && text.charAt(from) != '0');
  }

  /** By insertion, then by offset. */
  @Override
  @SuppressWarnings({"ReferenceEquality", "StringEquality"}) // Equal ids are usually one object.
  public int compareTo(CharId other) {
    int byInsertion = insertion == other.insertion ? 0 : insertion.compareTo(other.insertion);
    return byInsertion != 0 ? byInsertion : Integer.compare(offset, other.offset);
  }

  /** The insertion and the offset, such as {@code k3Fq9Zab:13}. */
  @Override
  public String toString() {
    return insertion + ':' + offset;
  }
}
