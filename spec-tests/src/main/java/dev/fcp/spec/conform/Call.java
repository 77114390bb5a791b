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
 * @param verb what is called
 * @param arguments texts and whole numbers
 */
record Call(Verb verb, List<Object> arguments) {

  Call {
    arguments = List.copyOf(arguments);
  }

  static Call of(Verb verb, Object... arguments) {
    return new Call(verb, List.of(arguments));
  }

  /** The calls of a line such as {@code a cp(c) b undoTo(c)}; a bare word appends an event. */
  static List<Call> parse(String program) {
    return Stream.of(program.trim().split(" +"))
        .filter(word -> !word.isEmpty())
        .map(Call::word)
        .toList();
  }

  private static Call word(String word) {
    String[] parts = word.split("[(,)]");
    if (parts[0].equals("cp")) {
      return of(Verb.CHECKPOINT, parts[1]);
    }
    Optional<Verb> verb = Verb.of(parts[0]);
    if (verb.isEmpty()) {
      return of(Verb.APPEND, word);
    }
    return new Call(
        verb.get(),
        Stream.of(parts).skip(1).map(argument -> argument(verb.get(), argument)).toList());
  }

  private static Object argument(Verb verb, String text) {
    return verb != Verb.UNDO_TO && text.matches("-?\\d+") ? (Object) Integer.valueOf(text) : text;
  }

  /** The program that {@link #parse} reads. */
  static String text(List<Call> program) {
    return program.stream().map(Call::text).collect(Collectors.joining(" "));
  }

  private String text() {
    if (verb == Verb.APPEND) {
      return name();
    }
    String word = verb == Verb.CHECKPOINT ? "cp" : verb.word();
    return arguments.isEmpty()
        ? word
        : word
            + arguments.stream().map(Object::toString).collect(Collectors.joining(",", "(", ")"));
  }

  /** The event or name that is its first argument. */
  String name() {
    return (String) arguments.getFirst();
  }

  /** The count that is its first argument; one if there is none. */
  int count() {
    return arguments.isEmpty() ? 1 : (int) arguments.getFirst();
  }

  /**
   * Calls a log of this process; an exception of the log is an error. A log that has only what the
   * specification has refuses all else.
   */
  Answer on(LogUnderTest<String> log) {
    try {
      return switch (verb) {
        case APPEND -> done(() -> log.append(name()));
        case CHECKPOINT -> done(() -> log.checkpoint(name()));
        case UNDO -> returned(arguments.isEmpty() ? log.undo() : log.undo(count()));
        case UNDO_TO -> returned(log.undoTo(name()));
        case REDO -> returned(arguments.isEmpty() ? log.redo() : log.redo(count()));
        case RECENT -> returned(log.recent(count()));
        case TRUNCATE -> done(session(log)::truncate);
        case DROP_FIRST -> done(() -> session(log).dropFirst(count()));
        case REPLACE_LAST -> done(() -> replaceLast(session(log)));
      };
    } catch (RuntimeException refusal) {
      return new Answer.Refused(String.valueOf(refusal.getMessage()));
    }
  }

  private static SessionLogUnderTest<String> session(LogUnderTest<String> log) {
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

  private static Answer done(Runnable call) {
    call.run();
    return new Answer.Nothing();
  }

  private static Answer returned(List<String> events) {
    return new Answer.Returned(Json.texts(events));
  }

  private static Answer returned(Optional<List<String>> events) {
    return events.map(Call::returned).orElse(new Answer.Returned(Json.nothing()));
  }
}
