package dev.fcp.spec.conform;

import java.util.Arrays;
import java.util.Optional;

/** What is looked at after a call, in the order in which it is compared. */
enum Aspect {
  /** The answer of the call. */
  RETURNS("returns"),
  /** The list of events and sentinels. */
  ENTRIES("entries"),
  /** The cursor. */
  CURSOR("cursor"),
  /** That no name stands in the table which ought to be gone. */
  GONE("gone"),
  /** The names of the table and their positions. */
  CHECKPOINTS("checkpoints"),
  /** Whether undo would bring back an event. */
  CAN_UNDO("canUndo"),
  /** Whether redo would bring back an event. */
  CAN_REDO("canRedo"),
  /** The last applied events. */
  RECENT("recent");

  private final String word;

  Aspect(String word) {
    this.word = word;
  }

  /** Its name in vectors. */
  String word() {
    return word;
  }

  /** The field of the state that shows it; the answer of a call is none. */
  String field() {
    return this == GONE ? CHECKPOINTS.word : word;
  }

  static Optional<Aspect> of(String word) {
    return Arrays.stream(values()).filter(aspect -> aspect.word.equals(word)).findFirst();
  }
}
