package dev.fcp.spec.domains.notes;

import java.util.Objects;

/**
 * The name of a board, or of a note on a board.
 *
 * @param board the id of the board; no file holds it
 * @param note the id of the note on the board; empty for the board itself. One that begins with
 *     {@code ~} is not held by a file
 */
public record NoteKey(String board, String note) implements Comparable<NoteKey> {

  /** A name. */
  public NoteKey {
    Objects.requireNonNull(board, "board");
    Objects.requireNonNull(note, "note");
  }

  /** The name of a board. */
  public static NoteKey board(String id) {
    return new NoteKey(id, "");
  }

  /** The name of a note. */
  public static NoteKey note(String board, String id) {
    if (id.isEmpty()) {
      throw new IllegalArgumentException("a note without id on board " + board);
    }
    return new NoteKey(board, id);
  }

  /** Whether this names a board. */
  public boolean isBoard() {
    return note.isEmpty();
  }

  /** Whether a file holds this name. */
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
