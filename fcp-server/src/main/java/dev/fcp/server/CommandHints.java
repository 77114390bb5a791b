package dev.fcp.server;

import dev.fcp.verbs.run.Answer;
import dev.fcp.verbs.syntax.ParseResult;
import dev.fcp.verbs.syntax.ParsedOp;
import dev.fcp.verbs.syntax.Tokenizer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;

/**
 * What would work, as it is typed in a shell: actions there are commands on a file, and so are
 * questions. Operations stay as they are, because a command may hold several.
 */
final class CommandHints {

  private static final String TRY = "  try: ";
  private static final String MORE = "more: ";
  private static final Set<String> COMMANDS =
      Set.of(
          "undo",
          "redo",
          "save",
          "revert",
          "verify",
          "retain",
          "checkpoint",
          "rollback",
          "branches",
          "branch",
          "switch",
          "jump");

  /** Questions that are commands too, unless a page of the answer is asked for. */
  private static final Set<String> QUESTIONS = Set.of("history", "log", "diff");

  /** Words that are switches of a command. */
  private static final Map<String, Set<String>> WORDS =
      Map.of(
          "undo", Set.of("mine"),
          "redo", Set.of("mine"),
          "rollback", Set.of("from", "dry-run", "strict", "json"),
          "history", Set.of("events", "ids", "all", "refused"));

  /** Parameters that are switches of a command. */
  private static final Map<String, String> SWITCHES =
      Map.of("apply", "--yes", "over", "--over", "fresh", "--fresh", "restore", "--restore");

  private CommandHints() {}

  /** An answer about a file, as it reads in a shell. */
  static Answer of(Answer answer, String file) {
    return new Answer(
        answer.lines().stream().map(line -> of(line, file)).toList(), answer.isError());
  }

  /** A line of an answer about a file, as it reads in a shell. */
  static String of(String line, String file) {
    return hinted(line, action -> action(action, file));
  }

  /** The answer to a question about a file, as it reads in a shell. */
  static Answer ofQuery(Answer answer, String file) {
    UnaryOperator<String> command =
        text -> {
          String action = action(text, file);
          return action.equals(text) ? "fcp query %s %s".formatted(file(file), word(text)) : action;
        };
    return new Answer(
        answer.lines().stream().map(line -> hinted(line, command)).toList(), answer.isError());
  }

  /** What a format advises about a damaged file: a command, or what is to be done by hand. */
  static String advice(String text, String file) {
    String command = action(text, file);
    return command.equals(text) ? "! " + text : TRY + command;
  }

  private static String hinted(String line, UnaryOperator<String> command) {
    for (String mark : List.of(TRY, MORE)) {
      if (line.startsWith(mark)) {
        return mark + command.apply(line.substring(mark.length()));
      }
    }
    return line;
  }

  private static String action(String text, String file) {
    return switch (Tokenizer.parse(text)) {
      case ParseResult.Parsed(var op) -> action(op, file).orElse(text);
      case ParseResult.Malformed malformed -> text;
    };
  }

  private static Optional<String> action(ParsedOp op, String file) {
    String verb = op.verb();
    if (verb.equals("open") && op.word(0).isPresent()) {
      return Optional.of(
          op.param("repair").isPresent()
              ? "fcp repair " + file(file)
              : "fcp query %s status".formatted(file(op.words().get(0))));
    }
    if (verb.equals("adopt")) {
      return Optional.of("fcp adopt " + file(file) + options(op));
    }
    boolean isQuestion =
        QUESTIONS.contains(verb) && op.param("page").isEmpty() && op.param("checkpoint").isEmpty();
    return COMMANDS.contains(verb) || isQuestion
        ? Optional.of("fcp %s %s%s%s".formatted(verb, file(file), words(op), options(op)))
        : Optional.empty();
  }

  private static String words(ParsedOp op) {
    return op.words().stream()
        .map(text -> isSwitch(op, text) ? " --" + text.toLowerCase(Locale.ROOT) : " " + word(text))
        .collect(Collectors.joining());
  }

  private static boolean isSwitch(ParsedOp op, String text) {
    return WORDS.getOrDefault(op.verb(), Set.of()).contains(text.toLowerCase(Locale.ROOT));
  }

  private static String options(ParsedOp op) {
    return op.params().entrySet().stream()
        .map(param ->
            " "
                + SWITCHES.getOrDefault(
                    param.getKey(), option("--" + param.getKey(), param.getValue())))
        .collect(Collectors.joining());
  }

  private static String option(String name, String value) {
    return name + (value.startsWith("-") ? "=" : " ") + word(value);
  }

  /** The command that decides about a file and a history that may not belong together. */
  static String adopting(String file, Path path, List<Path> histories) {
    String choice =
        histories.stream()
            .findFirst()
            .map(other -> option("--history-of", beside(file, other)))
            .orElse(Files.exists(path) ? "--fresh" : "--restore");
    return "fcp adopt " + file(file) + " " + choice;
  }

  private static String beside(String file, Path other) {
    return Path.of(file).resolveSibling(String.valueOf(other.getFileName())).toString();
  }

  /** A command on a file. */
  static String command(String command, String file, List<String> words) {
    String rest = words.stream().map(text -> " " + word(text)).collect(Collectors.joining());
    return "fcp %s %s%s".formatted(command, file(file), rest);
  }

  /** A file name as a shell takes it, and as no command takes it for an option. */
  private static String file(String name) {
    return word(name.startsWith("-") ? "./" + name : name);
  }

  /** A text as a shell takes it. */
  private static String word(String text) {
    return text.matches("[\\p{L}\\p{N}._/+@:,=%-]+")
        ? text
        : "'" + text.replace("'", "'\\''") + "'";
  }
}
