package dev.fcp.server;

import dev.fcp.verbs.run.Answer;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** What would work, as it is typed at a command line: actions there are commands on a file. */
final class CommandHints {

  private static final String TRY = "  try: ";
  private static final Set<String> COMMANDS =
      Set.of("undo", "redo", "save", "revert", "verify", "retain", "checkpoint");
  private static final Pattern OPEN = Pattern.compile("open (.+) repair:yes");
  private static final Pattern ADOPT =
      Pattern.compile("adopt (.+) (?:history-of:(.+)|(fresh|restore):yes)");
  private static final Pattern OPTION = Pattern.compile("\\b(to|steps|age|above|as):");

  private CommandHints() {}

  /** An answer about a file, as it reads at a command line. */
  static Answer of(Answer answer, String file) {
    return new Answer(
        answer.lines().stream().map(line -> of(line, file)).toList(), answer.isError());
  }

  /** A line of an answer about a file, as it reads at a command line. */
  static String of(String line, String file) {
    return line.startsWith(TRY) ? TRY + command(line.substring(TRY.length()), file) : line;
  }

  private static String command(String action, String file) {
    Matcher open = OPEN.matcher(action);
    if (open.matches()) {
      return "fcp repair " + quoted(file);
    }
    Matcher adopt = ADOPT.matcher(action);
    if (adopt.matches()) {
      String choice =
          adopt.group(2) == null ? "--" + adopt.group(3) : "--history-of " + adopt.group(2);
      return "fcp adopt " + quoted(file) + " " + choice;
    }
    String verb = action.split(" ", 2)[0];
    if (!COMMANDS.contains(verb)) {
      return action;
    }
    String rest =
        OPTION
            .matcher(action.substring(verb.length()))
            .replaceAll("--$1 ")
            .replace("apply:yes", "--yes");
    return "fcp " + verb + " " + quoted(file) + rest;
  }

  /** The command that decides about a file and a history that may not belong together. */
  static String adopting(String file, Path path, List<Path> histories) {
    Optional<Path> history = histories.stream().findFirst();
    String choice =
        history
            .map(other -> "--history-of " + quoted(String.valueOf(other.getFileName())))
            .orElse(java.nio.file.Files.exists(path) ? "--fresh" : "--restore");
    return "fcp adopt " + quoted(file) + " " + choice;
  }

  /** A file name as a shell takes it. */
  private static String quoted(String name) {
    return name.matches("[\\p{L}\\p{N}._/+@-]+") ? name : "'" + name.replace("'", "'\\''") + "'";
  }
}
