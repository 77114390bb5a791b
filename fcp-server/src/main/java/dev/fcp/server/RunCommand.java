package dev.fcp.server;

import dev.fcp.eventlog.history.Origin;
import dev.fcp.eventlog.session.EditOptions;
import dev.fcp.verbs.Languages;
import dev.fcp.verbs.run.Response;
import dev.fcp.verbs.run.Response.Line;
import dev.fcp.verbs.syntax.ParsedOperation;
import dev.fcp.verbs.workspace.SessionForms;
import dev.fcp.verbs.workspace.Workspace;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code fcp run FILE OP...}: applies operations to a file, all or none, and saves it. */
@Command(
    name = "run",
    description = {
      "Applies operations to a file: all of them, or none.",
      "Saves the file; it differs only in what the operations changed.",
      "fcp undo reverts them at any later time."
    },
    footer = {
      "",
      "Example: fcp run shop.drawio 'add db Orders' 'connect Shop -> Orders'",
      "         fcp run song.mid 'note Piano C4 E4 G4 at:3.2 dur:half'"
    })
final class RunCommand extends FileCommand {

  @Option(names = "--new", description = "Creates the file, which must not exist yet.")
  private boolean isNew;

  @Option(
      names = "--no-save",
      description = "Records the steps and leaves the file unchanged until fcp save.")
  private boolean noSave;

  @Option(
      names = "--dry-run",
      description = "Shows what would happen; changes neither the file nor its history.")
  private boolean dryRun;

  @Option(
      names = "--expect",
      paramLabel = "HASH",
      description =
          "Refuses unless the digest of the document begins with these 8 to 32 hex digits.")
  private @Nullable String expected;

  @Option(names = "--actor", paramLabel = "NAME", description = "Who makes the steps.")
  private @Nullable String actor;

  @Option(names = "--session", paramLabel = "ID", description = "The session of the steps.")
  private String session = "";

  @Option(names = "--message", paramLabel = "ID", description = "The message they are made for.")
  private String message = "";

  @Parameters(
      index = "1..*",
      paramLabel = "OP",
      arity = "0..*",
      description = {
        "Operations, see fcp card; - reads one from each line of the input.",
        "A new file needs none."
      })
  private List<String> operations = List.of();

  @Spec private @Nullable CommandSpec spec;

  RunCommand(Console console, Languages languages) {
    super(console, languages);
  }

  @Override
  public Integer call() {
    EditOptions options = options();
    if (operations.isEmpty() && !isNew) {
      throw new CommandLine.ParameterException(commandLine(), "Missing required parameter: 'OP'");
    }
    List<String> allOperations = readOperations();
    ExitCode exitCode =
        isNew
            ? create(allOperations, options)
            : dryRun
                ? target()
                    .withCopy(workspace ->
                        finish(workspace, run(workspace, allOperations, options), SAVE))
                : target()
                    .openToRecord(
                        workspace -> run(workspace, allOperations, options),
                        (workspace, response) -> finish(workspace, response, SAVE));
    return exitCode.code();
  }

  private ExitCode create(List<String> allOperations, EditOptions options) {
    ParsedOperation saveAction = SAVE.withParam(SessionForms.SAVE_AS.key(), file());
    return target()
        .create(
            !dryRun && !noSave,
            suggestions().command("run", file(), operations),
            workspace ->
                allOperations.isEmpty() && !dryRun && !noSave
                    ? runAction(workspace, saveAction)
                    : finish(workspace, run(workspace, allOperations, options), saveAction));
  }

  /** Applies the operations, unless the result could not be saved. */
  private Response run(Workspace<?, ?> workspace, List<String> operations, EditOptions options) {
    return dryRun || noSave
        ? workspace.run(operations, options)
        : ifSavable(workspace, () -> workspace.run(operations, options));
  }

  /** Prints the response to the operations, and saves unless an option says otherwise. */
  private ExitCode finish(
      Workspace<?, ?> workspace, Response response, ParsedOperation saveAction) {
    if (!dryRun && !noSave) {
      return printAndSave(workspace, response, saveAction);
    }
    ExitCode exitCode = print(response);
    if (exitCode == ExitCode.DONE) {
      console().out().println(Line.of("not saved: " + file() + " is unchanged").text());
    }
    return exitCode;
  }

  private List<String> readOperations() {
    return operations.stream().flatMap(it -> it.equals("-") ? readPiped() : Stream.of(it)).toList();
  }

  /** The lines of the input without blank lines and comments, which begin with #. */
  private Stream<String> readPiped() {
    return console().in().lines().filter(line -> !line.isBlank() && !line.startsWith("#"));
  }

  private EditOptions options() {
    String defaultActor = TargetFile.caller().origin().actor();
    EditOptions options =
        EditOptions.of("run", Origin.of(actor == null ? defaultActor : actor, session, message));
    if (expected == null) {
      return options;
    }
    try {
      return options.expectingDigest(expected);
    } catch (IllegalArgumentException e) {
      throw new CommandLine.ParameterException(commandLine(), "--expect: " + e.getMessage(), e);
    }
  }

  private CommandLine commandLine() {
    return spec == null ? new CommandLine(this) : spec.commandLine();
  }
}
