package dev.fcp.server;

import dev.fcp.eventlog.document.Document;
import dev.fcp.eventlog.document.DocumentStore;
import dev.fcp.eventlog.document.DocumentStore.OpenResult;
import dev.fcp.eventlog.domain.DocumentFormat.ReadResult.Readable;
import dev.fcp.eventlog.domain.Source;
import dev.fcp.eventlog.history.Origin;
import dev.fcp.eventlog.session.SessionSettings;
import dev.fcp.verbs.DomainLanguage;
import dev.fcp.verbs.Languages;
import dev.fcp.verbs.run.Response.Line;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.NoSuchElementException;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code fcp --store URL import FILE}: copies a file into the database. */
@Command(
    name = "import",
    description = {
      "Copies a file into the database, without its history.",
      "The file is no longer needed then; fcp export writes one."
    },
    footer = {"", "Example: fcp --store jdbc:postgresql://localhost/documents import shop.drawio"})
final class ImportCommand implements Callable<Integer> {

  private final Console console;
  private final Languages languages;

  @Parameters(index = "0", paramLabel = "FILE", description = "The file.")
  private String file = "";

  @Option(
      names = "--as",
      paramLabel = "NAME",
      description = "The name of the document. Default: the name of the file.")
  private @Nullable String name;

  @Spec private @Nullable CommandSpec spec;

  ImportCommand(Console console, Languages languages) {
    this.console = console;
    this.languages = languages;
  }

  /** Refuses a command that needs a database. */
  static ExitCode refuse(Console console) {
    return console.printError(
        ExitCode.REFUSED,
        "! this needs a database: fcp --store jdbc:postgresql://HOST/DATABASE ...");
  }

  @Override
  public Integer call() {
    Optional<DocumentStore> store = Program.store(spec);
    if (store.isEmpty()) {
      return refuse(console).code();
    }
    Path path = console.folder().resolve(file);
    if (!Files.exists(path)) {
      return console
          .printError(
              ExitCode.REFUSED, SimilarFiles.missingFileLines(file, path).toArray(String[]::new))
          .code();
    }
    String target = name == null ? String.valueOf(path.getFileName()) : name;
    return languages
        .forFileName(file)
        .map(language -> copy(language, path, store.get(), target))
        .orElseGet(() ->
            console.printError(
                ExitCode.REFUSED, "! the extension of %s is not supported".formatted(file)))
        .code();
  }

  private <M, E> ExitCode copy(
      DomainLanguage<M, E> language, Path path, DocumentStore store, String target) {
    if (store.hasDraft(language.domain(), target)) {
      return console.printError(
          ExitCode.REFUSED,
          "! there is a document %s already; give this one another name: --as NAME"
              .formatted(target));
    }
    Origin origin = TargetFile.caller().origin();
    OpenResult<M, E> opened =
        new DocumentStore(SessionSettings.standard()).open(language.domain(), path, origin);
    try (Document<M, E> original = opened.orElseThrow()) {
      Readable<M> content =
          new Readable<>(original.session().model(), Source.of(original.encoded()));
      try (Document<M, E> copy =
          store.create(language.domain(), Optional.of(target), Optional.of(content), origin)) {
        console.out().println(Line.of("+ imported %s as %s".formatted(file, target)).text());
        console.out().println(Line.of(language.digestLine(copy.session().digest())).text());
      }
      return ExitCode.DONE;
    } catch (NoSuchElementException | IllegalArgumentException e) {
      // The file cannot be read, or a document cannot have this name.
      return console.printError(ExitCode.REFUSED, "! " + e.getMessage());
    }
  }
}
