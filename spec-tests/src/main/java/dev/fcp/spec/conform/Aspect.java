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

  private final String jsonName;

  Aspect(String jsonName) {
    this.jsonName = jsonName;
  }

  /** Its name in vectors. */
  String jsonName() {
    return jsonName;
  }

  /** The field of the state that shows it; the answer of a call is none. */
  String stateField() {
    return this == GONE ? CHECKPOINTS.jsonName : jsonName;
  }

  static Optional<Aspect> of(String jsonName) {
    return Arrays.stream(values()).filter(aspect -> aspect.jsonName.equals(jsonName)).findFirst();
  }
}
