package dev.fcp.spec.conform;

import java.util.Arrays;
import java.util.EnumSet;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/** The methods of a log. */
enum LogMethod {
  /** Adds an event. */
  APPEND("append", true),
  /** Sets a checkpoint at the cursor. */
  CHECKPOINT("checkpoint", true),
  /** Undoes a number of events; without an argument one. */
  UNDO("undo", true),
  /** Undoes to a checkpoint. */
  UNDO_TO("undoTo", true),
  /** Redoes a number of events; without an argument one. */
  REDO("redo", true),
  /** Returns the last applied events. */
  RECENT("recent", true),
  /** Discards the redo tail (EL-14). */
  TRUNCATE("truncate", false),
  /** Drops the oldest events (EL-15). */
  DROP_FIRST("dropFirst", false),
  /** Replaces the last events by one event or by none (EL-16). */
  REPLACE_LAST("replaceLast", false),
  /** Saves the log, discards it, and loads what was saved (CP-12); a log is not changed by it. */
  RELOAD("reload", false),
  /** Returns the events that are now in the lists that all earlier calls returned (EL-18). */
  KEPT("kept", false),
  /** Calls another log in the same process (EL-23); the first log is not changed by it. */
  OTHER("other", false),
  /** Waits before the next call (EL-24). */
  PAUSE("pause", false);

  private final String jsonName;
  private final boolean specified;

  LogMethod(String jsonName, boolean specified) {
    this.jsonName = jsonName;
    this.specified = specified;
  }

  /** Returns the name of this method in vectors and in the protocol. */
  String jsonName() {
    return jsonName;
  }

  /** Returns the methods of the specification. */
  static Set<LogMethod> specified() {
    return Arrays.stream(values())
        .filter(method -> method.specified)
        .collect(Collectors.toCollection(() -> EnumSet.noneOf(LogMethod.class)));
  }

  /** Whether a call returns events or null, rather than nothing. */
  boolean returnsEvents() {
    return switch (this) {
      case UNDO, UNDO_TO, REDO, RECENT, KEPT -> true;
      case APPEND, CHECKPOINT, TRUNCATE, DROP_FIRST, REPLACE_LAST, RELOAD, OTHER, PAUSE -> false;
    };
  }

  /** Whether a call returns a list of events that it makes. */
  boolean returnsNewList() {
    return returnsEvents() && this != KEPT;
  }

  /** Whether a call does nothing to the log and shows nothing of it. */
  boolean isSilent() {
    return this == OTHER || this == PAUSE;
  }

  static Optional<LogMethod> of(String jsonName) {
    return Arrays.stream(values()).filter(method -> method.jsonName.equals(jsonName)).findFirst();
  }
}
