package dev.fcp.server;

import dev.fcp.verbs.Languages;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** {@code fcp --store URL export NAME FILE}: writes a document of the database to a file. */
@Command(
    name = "export",
    description = "Writes a document of the database to a file, which must not exist yet.",
    footer = {
      "",
      "Example: fcp --store jdbc:postgresql://localhost/documents export shop.drawio copy.drawio"
    })
final class ExportCommand extends FileCommand {

  @Parameters(index = "1", paramLabel = "FILE", description = "The new file.")
  private String target = "";

  ExportCommand(Console console, Languages languages) {
    super(console, languages);
  }

  @Override
  public Integer call() {
    return target().exportTo(target, console().folder().resolve(target)).code();
  }
}
