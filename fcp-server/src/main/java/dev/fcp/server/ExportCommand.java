package dev.fcp.server;

import dev.fcp.eventlog.journal.JournalException;
import dev.fcp.verbs.Languages;
import dev.fcp.verbs.run.Response.Line;
import dev.fcp.verbs.workspace.Workspace;
import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.StandardOpenOption;
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

  @Parameters(index = "1", paramLabel = "NEW-FILE", description = "The new file.")
  private String newFile = "";

  ExportCommand(Console console, Languages languages) {
    super(console, languages);
  }

  @Override
  public Integer call() {
    TargetFile target = target();
    return (target.isStored() ? target.viewHistory(this::write) : ImportCommand.refuse(console()))
        .code();
  }

  private ExitCode write(Workspace<?, ?> workspace) {
    byte[] bytes = workspace.document().orElseThrow().encoded();
    try {
      Files.write(console().folder().resolve(newFile), bytes, StandardOpenOption.CREATE_NEW);
    } catch (FileAlreadyExistsException e) {
      return console().printError(ExitCode.REFUSED, "! %s already exists".formatted(newFile));
    } catch (IOException e) {
      throw new JournalException("%s cannot be written: %s".formatted(newFile, e), e);
    }
    String line = "! exported %s to %s, %d bytes".formatted(file(), newFile, bytes.length);
    console().out().println(Line.of(line).text());
    return ExitCode.DONE;
  }
}
