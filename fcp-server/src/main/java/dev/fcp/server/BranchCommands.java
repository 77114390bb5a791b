package dev.fcp.server;

import dev.fcp.verbs.Languages;
import dev.fcp.verbs.syntax.Quoting;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** The commands that go to any state that a file ever had, and name the ways it went. */
final class BranchCommands {

  private BranchCommands() {}

  static List<FileCommand> all(Console console, Languages languages) {
    return List.of(
        new BranchesCommand(console, languages),
        new BranchCommand(console, languages),
        new SwitchCommand(console, languages),
        new JumpCommand(console, languages));
  }

  /** {@code fcp branches FILE}. */
  @Command(
      name = "branches",
      description = {
        "Shows the ways that a document went: the present one, and those that were left.",
        "One is left by doing something else after an undo. Nothing of it is lost."
      })
  private static final class BranchesCommand extends FileCommand {

    BranchesCommand(Console console, Languages languages) {
      super(console, languages);
    }

    @Override
    public Integer call() {
      return target().viewHistory(workspace -> runAction(workspace, "branches")).code();
    }
  }

  /** {@code fcp branch FILE NAME}. */
  @Command(
      name = "branch",
      description = "Gives the way that a document goes now a name, to which fcp switch returns.",
      footer = {
        "",
        "Example: fcp branch shop.drawio draft",
        "         fcp branch shop.drawio draft --at 01JXAB2C"
      })
  private static final class BranchCommand extends FileCommand {

    @Parameters(index = "1", paramLabel = "NAME", description = "The name.")
    private String name = "";

    @Option(
        names = "--at",
        paramLabel = "STEP",
        description = "The way that goes over this step instead, see fcp branches.")
    private @Nullable String step;

    BranchCommand(Console console, Languages languages) {
      super(console, languages);
    }

    @Override
    public Integer call() {
      String action =
          "branch "
              + Quoting.quoteIfNeeded(name)
              + (step == null ? "" : " " + Quoting.param("at", step));
      return target().openWithExistingHistory(workspace -> runAction(workspace, action)).code();
    }
  }

  /** A command that goes to a place of the history, and saves. */
  private abstract static class HistoryMoveCommand extends FileCommand {

    @Option(names = "--no-save", description = "Leaves the file as it is until fcp save.")
    private boolean noSave;

    HistoryMoveCommand(Console console, Languages languages) {
      super(console, languages);
    }

    final int moveAndSave(String verb, String point) {
      String action = verb + " " + Quoting.quoteIfNeeded(point);
      return target()
          .openWithExistingHistory(workspace -> runActionAndSave(workspace, action, !noSave))
          .code();
    }
  }

  /** {@code fcp switch FILE NAME|STEP}. */
  @Command(
      name = "switch",
      description = {
        "Goes to the end of a branch, to a checkpoint or a step, and saves the file.",
        "Undo goes back on that way then; the way that was left stays as a branch."
      },
      footer = {
        "",
        "Example: fcp switch shop.drawio draft",
        "         fcp switch shop.drawio 01JXAB2C"
      })
  private static final class SwitchCommand extends HistoryMoveCommand {

    @Parameters(
        index = "1",
        paramLabel = "NAME|STEP",
        description = "A branch, a checkpoint or a step, see fcp branches.")
    private String point = "";

    SwitchCommand(Console console, Languages languages) {
      super(console, languages);
    }

    @Override
    public Integer call() {
      return moveAndSave("switch", point);
    }
  }

  /** {@code fcp jump FILE STEP|TIME}. */
  @Command(
      name = "jump",
      description = {
        "Goes to where a document was after a step, or at a time, and saves the file.",
        "If that lies on the present way, redo leads forward again; else it is a switch."
      },
      footer = {
        "",
        "Example: fcp jump shop.drawio 3",
        "         fcp jump shop.drawio 2h",
        "         fcp jump shop.drawio '2026-03-04 12:05'"
      })
  private static final class JumpCommand extends HistoryMoveCommand {

    @Parameters(
        index = "1",
        paramLabel = "STEP|TIME",
        description = {
          "A step by its number in fcp log or its id, 0 for the beginning;",
          "a time (2h ago, 12:05, 2026-03-04); or a name."
        })
    private String point = "";

    JumpCommand(Console console, Languages languages) {
      super(console, languages);
    }

    @Override
    public Integer call() {
      return moveAndSave("jump", point);
    }
  }
}
