package dev.fcp.spec.log;

import dev.fcp.eventlog.UnknownCheckpointException;
import java.util.stream.IntStream;

/**
 * One operation of a program that is run on several logs to compare them. Events are strings, so
 * that a program is easy to read when it fails.
 */
public sealed interface LogOperation {

  /** An operation that the specification has. */
  sealed interface Specified extends LogOperation {}

  /** Appends one event. */
  record Append(String event) implements Specified {}

  /** Appends so many events, named by number, to get past the borders of chunks and nodes. */
  record AppendMany(String prefix, int count) implements Specified {}

  /** Names the cursor. */
  record Checkpoint(String name) implements Specified {}

  /** Goes back by a count. */
  record Undo(int count) implements Specified {}

  /** Goes back to a name. */
  record UndoTo(String name) implements Specified {}

  /** Goes forward by a count. */
  record Redo(int count) implements Specified {}

  /** Cuts the redo tail. */
  record Truncate() implements LogOperation {}

  /** Forgets the first events. */
  record DropFirst(int count) implements LogOperation {}

  /** Replaces the last events by one. */
  record ReplaceLast(int count, String event) implements LogOperation {}

  /** Replaces the last events by none. */
  record RemoveLast(int count) implements LogOperation {}

  /** What an operation without an answer answers. */
  String DONE = "done";

  /** Runs an operation of the specification and gives its answer. */
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

  /** Runs an operation and gives its answer; a refusal is an answer too, by its type. */
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
