package dev.fcp.server;

import dev.fcp.verbs.Languages;
import dev.fcp.verbs.workspace.Workspace;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code fcp query FILE Q...}: answers queries about a file; changes nothing. */
@Command(
    name = "query",
    description = "Answers queries about a file; changes nothing.",
    footer = {
      "",
      "Example: fcp query shop.drawio map 'find order'",
      "         fcp query song.mid map",
      "         fcp query shop.drawio --at agreed map"
    })
final class QueryCommand extends FileCommand {

  @Option(
      names = "--at",
      paramLabel = "NAME",
      description = "The state at this checkpoint, even if its steps were pruned.")
  private @Nullable String checkpoint;

  @Parameters(
      index = "1..*",
      paramLabel = "QUERY",
      arity = "1..*",
      description = "Queries, see fcp card: map, stats, status, describe, find, ...")
  private List<String> queries = List.of();

  QueryCommand(Console console, Languages languages) {
    super(console, languages);
  }

  @Override
  public Integer call() {
    return (checkpoint == null
            ? target().view(this::answer)
            : target().withCopyAtCheckpoint(checkpoint, this::answer))
        .code();
  }

  private ExitCode answer(Workspace<?, ?> workspace) {
    ExitCode worst = ExitCode.DONE;
    for (String query : queries) {
      ExitCode code = printAnswer(workspace.query(query));
      worst = worst == ExitCode.DONE ? code : worst;
    }
    return worst;
  }
}
