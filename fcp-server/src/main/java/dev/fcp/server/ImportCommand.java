package dev.fcp.server;

import dev.fcp.verbs.Languages;
import java.nio.file.Path;
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
      "Copies a file into the database; later changes of the file do not matter.",
      "Its history is not copied."
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

  @Override
  public Integer call() {
    Path path = console.folder().resolve(file);
    String target = name == null ? String.valueOf(path.getFileName()) : name;
    return new TargetFile(console, languages, target, Program.store(spec))
        .importFrom(file, path)
        .code();
  }
}
