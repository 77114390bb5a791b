package dev.fcp.server;

import dev.fcp.eventlog.document.DocumentStore;
import dev.fcp.eventlog.document.JournalFiles;
import dev.fcp.eventlog.document.Saving;
import dev.fcp.eventlog.journal.Durability;
import dev.fcp.eventlog.session.SessionSettings;
import dev.fcp.server.mcp.ToolServer;
import dev.fcp.verbs.Languages;
import dev.fcp.verbs.run.Limits;
import dev.fcp.verbs.workspace.Folder;
import dev.fcp.verbs.workspace.WorkspaceSettings;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.ZoneId;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code fcp mcp}: serves the documents of a folder to an agent. */
@Command(
    name = "mcp",
    description = {
      "Serves the documents of a folder to an agent, by the Model Context Protocol.",
      "That is JSON-RPC on the standard streams, until the input ends."
    },
    footer = {"", "How to hook it into a client: docs/mcp.md"})
final class McpCommand implements Callable<Integer> {

  private final Console console;
  private final Languages languages;

  @Option(
      names = "--root",
      paramLabel = "DIR",
      description = "The served folder; no path leads out of it. Without it, the current one.")
  private String root = "";

  @Option(
      names = "--auto-save",
      description = {
        "Saves a document by itself, half a second after its last change",
        "and five seconds after the first one at the latest."
      })
  private boolean saves;

  McpCommand(Console console, Languages languages) {
    this.console = console;
    this.languages = languages;
  }

  @Override
  public Integer call() throws IOException {
    Path served = console.folder().resolve(root);
    if (!Files.isDirectory(served)) {
      return console.complain(ExitCode.USAGE, "! --root: there is no folder " + root).code();
    }
    SessionSettings sessions = SessionSettings.standard();
    ToolServer server =
        new ToolServer(
            languages,
            store(sessions, served),
            new WorkspaceSettings(
                Folder.confined(served), Limits.STANDARD, sessions.clock(), ZoneId.systemDefault()),
            sessions.ids().get().toString(),
            Program.Version.number());
    List<String> unsaved = serveAlone(server);
    unsaved.forEach(console.err()::println);
    return ExitCode.DONE.code();
  }

  private DocumentStore store(SessionSettings sessions, Path served) {
    DocumentStore store = DocumentStore.withJournals(sessions, JournalFiles.standard(served));
    return saves ? store.savingItself(Durability.interval(), this::tellOfFailure) : store;
  }

  private void tellOfFailure(Saving saving) {
    if (saving instanceof Saving.Refused(var conflicts)) {
      console.err().println("! not saved: " + conflicts.get(0).reason());
      console.err().flush();
    }
  }

  /** What a library might print meanwhile goes elsewhere: the stream belongs to the protocol. */
  private List<String> serveAlone(ToolServer server) throws IOException {
    PrintStream before = System.out;
    System.setOut(System.err);
    try {
      return server.serve(console.wire().in(), console.wire().out());
    } finally {
      System.setOut(before);
    }
  }
}
