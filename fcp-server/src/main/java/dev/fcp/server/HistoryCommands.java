package dev.fcp.server;

import dev.fcp.verbs.Languages;
import dev.fcp.verbs.syntax.ParsedOperation;
import dev.fcp.verbs.workspace.SessionForms;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** The commands that delete, choose or mend the history of a file. */
final class HistoryCommands {

  private HistoryCommands() {}

  static List<FileCommand> all(Console console, Languages languages) {
    return List.of(
        new ForgetCommand(console, languages),
        new AdoptCommand(console, languages),
        new RepairCommand(console, languages));
  }

  /** {@code fcp forget FILE}. */
  @Command(
      name = "forget",
      description = "Permanently deletes the history of a file; the file is unchanged.")
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
        "Chooses the history of a file that was moved, copied, replaced or lost.",
        "A replaced history is archived; --former restores it."
      })
  private static final class AdoptCommand extends FileCommand {

    @ArgGroup(multiplicity = "1")
    private HistoryChoice choice = new HistoryChoice();

    /** One of the four. */
    private static final class HistoryChoice {

      @Option(
          names = "--history-of",
          paramLabel = "OLD",
          description = "The history of this file: FILE is that file, moved or copied.")
      private @Nullable String historyOf;

      @Option(names = "--fresh", description = "A new history.")
      private boolean fresh;

      @Option(
          names = "--restore",
          description = "Its own history; the file is written again from it.")
      private boolean restore;

      @Option(
          names = "--former",
          paramLabel = "N|list",
          description = "An archived history: 1 is the newest; list shows all.")
      private @Nullable String archived;

      ParsedOperation applyTo(ParsedOperation adopt) {
        if (archived != null) {
          return adopt.withParam(SessionForms.ARCHIVED.key(), archived);
        }
        return historyOf == null
            ? adopt.withParam((fresh ? SessionForms.FRESH : SessionForms.RESTORE).key(), "yes")
            : adopt.withParam(SessionForms.HISTORY_OF.key(), historyOf);
      }
    }

    AdoptCommand(Console console, Languages languages) {
      super(console, languages);
    }

    @Override
    public Integer call() {
      ParsedOperation action =
          choice.applyTo(ParsedOperation.of(SessionForms.ADOPT.name(), file()));
      if ("list".equalsIgnoreCase(choice.archived)) {
        return target().runAction(action).code();
      }
      return target()
          .adopt(
              action,
              workspace ->
                  runAction(
                      workspace,
                      choice.restore
                          ? SAVE.withParam(SessionForms.OVERWRITE.key(), "yes")
                          : ParsedOperation.of(SessionForms.STATUS.name())))
          .code();
    }
  }

  /** {@code fcp repair FILE}. */
  @Command(
      name = "repair",
      description = {
        "Recovers what is readable of a damaged file, reports what was left out, and saves.",
        "The repair is one step; undo restores the damaged file."
      })
  private static final class RepairCommand extends FileCommand {

    RepairCommand(Console console, Languages languages) {
      super(console, languages);
    }

    @Override
    public Integer call() {
      return target().repair(workspace -> runAction(workspace, SAVE)).code();
    }
  }
}
