package dev.fcp.server;

import dev.fcp.eventlog.document.Document;
import dev.fcp.eventlog.session.ForeignVersion;
import dev.fcp.verbs.Languages;
import dev.fcp.verbs.run.Answer;
import dev.fcp.verbs.workspace.Workspace;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Parameters;

/** A command on one file: what it shares with the others. */
abstract class FileCommand implements Callable<Integer> {

  private final Console console;
  private final Languages languages;

  @Parameters(index = "0", paramLabel = "FILE", description = "The document.")
  private String file = "";

  FileCommand(Console console, Languages languages) {
    this.console = console;
    this.languages = languages;
  }

  /** The file of the command. */
  final OpenFile open() {
    return new OpenFile(console, languages, file);
  }

  final Console console() {
    return console;
  }

  final String file() {
    return file;
  }

  /** Carries out a session action and shows what came of it. */
  final ExitCode act(Workspace<?, ?> workspace, String action) {
    return console.show(CommandHints.of(workspace.act(action, OpenFile.caller()), file));
  }

  /** Carries out an action and saves; the digest is shown once, and before the save. */
  final ExitCode actAndSave(Workspace<?, ?> workspace, String action, boolean saves) {
    Optional<ExitCode> unsavable = saves ? unsavable(workspace) : Optional.empty();
    if (unsavable.isPresent()) {
      return unsavable.get();
    }
    Answer answer = workspace.act(action, OpenFile.caller());
    ExitCode done = console.show(CommandHints.of(answer, file));
    return done == ExitCode.DONE && saves ? save(workspace, answer, "save") : done;
  }

  /** Refuses what could not be saved afterwards, before anything is done. */
  final Optional<ExitCode> unsavable(Workspace<?, ?> workspace) {
    if (isUndecided(workspace)) {
      return Optional.of(console.complain(ExitCode.REFUSED, "! so nothing was done"));
    }
    if (workspace.document().filter(Document::isEnclosed).isPresent()) {
      return Optional.of(
          console.complain(
              ExitCode.REFUSED,
              "! nothing can be written in the folder of %s, so nothing was done".formatted(file)));
    }
    return workspace.document().filter(Document::isProtected).isPresent()
        ? Optional.of(
            console.complain(
                ExitCode.REFUSED,
                "! %s is write-protected, so nothing was done; make it writable, or do it with"
                        .formatted(file)
                    + " --no-save and write it by fcp save --over"))
        : Optional.empty();
  }

  /** Whether the file holds a version that is to be decided about, so that no save would do. */
  private static boolean isUndecided(Workspace<?, ?> workspace) {
    return workspace
        .document()
        .flatMap(document -> document.session().state().foreignVersion())
        .filter(ForeignVersion::isUndecided)
        .isPresent();
  }

  /** Saves after an answer whose last line is the digest. */
  final ExitCode save(Workspace<?, ?> workspace, Answer answer, String save) {
    Answer saved = CommandHints.of(workspace.act(save, OpenFile.caller()), file);
    // Saving changes nothing in the document, so its last line is the digest again.
    String digest = answer.lines().get(answer.lines().size() - 1);
    saved.lines().stream()
        .filter(line -> !line.equals(digest))
        .forEach(saved.isError() ? console.err()::println : console.out()::println);
    if (!saved.isError()) {
      return ExitCode.DONE;
    }
    boolean isNew = workspace.document().flatMap(Document::path).isEmpty();
    return console.complain(
        ExitCode.BROKEN,
        isNew ? "! so nothing was made" : "! it is done in the history, but not in the file");
  }
}
