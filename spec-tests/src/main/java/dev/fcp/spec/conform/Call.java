package dev.fcp.spec.conform;

import dev.fcp.spec.log.LogUnderTest;
import dev.fcp.spec.log.SessionLogUnderTest;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * One call of a program.
 *
 * @param method the called method
 * @param arguments strings and integers
 */
record Call(LogMethod method, List<Object> arguments) {

  private static final String QUOTED = "\"(?:[^\"\\\\]|\\\\.)*\"";
  private static final Pattern WORD =
      Pattern.compile(
          "((?:%s|[^\\s(*\"])+(?:\\((?:%s|[^)\"])*\\))?)(?:\\*(\\d+))?".formatted(QUOTED, QUOTED));
  private static final Pattern PART = Pattern.compile(QUOTED + "|[^\\s(),\"]+");

  /** The number of equal calls from which on a program is written with their number. */
  private static final int MIN_REPETITIONS = 8;

  /** Texts that need no quotes. */
  private static final Pattern PLAIN = Pattern.compile("[\\p{L}\\p{N}_-]+");

  Call {
    arguments = List.copyOf(arguments);
  }

  static Call of(LogMethod method, Object... arguments) {
    return new Call(method, List.of(arguments));
  }

  /**
   * Parses a line such as {@code a cp(c) b undoTo(c)}; a bare word appends an event. Texts can be
   * quoted as in JSON, and {@code a*1000} is the same call a thousand times.
   */
  static List<Call> parse(String program) {
    return WORD.matcher(program)
        .results()
        .flatMap(word ->
            Collections.nCopies(
                word.group(2) == null ? 1 : Integer.parseInt(word.group(2)),
                parseWord(word.group(1)))
                .stream())
        .toList();
  }

  private static Call parseWord(String word) {
    List<String> parts = PART.matcher(word).results().map(MatchResult::group).toList();
    String first = parts.getFirst();
    List<String> arguments = parts.subList(1, parts.size());
    if (first.equals("cp")) {
      return of(LogMethod.CHECKPOINT, parseText(arguments.getFirst()));
    }
    Optional<LogMethod> method = LogMethod.of(first);
    if (method.isEmpty()) {
      return of(LogMethod.APPEND, parseText(first));
    }
    return new Call(
        method.get(),
        arguments.stream().map(argument -> parseArgument(method.get(), argument)).toList());
  }

  private static Object parseArgument(LogMethod method, String text) {
    return method != LogMethod.UNDO_TO && text.matches("-?\\d+")
        ? (Object) Integer.valueOf(text)
        : parseText(text);
  }

  private static String parseText(String text) {
    return text.startsWith("\"") ? Json.read(text).stringValue() : text;
  }

  /** Returns a program in the form that {@link #parse} reads. */
  static String text(List<Call> program) {
    List<String> words = new ArrayList<>();
    for (int start = 0, end; start < program.size(); start = end) {
      Call call = program.get(start);
      end = start + 1;
      while (end < program.size() && program.get(end).equals(call)) {
        end++;
      }
      words.addAll(
          end - start < MIN_REPETITIONS
              ? Collections.nCopies(end - start, call.text())
              : List.of(call.text() + "*" + (end - start)));
    }
    return String.join(" ", words);
  }

  private String text() {
    if (method == LogMethod.APPEND) {
      boolean isPlain = !textArgument().equals("cp") && LogMethod.of(textArgument()).isEmpty();
      return isPlain ? quoteIfNeeded(textArgument()) : Json.quote(textArgument());
    }
    String word = method == LogMethod.CHECKPOINT ? "cp" : method.jsonName();
    return arguments.isEmpty()
        ? word
        : word
            + arguments.stream()
                .map(argument -> argument instanceof String text ? quoteIfNeeded(text) : argument)
                .map(Object::toString)
                .collect(Collectors.joining(",", "(", ")"));
  }

  private static String quoteIfNeeded(String text) {
    return PLAIN.matcher(text).matches() ? text : Json.quote(text);
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
   * specification does not have. Saving and loading changes nothing, so a log in memory does
   * nothing.
   */
  CallResult applyTo(LogUnderTest<String> log) {
    return applyTo(log, list -> {});
  }

  /**
   * Calls a log in this process.
   *
   * @param keeper receives the list that the log returned, which the log may change later
   */
  CallResult applyTo(LogUnderTest<String> log, Consumer<List<String>> keeper) {
    try {
      return switch (method) {
        case APPEND -> completed(() -> log.append(textArgument()));
        case CHECKPOINT -> completed(() -> log.checkpoint(textArgument()));
        case UNDO -> returned(arguments.isEmpty() ? log.undo() : log.undo(count()), keeper);
        case UNDO_TO -> returned(log.undoTo(textArgument()), keeper);
        case REDO -> returned(arguments.isEmpty() ? log.redo() : log.redo(count()), keeper);
        case RECENT -> returned(log.recent(count()), keeper);
        case TRUNCATE -> completed(sessionLog(log)::truncate);
        case DROP_FIRST -> completed(() -> sessionLog(log).dropFirst(count()));
        case REPLACE_LAST -> completed(() -> replaceLast(sessionLog(log)));
        case RELOAD, PAUSE -> new CallResult.Completed();
        case KEPT, OTHER -> throw new IllegalStateException("it is not a call of this log");
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

  private static CallResult returned(List<String> events, Consumer<List<String>> keeper) {
    keeper.accept(events);
    return new CallResult.Returned(Json.textArray(events));
  }

  private static CallResult returned(Optional<List<String>> events, Consumer<List<String>> keeper) {
    return events
        .map(list -> returned(list, keeper))
        .orElse(new CallResult.Returned(Json.nullNode()));
  }

  /** Whether the log has to know the count of this call by itself (EL-11). */
  boolean hasDefaultCount() {
    return method == LogMethod.OTHER
        ? onOtherLog().hasDefaultCount()
        : arguments.isEmpty() && (method == LogMethod.UNDO || method == LogMethod.REDO);
  }

  /** Returns this call with the count 1 instead of the default. */
  Call withCount() {
    List<Object> withCount = new ArrayList<>(arguments);
    if (hasDefaultCount()) {
      withCount.add(1);
    }
    return new Call(method, withCount);
  }

  /** Whether an argument contains half of a surrogate pair. */
  boolean hasLoneSurrogate() {
    return arguments.stream()
        .anyMatch(argument -> argument instanceof String text && Json.hasLoneSurrogate(text));
  }

  /** Returns the call that a call of {@link LogMethod#OTHER} makes to the other log. */
  Call onOtherLog() {
    LogMethod called = LogMethod.of(textArgument()).orElseThrow();
    return new Call(called, arguments.subList(1, arguments.size()));
  }
}
