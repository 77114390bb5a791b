package dev.fcp.spec.log;

import dev.fcp.eventlog.Entry;
import dev.fcp.spec.log.LogOperation.Append;
import dev.fcp.spec.log.LogOperation.Checkpoint;
import dev.fcp.spec.log.LogOperation.DropFirst;
import dev.fcp.spec.log.LogOperation.Redo;
import dev.fcp.spec.log.LogOperation.RemoveLast;
import dev.fcp.spec.log.LogOperation.ReplaceLast;
import dev.fcp.spec.log.LogOperation.Specified;
import dev.fcp.spec.log.LogOperation.Truncate;
import dev.fcp.spec.log.LogOperation.Undo;
import dev.fcp.spec.log.LogOperation.UndoTo;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * Reads programs from short lines and prints logs as short lines, for examples that read like those
 * of a specification.
 *
 * <pre>
 *   program   a cp(c) b undoTo(c) x replaceLast(1,y)     a bare word appends an event
 *   drawing   a ^ |c b {c=1}                             ^ cursor, |c sentinel, {names}
 * </pre>
 */
public final class LogScript {

  private LogScript() {}

  /** The operations of a program. */
  public static List<LogOperation> parse(String program) {
    return Stream.of(program.split(" "))
        .filter(word -> !word.isEmpty())
        .map(LogScript::operation)
        .toList();
  }

  /**
   * Runs a program of operations of the specification and returns the last result.
   *
   * @throws ClassCastException if an operation is not part of the specification
   */
  public static Object run(LogUnderTest<String> log, String program) {
    Object answer = LogOperation.DONE;
    for (LogOperation operation : parse(program)) {
      answer = LogOperation.run((Specified) operation, log);
    }
    return answer;
  }

  /** Runs a program and returns the last result, or the type of the last exception. */
  public static Object run(SessionLogUnderTest<String> log, String program) {
    Object answer = LogOperation.DONE;
    for (LogOperation operation : parse(program)) {
      answer = LogOperation.run(operation, log);
    }
    return answer;
  }

  /** Returns the observable state of a log as one line. */
  public static String drawing(LogUnderTest<String> log) {
    List<String> words = new ArrayList<>();
    for (Entry<String> entry : log.entries()) {
      words.add(
          switch (entry) {
            case Entry.Recorded<String>(var event) -> event;
            case Entry.Checkpoint<String>(var name) -> "|" + name;
          });
    }
    words.add(log.cursor(), "^");
    if (!log.checkpoints().isEmpty()) {
      words.add(new TreeMap<>(log.checkpoints()).toString());
    }
    return String.join(" ", words);
  }

  private static LogOperation operation(String word) {
    String[] parts = word.split("[(,)]");
    return switch (parts[0]) {
      case "cp" -> new Checkpoint(parts[1]);
      case "undo" -> new Undo(count(parts));
      case "undoTo" -> new UndoTo(parts[1]);
      case "redo" -> new Redo(count(parts));
      case "truncate" -> new Truncate();
      case "dropFirst" -> new DropFirst(count(parts));
      case "replaceLast" ->
          parts.length > 2 ? new ReplaceLast(count(parts), parts[2]) : new RemoveLast(count(parts));
      default -> new Append(word);
    };
  }

  private static int count(String[] parts) {
    return parts.length == 1 ? 1 : Integer.parseInt(parts[1]);
  }
}
