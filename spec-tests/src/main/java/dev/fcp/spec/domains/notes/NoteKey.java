package dev.fcp.spec.domains.notes;

import java.util.Objects;

/**
 * The key of a board, or of a note on a board.
 *
 * @param board the id of the board, which files do not store
 * @param note the id of the note on the board; empty for the board itself. Files do not store an id
 *     that begins with {@code ~}
 */
public record NoteKey(String board, String note) implements Comparable<NoteKey> {

  /** Creates a key. */
  public NoteKey {
    Objects.requireNonNull(board, "board");
    Objects.requireNonNull(note, "note");
  }

  /** Returns the key of a board. */
  public static NoteKey board(String id) {
    return new NoteKey(id, "");
  }

  /** Returns the key of a note. */
  public static NoteKey note(String board, String id) {
    if (id.isEmpty()) {
      throw new IllegalArgumentException("a note without id on board " + board);
    }
    return new NoteKey(board, id);
  }

  /** Whether this is the key of a board. */
  public boolean isBoard() {
    return note.isEmpty();
  }

  /** Whether files store this id. */
  public boolean isStored() {
    return isStored(note);
  }

  static boolean isStored(String id) {
    return !id.isEmpty() && id.charAt(0) != '~';
  }

  @Override
  public int compareTo(NoteKey other) {
    int byBoard = board.compareTo(other.board);
    return byBoard != 0 ? byBoard : note.compareTo(other.note);
  }

  @Override
  public String toString() {
    return isBoard() ? board : board + "/" + note;
  }
}
