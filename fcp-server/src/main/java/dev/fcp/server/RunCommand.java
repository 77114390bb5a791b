package dev.fcp.server;

import dev.fcp.eventlog.session.Intent;
import dev.fcp.verbs.Languages;
import dev.fcp.verbs.run.Answer;
import dev.fcp.verbs.syntax.Quoting;
import dev.fcp.verbs.workspace.Caller;
import dev.fcp.verbs.workspace.Workspace;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
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
      "The file is saved at the end; nothing but what was changed differs in it,",
      "and fcp undo takes it back, now or next year."
    },
    footer = {
      "",
      "Example: fcp run shop.drawio 'add db Orders' 'connect Shop -> Orders'",
      "         fcp run song.mid 'note Piano C4 E4 G4 at:3.2 dur:half'"
    })
final class RunCommand extends FileCommand {

  @Option(names = "--new", description = "Makes the file, which must not be there yet.")
  private boolean fresh;

  @Option(
      names = "--no-save",
      description = "Keeps the steps in the history and leaves the file as it is until fcp save.")
  private boolean keep;

  @Option(
      names = "--dry-run",
      description = "Shows what would happen; neither file nor history know of it.")
  private boolean dry;

  @Option(
      names = "--expect",
      paramLabel = "HASH",
      description = "Refuses unless the digest of the document begins with these 8 to 32 digits.")
  private @Nullable String expected;

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
    Intent intent = intent();
    if (operations.isEmpty() && !fresh) {
      throw new CommandLine.ParameterException(commandLine(), "Missing required parameter: 'OP'");
    }
    List<String> typed = operations();
    if (fresh) {
      String instead = CommandHints.command("run", file(), operations);
      return open()
          .fresh(!dry && !keep, instead, workspace -> begin(workspace, typed, intent))
          .code();
    }
    Function<Workspace<?, ?>, ExitCode> work = workspace -> run(workspace, typed, intent, "save");
    return (dry
            ? open().forNow(work)
            : open().beginning(workspace -> answer(workspace, typed, intent), work))
        .code();
  }

  private ExitCode begin(Workspace<?, ?> workspace, List<String> typed, Intent intent) {
    String save = "save " + Quoting.param("as", file());
    return typed.isEmpty() && !dry && !keep
        ? act(workspace, save)
        : run(workspace, typed, intent, save);
  }

  private ExitCode run(Workspace<?, ?> workspace, List<String> typed, Intent intent, String save) {
    Optional<ExitCode> unsavable = dry || keep ? Optional.empty() : unsavable(workspace);
    if (unsavable.isPresent()) {
      return unsavable.get();
    }
    Answer answer = answer(workspace, typed, intent);
    ExitCode done = console().show(answer);
    if (done != ExitCode.DONE) {
      return done;
    }
    if (dry || keep) {
      console().out().println("not saved: " + file() + " is as it was");
      return done;
    }
    return save(workspace, answer, save);
  }

  private Answer answer(Workspace<?, ?> workspace, List<String> typed, Intent intent) {
    return CommandHints.of(workspace.run(typed, intent), file());
  }

  private List<String> operations() {
    return operations.stream().flatMap(it -> it.equals("-") ? piped() : Stream.of(it)).toList();
  }

  /** The lines of the input; empty ones and those that begin with # say nothing. */
  private Stream<String> piped() {
    return console().in().lines().filter(line -> !line.isBlank() && !line.startsWith("#"));
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
      throw new CommandLine.ParameterException(commandLine(), "--expect: " + e.getMessage(), e);
    }
  }

  private CommandLine commandLine() {
    return spec == null ? new CommandLine(this) : spec.commandLine();
  }
}
