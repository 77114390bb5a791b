package dev.fcp.spec.log;

import dev.fcp.eventlog.UnknownCheckpointException;
import java.util.stream.IntStream;

/**
 * One operation of a program that is run on several logs to compare them. Events are strings, so
 * that a program is easy to read when it fails.
 */
public sealed interface LogOperation {

  /** An operation of the specification. */
  sealed interface Specified extends LogOperation {}

  /** Appends one event. */
  record Append(String event) implements Specified {}

  /** Appends a number of numbered events, to cross the boundaries of chunks and nodes. */
  record AppendMany(String prefix, int count) implements Specified {}

  /** Sets a checkpoint at the cursor. */
  record Checkpoint(String name) implements Specified {}

  /** Undoes a number of events. */
  record Undo(int count) implements Specified {}

  /** Undoes to a checkpoint. */
  record UndoTo(String name) implements Specified {}

  /** Redoes a number of events. */
  record Redo(int count) implements Specified {}

  /** Discards the redo tail. */
  record Truncate() implements LogOperation {}

  /** Drops the oldest events. */
  record DropFirst(int count) implements LogOperation {}

  /** Replaces the last events by one event. */
  record ReplaceLast(int count, String event) implements LogOperation {}

  /** Removes the last events. */
  record RemoveLast(int count) implements LogOperation {}

  /** The result of an operation that returns nothing. */
  String DONE = "done";

  /** Runs an operation of the specification and returns its result. */
  static Object run(Specified operation, LogUnderTest<String> log) {
    return switch (operation) {
      case Append(var event) -> done(() -> log.append(event));
      case AppendMany(var prefix, var count) ->
          done(() -> IntStream.range(0, count).forEach(i -> log.append(prefix + i)));
      case Checkpoint(var name) -> done(() -> log.checkpoint(name));
      case Undo(var count) -> log.undo(count);
      case UndoTo(var name) -> log.undoTo(name);
      case Redo(var count) -> log.redo(count);
    };
  }

  /** Runs an operation and returns its result, or the type of the exception that it threw. */
  static Object run(LogOperation operation, SessionLogUnderTest<String> log) {
    try {
      return switch (operation) {
        case Specified specified -> run(specified, (LogUnderTest<String>) log);
        case Truncate() -> done(log::truncate);
        case DropFirst(var count) -> done(() -> log.dropFirst(count));
        case ReplaceLast(var count, var event) -> done(() -> log.replaceLast(count, event));
        case RemoveLast(var count) -> done(() -> log.replaceLast(count));
      };
    } catch (IllegalArgumentException | IllegalStateException | UnknownCheckpointException e) {
      return e.getClass();
    }
  }

  private static Object done(Runnable operation) {
    operation.run();
    return DONE;
  }
}
