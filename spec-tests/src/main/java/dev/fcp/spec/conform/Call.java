package dev.fcp.spec.conform;

import dev.fcp.spec.log.LogUnderTest;
import dev.fcp.spec.log.SessionLogUnderTest;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * One call of a program.
 *
 * @param method the called method
 * @param arguments strings and integers
 */
record Call(LogMethod method, List<Object> arguments) {

  Call {
    arguments = List.copyOf(arguments);
  }

  static Call of(LogMethod method, Object... arguments) {
    return new Call(method, List.of(arguments));
  }

  /** Parses a line such as {@code a cp(c) b undoTo(c)}; a bare word appends an event. */
  static List<Call> parse(String program) {
    return Stream.of(program.trim().split(" +"))
        .filter(word -> !word.isEmpty())
        .map(Call::parseWord)
        .toList();
  }

  private static Call parseWord(String word) {
    String[] parts = word.split("[(,)]");
    if (parts[0].equals("cp")) {
      return of(LogMethod.CHECKPOINT, parts[1]);
    }
    Optional<LogMethod> method = LogMethod.of(parts[0]);
    if (method.isEmpty()) {
      return of(LogMethod.APPEND, word);
    }
    return new Call(
        method.get(),
        Stream.of(parts).skip(1).map(argument -> parseArgument(method.get(), argument)).toList());
  }

  private static Object parseArgument(LogMethod method, String text) {
    return method != LogMethod.UNDO_TO && text.matches("-?\\d+")
        ? (Object) Integer.valueOf(text)
        : text;
  }

  /** Returns a program in the form that {@link #parse} reads. */
  static String text(List<Call> program) {
    return program.stream().map(Call::text).collect(Collectors.joining(" "));
  }

  private String text() {
    if (method == LogMethod.APPEND) {
      return textArgument();
    }
    String word = method == LogMethod.CHECKPOINT ? "cp" : method.jsonName();
    return arguments.isEmpty()
        ? word
        : word
            + arguments.stream().map(Object::toString).collect(Collectors.joining(",", "(", ")"));
  }

  /** Returns the event or name that is the first argument. */
  String textArgument() {
    return (String) arguments.getFirst();
  }

  /** Returns the count that is the first argument, or 1 if there is none. */
  int count() {
    return arguments.isEmpty() ? 1 : (int) arguments.getFirst();
  }

  /**
   * Calls a log in this process; an exception of the log is the result {@link CallResult.Threw}. A
   * log without the methods of {@link SessionLogUnderTest} refuses all methods that the
   * specification does not have.
   */
  CallResult applyTo(LogUnderTest<String> log) {
    try {
      return switch (method) {
        case APPEND -> completed(() -> log.append(textArgument()));
        case CHECKPOINT -> completed(() -> log.checkpoint(textArgument()));
        case UNDO -> returned(arguments.isEmpty() ? log.undo() : log.undo(count()));
        case UNDO_TO -> returned(log.undoTo(textArgument()));
        case REDO -> returned(arguments.isEmpty() ? log.redo() : log.redo(count()));
        case RECENT -> returned(log.recent(count()));
        case TRUNCATE -> completed(sessionLog(log)::truncate);
        case DROP_FIRST -> completed(() -> sessionLog(log).dropFirst(count()));
        case REPLACE_LAST -> completed(() -> replaceLast(sessionLog(log)));
      };
    } catch (RuntimeException exception) {
      return new CallResult.Threw(String.valueOf(exception.getMessage()));
    }
  }

  private static SessionLogUnderTest<String> sessionLog(LogUnderTest<String> log) {
    if (log instanceof SessionLogUnderTest<String> session) {
      return session;
    }
    throw new UnsupportedOperationException("not in the specification");
  }

  private void replaceLast(SessionLogUnderTest<String> log) {
    if (arguments.size() == 1) {
      log.replaceLast(count());
    } else {
      log.replaceLast(count(), (String) arguments.get(1));
    }
  }

  private static CallResult completed(Runnable action) {
    action.run();
    return new CallResult.Completed();
  }

  private static CallResult returned(List<String> events) {
    return new CallResult.Returned(Json.textArray(events));
  }

  private static CallResult returned(Optional<List<String>> events) {
    return events.map(Call::returned).orElse(new CallResult.Returned(Json.nullNode()));
  }
}
