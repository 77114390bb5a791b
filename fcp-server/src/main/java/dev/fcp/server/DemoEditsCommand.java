package dev.fcp.server;

import dev.fcp.eventlog.session.EditOptions;
import dev.fcp.verbs.Languages;
import dev.fcp.verbs.run.Response;
import dev.fcp.verbs.workspace.Workspace;
import java.util.List;
import picocli.CommandLine.Command;

/**
 * {@code fcp demo-edits FILE}: edits a file repeatedly and reports each edit, until it is killed by
 * the demonstration that started it.
 */
@Command(name = "demo-edits", hidden = true, description = "Edits a file until it is killed.")
final class DemoEditsCommand extends FileCommand {

  /** The maximum number of edits if it is not killed. */
  private static final int MAX_EDITS = 10_000;

  DemoEditsCommand(Console console, Languages languages) {
    super(console, languages);
  }

  @Override
  public Integer call() {
    return target().open(this::edit).code();
  }

  private ExitCode edit(Workspace<?, ?> workspace) {
    EditOptions options = EditOptions.of("demo", TargetFile.caller().origin());
    for (int i = 1; i <= MAX_EDITS; i++) {
      Response response = workspace.run(List.of("title \"Take " + i + "\""), options);
      if (response.isError()) {
        return print(response);
      }
      console().out().println(i);
      console().out().flush();
    }
    return ExitCode.DONE;
  }
}
