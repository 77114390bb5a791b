package dev.fcp.eventlog.plaintext;

import java.util.OptionalInt;

/**
 * Assigns the merge keys of one editor, which join its typing into words: an edit has the same key
 * as the one before if it begins or ends where that one left the caret, also after edits of others,
 * and is in the same word. A word includes the white space after it; one of more than 1,024
 * characters, as in a script without spaces, is divided. Not thread-safe.
 */
public final class TypingKeys {

  private Anchor caret = Anchor.START;
  private String word = "";
  private int places;
  private String key = "";

  /** Creates the keys of an editor that is opened. */
  public TypingKeys() {}

  /**
   * The merge key of an edit.
   *
   * @param edited the text after the edit
   * @param from the offset of the first inserted character, or of what was deleted
   * @param to the offset behind the last inserted character; the same if nothing was inserted
   * @throws IndexOutOfBoundsException if the offsets are not in the text
   */
  public String next(Text edited, int from, int to) {
    OptionalInt last = edited.offsetOf(caret);
    boolean isAdjacent = last.equals(OptionalInt.of(from)) || last.equals(OptionalInt.of(to));
    String lastWord = word;
    caret = edited.anchorAfter(to);
    word = edited.wordKey(to);
    if (!isAdjacent || !word.equals(lastWord)) {
      places++;
      key = caret + " " + places;
    }
    return key;
  }
}
