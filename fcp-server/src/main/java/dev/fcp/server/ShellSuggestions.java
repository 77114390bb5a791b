package dev.fcp.server;

import dev.fcp.verbs.form.Form;
import dev.fcp.verbs.form.Param;
import dev.fcp.verbs.run.Response.Line;
import dev.fcp.verbs.syntax.OperationParser;
import dev.fcp.verbs.syntax.ParseResult;
import dev.fcp.verbs.syntax.ParsedOperation;
import dev.fcp.verbs.syntax.Quoting;
import dev.fcp.verbs.workspace.SessionForms;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Writes suggestions as shell commands. Session actions and queries become commands on a file;
 * operations stay as they are, because one command may contain several.
 *
 * @param program the begin of each command: the program with the jars it was started with, and the
 *     database if it needs one
 */
record ShellSuggestions(String program) {

  /** The launcher names the jars of {@code --with} in this system property, each after a colon. */
  private static final String WITH_PROPERTY = "fcp.with";

  private static final String PROGRAM =
      Stream.of(System.getProperty(WITH_PROPERTY, "").split(":"))
          .filter(jar -> !jar.isEmpty())
          .map(jar -> " --with " + quoteWord(jar))
          .collect(Collectors.joining("", "fcp", ""));

  /** Suggestions for documents in files, or in the database that the environment names. */
  static final ShellSuggestions PLAIN = new ShellSuggestions(PROGRAM);

  /**
   * Suggestions for documents in a database. They name its URL, or, if that may contain a password,
   * the variable that must be set to it.
   */
  static ShellSuggestions forStore(String url) {
    return new ShellSuggestions(
        "%s %s %s"
            .formatted(
                PROGRAM,
                Program.STORE,
                mayContainPassword(url) ? "\"$" + Program.STORE_VARIABLE + "\"" : quoteWord(url)));
  }

  private static boolean mayContainPassword(String url) {
    try {
      String decoded = URLDecoder.decode(url, StandardCharsets.UTF_8).toLowerCase(Locale.ROOT);
      return decoded.contains("password") || decoded.contains("@");
    } catch (IllegalArgumentException e) {
      return true;
    }
  }

  /** Writes a line of a response about a file for a shell. */
  String toShell(Line line, String file) {
    return toShell(line, operation -> toCommand(operation, file).orElse(operation));
  }

  /** Writes a line of the answer to a query about a file for a shell. */
  String answerToShell(Line line, String file) {
    return toShell(
        line,
        query -> toCommand(query, file).orElseGet(() -> command("query", file, List.of(query))));
  }

  private String toShell(Line line, UnaryOperator<String> toCommand) {
    return switch (line) {
      case Line.Text(var text) -> text;
      case Line.Suggestion(var kind, var operation) ->
          Quoting.oneLine(kind.prefix() + toCommand.apply(operation));
    };
  }

  /** Writes the advice of a format about a damaged file: a command, or plain words. */
  String advice(String text, String file) {
    return toCommand(text, file).map(it -> Line.suggestion(it).text()).orElse("! " + text);
  }

  /** The command for an operation; empty if there is none. */
  Optional<String> toCommand(String operation, String file) {
    return switch (OperationParser.parse(operation)) {
      case ParseResult.Parsed(var op) -> toCommand(op, file);
      case ParseResult.Malformed malformed -> Optional.empty();
    };
  }

  private Optional<String> toCommand(ParsedOperation op, String file) {
    String verb = op.verb();
    if (verb.equals("open") && op.word(0).isPresent()) {
      return Optional.of(
          op.param("repair").isPresent()
              ? command("repair", file, List.of())
              : command("query", op.words().get(0), List.of("status")));
    }
    if (verb.equals(SessionForms.ADOPT.name())) {
      return Optional.of(command("adopt", file, List.of()) + options(SessionForms.ADOPT, op));
    }
    Optional<Form> twoWordForm = op.word(0).flatMap(word -> ActionCommand.form(verb + " " + word));
    ParsedOperation arguments =
        twoWordForm.isPresent()
            ? op.withPositionals(op.positionals().subList(1, op.positionals().size()))
            : op;
    return twoWordForm
        .or(() -> ActionCommand.form(verb))
        .filter(form -> op.params().keySet().stream().allMatch(key -> isOption(form, key)))
        .map(form ->
            command(form.name(), file, List.of())
                + words(form, arguments)
                + options(form, arguments));
  }

  /** Whether a parameter is offered as an option; the page of a query, for instance, is not. */
  private static boolean isOption(Form form, String key) {
    return form.param(key).filter(param -> !param.help().isEmpty()).isPresent();
  }

  private static String words(Form form, ParsedOperation op) {
    Set<String> keywords =
        form.keywords().stream().map(Form.Keyword::word).collect(Collectors.toSet());
    return op.words().stream()
        .map(text -> {
          String word = text.toLowerCase(Locale.ROOT);
          return keywords.contains(word) ? " --" + word : " " + quoteWord(text);
        })
        .collect(Collectors.joining());
  }

  private static String options(Form form, ParsedOperation op) {
    return op.params().entrySet().stream()
        .map(given ->
            " "
                + form.param(given.getKey())
                    .map(param -> option(param, given.getValue()))
                    .orElseThrow())
        .collect(Collectors.joining());
  }

  private static String option(Param<?> param, String value) {
    String name = ActionCommand.option(param);
    return param.isFlag() ? name : option(name, value);
  }

  private static String option(String name, String value) {
    return name + (value.startsWith("-") ? "=" : " ") + quoteWord(value);
  }

  /** The command that chooses a history if the file and its history may not belong together. */
  String adoptCommand(String file, Path path, List<Path> histories) {
    String option =
        histories.stream()
            .findFirst()
            .map(otherPath -> option("--history-of", pathBeside(file, otherPath)))
            .orElse(Files.exists(path) ? "--fresh" : "--restore");
    return command("adopt", file, List.of()) + " " + option;
  }

  private static String pathBeside(String file, Path other) {
    return Path.of(file).resolveSibling(String.valueOf(other.getFileName())).toString();
  }

  /** A command on a file. */
  String command(String command, String file, List<String> words) {
    return command("%s %s".formatted(command, quoteFile(file)), words);
  }

  /** A command with some words after it. */
  String command(String command, List<String> words) {
    return words.stream()
        .map(ShellSuggestions::quoteWord)
        .collect(
            Collectors.joining(" ", program + " " + command + (words.isEmpty() ? "" : " "), ""));
  }

  /** Quotes a file name for a shell, such that it is not taken for an option. */
  private static String quoteFile(String name) {
    return quoteWord(name.startsWith("-") ? "./" + name : name);
  }

  /** Quotes a text for a shell if needed. */
  private static String quoteWord(String text) {
    return text.matches("[\\p{L}\\p{N}._/+@:,=%-]+")
        ? text
        : "'" + text.replace("'", "'\\''") + "'";
  }
}
