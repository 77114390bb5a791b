package dev.fcp.spec.conform;

import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/** A language in which a program is shown as calls, for its author to paste. */
enum ProgramText {
  /** Java. */
  JAVA("Java", "var log = new EventLog();", ";"),
  /** JavaScript. */
  JAVASCRIPT("JavaScript", "const log = new EventLog();", ";"),
  /** Python, with its own way of writing names. */
  PYTHON("Python", "log = EventLog()", "") {
    @Override
    String method(String word) {
      return word.replaceAll("([A-Z])", "_$1").toLowerCase(Locale.ROOT);
    }
  };

  private final String language;
  private final String beginning;
  private final String end;

  ProgramText(String language, String beginning, String end) {
    this.language = language;
    this.beginning = beginning;
    this.end = end;
  }

  String language() {
    return language;
  }

  String method(String word) {
    return word;
  }

  /** The lines of a program. */
  String text(List<Call> program) {
    return program.stream()
        .map(call -> "\nlog.%s(%s)%s".formatted(method(call.verb().word()), arguments(call), end))
        .collect(Collectors.joining("", beginning, ""));
  }

  private String arguments(Call call) {
    return call.arguments().stream().map(ProgramText::quoted).collect(Collectors.joining(", "));
  }

  private static String quoted(Object argument) {
    return argument instanceof String text
        ? "\"" + text.replace("\\", "\\\\").replace("\"", "\\\"") + "\""
        : argument.toString();
  }
}
