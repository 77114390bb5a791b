package dev.fcp.spec.conform;

import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/** A language in which reports show programs as calls that can be pasted. */
enum ProgramLanguage {
  /** Java. */
  JAVA("Java", "var log = new EventLog();", ";"),
  /** JavaScript. */
  JAVASCRIPT("JavaScript", "const log = new EventLog();", ";"),
  /** Python, with names in snake case. */
  PYTHON("Python", "log = EventLog()", "") {
    @Override
    String methodName(String word) {
      return word.replaceAll("([A-Z])", "_$1").toLowerCase(Locale.ROOT);
    }
  };

  private final String displayName;
  private final String prologue;
  private final String statementEnd;

  ProgramLanguage(String displayName, String prologue, String statementEnd) {
    this.displayName = displayName;
    this.prologue = prologue;
    this.statementEnd = statementEnd;
  }

  String displayName() {
    return displayName;
  }

  String methodName(String jsonName) {
    return jsonName;
  }

  /** Returns the source lines of a program. */
  String render(List<Call> program) {
    return program.stream()
        .map(call ->
            "\nlog.%s(%s)%s"
                .formatted(methodName(call.method().jsonName()), arguments(call), statementEnd))
        .collect(Collectors.joining("", prologue, ""));
  }

  private String arguments(Call call) {
    return call.arguments().stream()
        .map(ProgramLanguage::literal)
        .collect(Collectors.joining(", "));
  }

  private static String literal(Object argument) {
    return argument instanceof String text ? Json.quote(text) : argument.toString();
  }
}
