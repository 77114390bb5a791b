package dev.fcp.server;

import dev.fcp.eventlog.history.StepId;
import dev.fcp.verbs.Languages;
import dev.fcp.verbs.run.Response;
import dev.fcp.verbs.syntax.Quoting;
import dev.fcp.verbs.workspace.Workspace;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code fcp rollback FILE}: takes back some steps and keeps what was done since. */
@Command(
    name = "rollback",
    description = {
      "Takes back what somebody did to a file, and keeps what was done since.",
      "For instance what an agent did for one message. It shows its plan first,",
      "saves the file, and is one step itself: undo takes it back.",
      "fcp log lists the messages, sessions and actors, fcp history --ids the steps."
    },
    footer = {
      "",
      "Example: fcp rollback shop.drawio --dry-run --message m1",
      "         fcp rollback shop.drawio --strict --actor bot",
      "         fcp rollback shop.drawio --step 7"
    })
final class RollbackCommand extends FileCommand {

  @Option(names = "--session", paramLabel = "ID", description = "The steps of this session.")
  private @Nullable String session;

  @Option(names = "--message", paramLabel = "ID", description = "The steps for this message.")
  private @Nullable String message;

  @Option(names = "--actor", paramLabel = "NAME", description = "The steps of this actor.")
  private @Nullable String actor;

  @Option(
      names = "--step",
      paramLabel = "ID",
      description = "This step, or several, by number or the beginning of the id: 7,01JX.")
  private @Nullable String step;

  @Option(
      names = "--from",
      description = "From that message on: also what the same actor did later in that session.")
  private boolean from;

  @Option(names = "--dry-run", description = "Shows the plan and does nothing.")
  private boolean dryRun;

  @Option(names = "--strict", description = "All of it, or nothing.")
  private boolean strict;

  @Option(names = "--json", description = "Prints the result as one line of JSON.")
  private boolean json;

  @Option(names = "--no-save", description = "Leaves the file as it is until fcp save.")
  private boolean noSave;

  RollbackCommand(Console console, Languages languages) {
    super(console, languages);
  }

  @Override
  public Integer call() {
    return target().openWithExistingHistory(this::rollBack).code();
  }

  private String action() {
    return "rollback"
        + (from ? " from" : "")
        + (dryRun ? " dry-run" : "")
        + (strict ? " strict" : "")
        + (json ? " json" : "")
        + param("session", session)
        + param("message", message)
        + param("actor", actor)
        + param("step", step);
  }

  private static String param(String key, @Nullable String value) {
    return value == null ? "" : " " + Quoting.param(key, value);
  }

  private ExitCode rollBack(Workspace<?, ?> workspace) {
    Optional<ExitCode> refusal = dryRun || noSave ? Optional.empty() : refuseUnsavable(workspace);
    if (refusal.isPresent()) {
      return refusal.get();
    }
    Optional<StepId> before = head(workspace);
    Response response =
        ShellSuggestions.toShell(workspace.act(action(), TargetFile.caller()), file());
    ExitCode exitCode = json ? printJson(response) : console().print(response);
    boolean isDone = exitCode == ExitCode.DONE && !head(workspace).equals(before);
    if (!isDone || noSave) {
      return exitCode;
    }
    return json ? saveSilently(workspace) : save(workspace, response, "save");
  }

  private ExitCode saveSilently(Workspace<?, ?> workspace) {
    Response saved = ShellSuggestions.toShell(workspace.act("save", TargetFile.caller()), file());
    return console().printRefusal(saved) == ExitCode.DONE
        ? ExitCode.DONE
        : console().printError(ExitCode.BROKEN, "! it is done in the history, but not in the file");
  }

  private static Optional<StepId> head(Workspace<?, ?> workspace) {
    return workspace.document().flatMap(document -> document.session().state().head());
  }

  /** The result is all that is printed, also of what was refused; the rest is complained about. */
  private ExitCode printJson(Response response) {
    for (String line : response.lines()) {
      (line.startsWith("{") ? console().out() : console().err()).println(line);
    }
    return response.isError() ? ExitCode.REFUSED : ExitCode.DONE;
  }
}
