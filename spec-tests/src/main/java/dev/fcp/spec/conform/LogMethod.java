package dev.fcp.spec.conform;

import java.util.Arrays;
import java.util.Optional;

/** What a log can be asked to do. */
enum LogMethod {
  /** Adds an event. */
  APPEND("append", true),
  /** Names the cursor. */
  CHECKPOINT("checkpoint", true),
  /** Goes back; without an argument by one event. */
  UNDO("undo", true),
  /** Goes back to a name. */
  UNDO_TO("undoTo", true),
  /** Goes forward; without an argument by one event. */
  REDO("redo", true),
  /** Looks at the last applied events. */
  RECENT("recent", true),
  /** Cuts the redo tail (EL-14). */
  TRUNCATE("truncate", false),
  /** Forgets the first events (EL-15). */
  DROP_FIRST("dropFirst", false),
  /** Puts one event, or none, in the place of the last ones (EL-16). */
  REPLACE_LAST("replaceLast", false);

  private final String jsonName;
  private final boolean specified;

  LogMethod(String jsonName, boolean specified) {
    this.jsonName = jsonName;
    this.specified = specified;
  }

  /** Its name in vectors and in the protocol. */
  String jsonName() {
    return jsonName;
  }

  /** Whether the specification has it; the others a driver may declare. */
  boolean isSpecified() {
    return specified;
  }

  /** Whether a call gives something, or is done without a word. */
  boolean returnsEvents() {
    return switch (this) {
      case UNDO, UNDO_TO, REDO, RECENT -> true;
      case APPEND, CHECKPOINT, TRUNCATE, DROP_FIRST, REPLACE_LAST -> false;
    };
  }

  static Optional<LogMethod> of(String jsonName) {
    return Arrays.stream(values()).filter(method -> method.jsonName.equals(jsonName)).findFirst();
  }
}
