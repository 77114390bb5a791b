package dev.fcp.server;

import dev.fcp.verbs.Languages;
import dev.fcp.verbs.syntax.Quoting;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** The commands that move along the steps of a file and give states names. */
final class UndoCommands {

  private UndoCommands() {}

  static List<FileCommand> all(Console console, Languages languages) {
    return List.of(
        new UndoCommand(console, languages),
        new RedoCommand(console, languages),
        new CheckpointCommand(console, languages),
        new SaveCommand(console, languages),
        new RevertCommand(console, languages));
  }

  /** A command that goes some steps along the line, and saves. */
  private abstract static class CursorCommand extends FileCommand {

    @Parameters(
        index = "1",
        arity = "0..1",
        paramLabel = "N",
        description = "How many steps; one if it is not given.")
    private @Nullable String count;

    @Option(names = "--no-save", description = "Leaves the file as it is until fcp save.")
    private boolean noSave;

    @Option(
        names = "--mine",
        description = "Only your own steps, wherever they stand; what others did since stays.")
    private boolean mine;

    CursorCommand(Console console, Languages languages) {
      super(console, languages);
    }

    /** Carries out {@code VERB [mine] [N] [key:value]}. */
    final int moveAndSave(String verb, String param) {
      String number = count == null ? "" : " " + Quoting.quoteIfNeeded(count);
      String action = verb + (mine ? " mine" : "") + number + param;
      return target()
          .openWithExistingHistory(workspace -> runActionAndSave(workspace, action, !noSave))
          .code();
    }
  }

  /** {@code fcp undo FILE [N] [--to NAME]}. */
  @Command(
      name = "undo",
      description = {
        "Takes back the last steps of a file, whoever made them, and saves it.",
        "It says whose steps they were; redo makes them again."
      },
      footer = {
        "",
        "Example: fcp undo shop.drawio 3",
        "         fcp undo shop.drawio --to agreed",
        "         fcp undo shop.drawio --mine"
      })
  private static final class UndoCommand extends CursorCommand {

    @Option(names = "--to", paramLabel = "NAME", description = "Back to this checkpoint instead.")
    private @Nullable String checkpoint;

    UndoCommand(Console console, Languages languages) {
      super(console, languages);
    }

    @Override
    public Integer call() {
      return moveAndSave("undo", checkpoint == null ? "" : " " + Quoting.param("to", checkpoint));
    }
  }

  /** {@code fcp redo FILE [N]}. */
  @Command(
      name = "redo",
      description = "Makes the next undone steps of a file again, and saves it.")
  private static final class RedoCommand extends CursorCommand {

    RedoCommand(Console console, Languages languages) {
      super(console, languages);
    }

    @Override
    public Integer call() {
      return moveAndSave("redo", "");
    }
  }

  /** {@code fcp checkpoint FILE NAME}. */
  @Command(
      name = "checkpoint",
      description = "Gives the present state of a file a name, to which undo can return.")
  private static final class CheckpointCommand extends FileCommand {

    @Parameters(index = "1", paramLabel = "NAME", description = "The name.")
    private String name = "";

    CheckpointCommand(Console console, Languages languages) {
      super(console, languages);
    }

    @Override
    public Integer call() {
      String action = "checkpoint " + Quoting.quoteIfNeeded(name);
      return target()
          .openAfterTrial(
              workspace ->
                  ShellSuggestions.toShell(workspace.act(action, TargetFile.caller()), file()),
              workspace -> runAction(workspace, action))
          .code();
    }
  }

  /** {@code fcp save FILE}. */
  @Command(
      name = "save",
      description = {
        "Writes the present state of a document to its file, after --no-save or a crash.",
        "Another file takes a copy of the history along."
      })
  private static final class SaveCommand extends FileCommand {

    @Option(names = "--as", paramLabel = "PATH", description = "To this file.")
    private @Nullable String otherFile;

    @Option(
        names = "--over",
        description = "In place of a version that somebody else wrote; the history keeps that.")
    private boolean overwrites;

    SaveCommand(Console console, Languages languages) {
      super(console, languages);
    }

    @Override
    public Integer call() {
      String asParam = otherFile == null ? "" : " " + Quoting.param("as", otherFile);
      String action = "save" + asParam + (overwrites ? " over:yes" : "");
      return target().openToDecide(workspace -> runAction(workspace, action)).code();
    }
  }

  /** {@code fcp revert FILE}. */
  @Command(
      name = "revert",
      description = {
        "Takes over what the file holds, as one step that undo takes back.",
        "Or the state of a checkpoint, and saves it."
      })
  private static final class RevertCommand extends FileCommand {

    @Option(
        names = "--to",
        paramLabel = "NAME",
        description = "The state of this checkpoint, also if no undo leads there any more.")
    private @Nullable String checkpoint;

    RevertCommand(Console console, Languages languages) {
      super(console, languages);
    }

    @Override
    public Integer call() {
      if (checkpoint != null) {
        String action = "revert " + Quoting.param("to", checkpoint);
        return target()
            .openWithExistingHistory(workspace -> runActionAndSave(workspace, action, true))
            .code();
      }
      return target().openToDecide(workspace -> runAction(workspace, "revert")).code();
    }
  }
}
