package dev.fcp.server;

import dev.fcp.eventlog.session.Intent;
import dev.fcp.verbs.Languages;
import dev.fcp.verbs.run.Answer;
import dev.fcp.verbs.workspace.Workspace;
import java.util.List;
import picocli.CommandLine.Command;

/**
 * {@code fcp demo-edits FILE}: edits a file again and again and tells each time, until somebody
 * ends it. The demonstration starts it, to kill it.
 */
@Command(name = "demo-edits", hidden = true, description = "Edits a file until it is killed.")
final class DemoEditsCommand extends FileCommand {

  /** How many edits it makes at most, if nobody ends it. */
  private static final int EDITS = 10_000;

  DemoEditsCommand(Console console, Languages languages) {
    super(console, languages);
  }

  @Override
  public Integer call() {
    return open().existing(this::edit).code();
  }

  private ExitCode edit(Workspace<?, ?> workspace) {
    Intent intent = Intent.of("demo", OpenFile.caller().origin());
    for (int i = 1; i <= EDITS; i++) {
      Answer answer = workspace.run(List.of("title \"Take " + i + "\""), intent);
      if (answer.isError()) {
        return console().show(answer);
      }
      console().out().println(i);
      console().out().flush();
    }
    return ExitCode.DONE;
  }
}
