package dev.fcp.server;

import dev.fcp.eventlog.document.Document;
import dev.fcp.eventlog.document.DocumentStore.StaleSaves;
import dev.fcp.eventlog.session.SessionState.ExternalVersion;
import dev.fcp.verbs.Languages;
import dev.fcp.verbs.form.Refusal;
import dev.fcp.verbs.run.Response;
import dev.fcp.verbs.run.Response.Line;
import dev.fcp.verbs.syntax.ParsedOperation;
import dev.fcp.verbs.workspace.SessionForms;
import dev.fcp.verbs.workspace.Workspace;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** The base of the commands on one file. */
abstract class FileCommand implements Callable<Integer> {

  /** Saves the document to its file. */
  static final ParsedOperation SAVE = ParsedOperation.of(SessionForms.SAVE.name());

  private static final String PROTECTED_ADVICE =
      "make it writable, or use --no-save and then fcp save --over";

  private final Console console;
  private final Languages languages;

  @Parameters(
      index = "0",
      paramLabel = "FILE",
      description = "The document: a file, or a folder; with --store, its name.")
  private String file = "";

  @Option(
      names = "--stale",
      paramLabel = "complete|fail",
      description = {
        "Completes a save of a folder that was interrupted over 2 minutes ago (default),",
        "or restores its files and keeps its steps as a branch."
      })
  private StaleSaves staleSaves = StaleSaves.COMPLETE;

  @Spec private @Nullable CommandSpec command;

  FileCommand(Console console, Languages languages) {
    this.console = console;
    this.languages = languages;
  }

  /** The file of the command. */
  final TargetFile target() {
    return new TargetFile(
        console, languages, file, staleSaves, Program.store(command), suggestions());
  }

  /** The history of the file of the command. */
  final TargetHistory history() {
    return new TargetHistory(target());
  }

  /** Writes commands on the documents of this command. */
  final ShellSuggestions suggestions() {
    return Program.suggestions(command);
  }

  final Console console() {
    return console;
  }

  final String file() {
    return file;
  }

  /** Runs a session action. */
  final Response act(Workspace<?, ?> workspace, ParsedOperation action) {
    return workspace.act(action, TargetFile.caller());
  }

  /** Runs a session action and prints the response. */
  final ExitCode runAction(Workspace<?, ?> workspace, ParsedOperation action) {
    return print(act(workspace, action));
  }

  /** Prints a response; suggestions are written as commands where a command exists. */
  final ExitCode print(Response response) {
    return console.print(response, this::toShell);
  }

  /** Prints the answer to a query; suggestions are written as commands. */
  final ExitCode printAnswer(Response answer) {
    return console.print(answer, line -> suggestions().answerToShell(line, file));
  }

  final String toShell(Line line) {
    return suggestions().toShell(line, file);
  }

  /** Runs work if the file can be saved afterwards, and refuses it otherwise. */
  final Response ifSavable(Workspace<?, ?> workspace, Supplier<Response> work) {
    return saveObstacle(workspace)
        .map(obstacle -> Response.refused(Refusal.because(obstacle)))
        .orElseGet(() ->
            workspace
                .document()
                .map(document -> document.requiringSavable(PROTECTED_ADVICE, work))
                .orElseGet(work));
  }

  private Optional<String> saveObstacle(Workspace<?, ?> workspace) {
    if (isUndecided(workspace)) {
      return Optional.of("nothing was done");
    }
    // Without a history, beginning one in such a folder fails and names the missing permission.
    if (workspace
        .document()
        .filter(document -> document.isPersistent() && document.isFolderReadOnly())
        .isPresent()) {
      return Optional.of("the folder of %s is read-only; nothing was done".formatted(file));
    }
    return workspace.document().filter(Document::isWriteProtected).isPresent()
        ? Optional.of(
            "%s is write-protected; nothing was done; %s".formatted(file, PROTECTED_ADVICE))
        : Optional.empty();
  }

  /** Whether the file contains an undecided version, so that a save would be refused. */
  private static boolean isUndecided(Workspace<?, ?> workspace) {
    return workspace
        .document()
        .flatMap(document -> document.session().state().externalVersion())
        .filter(ExternalVersion::isUndecided)
        .isPresent();
  }

  /** Prints a response whose last line is the digest, and saves unless it is a refusal. */
  final ExitCode printAndSave(
      Workspace<?, ?> workspace, Response response, ParsedOperation saveAction) {
    ExitCode exitCode = print(response);
    return exitCode == ExitCode.DONE ? save(workspace, response, saveAction) : exitCode;
  }

  private ExitCode save(Workspace<?, ?> workspace, Response response, ParsedOperation saveAction) {
    Response saved = act(workspace, saveAction);
    // A save does not change the document, so its last line is the same digest.
    Line digest = response.content().getLast();
    saved.content().stream()
        .filter(line -> !line.equals(digest))
        .map(this::toShell)
        .forEach(saved.isError() ? console.err()::println : console.out()::println);
    if (!saved.isError()) {
      return ExitCode.DONE;
    }
    boolean isNew = workspace.document().flatMap(Document::path).isEmpty();
    return console.printError(
        ExitCode.BROKEN,
        isNew ? "! nothing was created" : "! recorded in the history, but the file was not saved");
  }
}
