package dev.fcp.server;

import dev.fcp.verbs.Languages;
import dev.fcp.verbs.syntax.Quoting;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** The commands that are about the history of a file as a whole. */
final class HistoryCommands {

  private HistoryCommands() {}

  static List<FileCommand> all(Console console, Languages languages) {
    return List.of(
        new VerifyCommand(console, languages),
        new RetainCommand(console, languages),
        new ForgetCommand(console, languages),
        new AdoptCommand(console, languages),
        new RepairCommand(console, languages));
  }

  /** {@code fcp verify FILE}. */
  @Command(
      name = "verify",
      description = "Replays the whole history of a file and compares every digest.")
  private static final class VerifyCommand extends FileCommand {

    VerifyCommand(Console console, Languages languages) {
      super(console, languages);
    }

    @Override
    public Integer call() {
      return target().viewHistory(workspace -> runAction(workspace, "verify")).code();
    }
  }

  /** {@code fcp retain FILE}. */
  @Command(
      name = "retain",
      description = {
        "Shows which old steps of a file would be let go; --yes lets them go, for good.",
        "States that have names stay. Nothing is let go without being asked for."
      })
  private static final class RetainCommand extends FileCommand {

    @Option(names = "--steps", paramLabel = "N", description = "So many of the newest stay: 50.")
    private @Nullable String steps;

    @Option(names = "--age", paramLabel = "7d", description = "Younger ones stay: 7d, 12h, 30m.")
    private @Nullable String age;

    @Option(names = "--above", paramLabel = "N", description = "Only if there are more: 100.")
    private @Nullable String above;

    @Option(names = "--yes", description = "Does it.")
    private boolean confirmed;

    RetainCommand(Console console, Languages languages) {
      super(console, languages);
    }

    @Override
    public Integer call() {
      String action =
          "retain"
              + param("steps", steps)
              + param("age", age)
              + param("above", above)
              + (confirmed ? " apply:yes" : "");
      return target().openWithExistingHistory(workspace -> runAction(workspace, action)).code();
    }

    private static String param(String key, @Nullable String value) {
      return value == null ? "" : " " + Quoting.param(key, value);
    }
  }

  /** {@code fcp forget FILE}. */
  @Command(
      name = "forget",
      description = "Deletes the history of a file, for good; the file stays as it is.")
  private static final class ForgetCommand extends FileCommand {

    @Option(names = "--yes", description = "Does it.")
    private boolean confirmed;

    ForgetCommand(Console console, Languages languages) {
      super(console, languages);
    }

    @Override
    public Integer call() {
      return target().deleteHistory(confirmed).code();
    }
  }

  /** {@code fcp adopt FILE}. */
  @Command(
      name = "adopt",
      description = {
        "Decides which history belongs to a file that was moved, copied, replaced or lost.",
        "A history that is replaced is kept, and comes back by --former."
      })
  private static final class AdoptCommand extends FileCommand {

    @ArgGroup(multiplicity = "1")
    private HistoryChoice choice = new HistoryChoice();

    /** One of the four. */
    private static final class HistoryChoice {

      @Option(
          names = "--history-of",
          paramLabel = "OLD",
          description = "That of this file: FILE is it, moved or copied.")
      private @Nullable String historyOf;

      @Option(names = "--fresh", description = "A new one.")
      private boolean fresh;

      @Option(names = "--restore", description = "Its own: the file is written again from it.")
      private boolean restore;

      @Option(
          names = "--former",
          paramLabel = "N|list",
          description = "One that it had: 1 is the newest; list shows them all.")
      private @Nullable String archived;

      String param() {
        if (archived != null) {
          return Quoting.param("former", archived);
        }
        return historyOf == null
            ? fresh ? "fresh:yes" : "restore:yes"
            : Quoting.param("history-of", historyOf);
      }
    }

    AdoptCommand(Console console, Languages languages) {
      super(console, languages);
    }

    @Override
    public Integer call() {
      String action = "adopt %s %s".formatted(Quoting.quoteIfNeeded(file()), choice.param());
      if ("list".equalsIgnoreCase(choice.archived)) {
        return target().runAction(action).code();
      }
      return target()
          .adopt(
              action,
              workspace -> runAction(workspace, choice.restore ? "save over:yes" : "status"))
          .code();
    }
  }

  /** {@code fcp repair FILE}. */
  @Command(
      name = "repair",
      description = {
        "Reads what is readable of a damaged file, says what was left out, and saves that.",
        "It is one step: undo gives back what was there before."
      })
  private static final class RepairCommand extends FileCommand {

    RepairCommand(Console console, Languages languages) {
      super(console, languages);
    }

    @Override
    public Integer call() {
      return target().repair(workspace -> runAction(workspace, "save")).code();
    }
  }
}
