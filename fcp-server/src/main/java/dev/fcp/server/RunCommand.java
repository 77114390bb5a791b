package dev.fcp.server;

import dev.fcp.eventlog.session.Intent;
import dev.fcp.verbs.Languages;
import dev.fcp.verbs.run.Answer;
import dev.fcp.verbs.syntax.Quoting;
import dev.fcp.verbs.workspace.Caller;
import dev.fcp.verbs.workspace.Workspace;
import java.util.List;
import java.util.concurrent.Callable;
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
      "The file is saved at the end; nothing but what was changed differs in it."
    },
    footer = {
      "",
      "Example: fcp run shop.drawio 'add db Orders' 'connect Shop -> Orders'",
      "         fcp run song.mid 'note Piano C4 E4 G4 at:3.2 dur:half'"
    })
final class RunCommand implements Callable<Integer> {

  private final Console console;
  private final Languages languages;

  @Option(names = "--new", description = "Makes the file, which must not be there yet.")
  private boolean fresh;

  @Option(
      names = "--no-save",
      description = "Shows what would happen and leaves the file as it is.")
  private boolean dry;

  @Option(
      names = "--expect",
      paramLabel = "HASH",
      description = "Refuses unless the digest of the document begins with these 8 to 32 digits.")
  private @Nullable String expected;

  @Parameters(index = "0", paramLabel = "FILE", description = "The document.")
  private String file = "";

  @Parameters(
      index = "1..*",
      paramLabel = "OP",
      arity = "1..*",
      description = "Operations, see fcp card; - reads one from each line of the input.")
  private List<String> operations = List.of();

  @Spec private @Nullable CommandSpec spec;

  RunCommand(Console console, Languages languages) {
    this.console = console;
    this.languages = languages;
  }

  @Override
  public Integer call() {
    Intent intent = intent();
    List<String> typed = operations();
    OpenFile open = new OpenFile(console, languages, file);
    ExitCode code =
        fresh
            ? open.fresh(
                workspace -> run(workspace, typed, intent, "save as:" + Quoting.quoted(file)))
            : open.existing(workspace -> run(workspace, typed, intent, "save"));
    return code.code();
  }

  private ExitCode run(Workspace<?, ?> workspace, List<String> typed, Intent intent, String save) {
    Answer answer = workspace.run(typed, intent);
    ExitCode done = console.show(answer);
    if (done != ExitCode.DONE) {
      return done;
    }
    if (dry) {
      console.out().println("not saved: " + file + " is as it was");
      return done;
    }
    Answer saved = workspace.act(save, OpenFile.caller());
    // Saving changes nothing in the document, so its last line is the digest again.
    String digest = answer.lines().get(answer.lines().size() - 1);
    saved.lines().stream()
        .filter(line -> !line.equals(digest))
        .forEach(saved.isError() ? console.err()::println : console.out()::println);
    return saved.isError() ? ExitCode.REFUSED : ExitCode.DONE;
  }

  private List<String> operations() {
    return operations.stream().flatMap(it -> it.equals("-") ? piped() : Stream.of(it)).toList();
  }

  /** The lines of the input; empty ones and those that begin with # say nothing. */
  private Stream<String> piped() {
    return console.in().lines().filter(line -> !line.isBlank() && !line.startsWith("#"));
  }

  private Intent intent() {
    Caller caller = OpenFile.caller();
    Intent intent = Intent.of("run", caller.origin());
    if (expected == null) {
      return intent;
    }
    try {
      return intent.expectingDigest(expected);
    } catch (IllegalArgumentException e) {
      CommandLine line = spec == null ? new CommandLine(this) : spec.commandLine();
      throw new CommandLine.ParameterException(line, "--expect: " + e.getMessage(), e);
    }
  }
}
