package dev.fcp.server;

import dev.fcp.eventlog.document.Document;
import dev.fcp.eventlog.document.DocumentStore.StaleSaves;
import dev.fcp.postgres.EventMirror.MirrorResult;
import dev.fcp.verbs.DomainLanguage;
import dev.fcp.verbs.Languages;
import dev.fcp.verbs.run.Response.Line;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code fcp mirror VAULT --store URL}: copies the events of a folder or file into a database. */
@Command(
    name = "mirror",
    description = {
      "Copies the history of a folder or file into a table of a database, for other programs.",
      "Do it again to bring the table up to date."
    },
    footer = {
      "",
      "Example: fcp mirror vault --store jdbc:postgresql://localhost/documents",
      "The table is fcp.vault_events, see docs/postgres.md."
    })
final class MirrorCommand implements Callable<Integer> {

  private final Console console;
  private final Languages languages;

  @Parameters(index = "0", paramLabel = "VAULT", description = "The folder, or the file.")
  private String file = "";

  @Option(names = Program.STORE, paramLabel = "URL", description = "The database.")
  private @Nullable String storeUrl;

  @Spec private @Nullable CommandSpec spec;

  MirrorCommand(Console console, Languages languages) {
    this.console = console;
    this.languages = languages;
  }

  @Override
  public Integer call() {
    Optional<StoredDocuments> stored = Program.stored(spec, storeUrl);
    return stored
        .map(database ->
            new TargetFile(
                    console,
                    languages,
                    file,
                    StaleSaves.COMPLETE,
                    Optional.empty(),
                    ShellSuggestions.PLAIN)
                .openDocument(new Mirror(database)))
        .orElseGet(() -> ImportCommand.refuse(console))
        .code();
  }

  /** Mirrors a document into a database. */
  private final class Mirror implements TargetFile.DocumentWork {

    private final StoredDocuments database;

    Mirror(StoredDocuments database) {
      this.database = database;
    }

    @Override
    public <M, E> ExitCode run(DomainLanguage<M, E> language, Document<M, E> document) {
      if (!document.isPersistent()) {
        return console.printError(
            ExitCode.REFUSED, "! %s has no history yet; nothing was mirrored".formatted(file));
      }
      MirrorResult result =
          database.journals().eventMirror().mirror(language.domain(), document.session().state());
      String line =
          "! mirrored %s: %d events; %d added, %d with another status, %d removed"
              .formatted(
                  file,
                  result.eventCount(),
                  result.addedCount(),
                  result.changedCount(),
                  result.removedCount());
      console.out().println(Line.of(line).text());
      return ExitCode.DONE;
    }
  }
}
