package dev.fcp.spec.conform;

import java.util.Arrays;
import java.util.Optional;

/** A part of the observable behavior of a call, in the order of comparison. */
enum Aspect {
  /** The result of the call. */
  RETURNS("returns"),
  /** The list of events and sentinels. */
  ENTRIES("entries"),
  /** The cursor. */
  CURSOR("cursor"),
  /** The absence of checkpoints that should have been removed. */
  GONE("gone"),
  /** The checkpoints and their positions. */
  CHECKPOINTS("checkpoints"),
  /** Whether undo would return an event. */
  CAN_UNDO("canUndo"),
  /** Whether redo would return an event. */
  CAN_REDO("canRedo"),
  /** The last applied events. */
  RECENT("recent");

  private final String jsonName;

  Aspect(String jsonName) {
    this.jsonName = jsonName;
  }

  /** Returns the name of this aspect in vectors. */
  String jsonName() {
    return jsonName;
  }

  /** Returns the name of the field of the state that shows this aspect. */
  String stateField() {
    return this == GONE ? CHECKPOINTS.jsonName : jsonName;
  }

  static Optional<Aspect> of(String jsonName) {
    return Arrays.stream(values()).filter(aspect -> aspect.jsonName.equals(jsonName)).findFirst();
  }
}
