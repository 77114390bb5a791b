package dev.fcp.server;

import dev.fcp.eventlog.document.Document.SaveResult;
import dev.fcp.eventlog.document.DocumentStore;
import dev.fcp.eventlog.document.DocumentStore.StaleSaves;
import dev.fcp.eventlog.document.JournalLayout;
import dev.fcp.eventlog.journal.Durability;
import dev.fcp.eventlog.session.SessionSettings;
import dev.fcp.server.mcp.ToolServer;
import dev.fcp.server.mcp.WorldTools;
import dev.fcp.verbs.Languages;
import dev.fcp.verbs.run.CallLimits;
import dev.fcp.verbs.run.Response.Line;
import dev.fcp.verbs.workspace.BaseFolder;
import dev.fcp.verbs.workspace.WorkspaceSettings;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.ZoneId;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code fcp mcp}: serves the documents of a folder to an agent. */
@Command(
    name = "mcp",
    description = {
      "Serves the documents of a folder to an agent, by the Model Context Protocol.",
      "JSON-RPC on standard input and output, until the input ends."
    },
    footer = {"", "Client configuration: docs/mcp.md"})
final class McpCommand implements Callable<Integer> {

  private final Console console;
  private final Languages languages;

  @Option(
      names = "--root",
      paramLabel = "DIR",
      description = "The served folder; paths outside it are refused. Default: the current folder.")
  private String root = "";

  @Option(
      names = "--auto-save",
      description = {
        "Saves a document automatically, half a second after its last change",
        "and at most five seconds after the first."
      })
  private boolean autoSave;

  @Option(
      names = "--stale",
      paramLabel = "complete|fail",
      description = {
        "Completes a save of a folder that was interrupted over 2 minutes ago (default),",
        "or restores its files and keeps its steps as a branch."
      })
  private StaleSaves staleSaves = StaleSaves.COMPLETE;

  @Option(
      names = Program.STORE,
      paramLabel = "URL",
      description = "Serves the documents of a database instead.")
  private @Nullable String storeUrl;

  @Spec private @Nullable CommandSpec spec;

  McpCommand(Console console, Languages languages) {
    this.console = console;
    this.languages = languages;
  }

  @Override
  public Integer call() throws IOException {
    Path servedFolder = console.folder().resolve(root);
    if (!Files.isDirectory(servedFolder)) {
      return console.printError(ExitCode.USAGE, "! --root: there is no folder " + root).code();
    }
    SessionSettings sessions = SessionSettings.standard();
    String session = sessions.ids().get().toString();
    ToolServer documents =
        new ToolServer(
            languages,
            store(sessions, servedFolder),
            new WorkspaceSettings(
                BaseFolder.confined(servedFolder),
                CallLimits.STANDARD,
                sessions.clock(),
                ZoneId.systemDefault()),
            session,
            Program.VersionProvider.number());
    ToolServer server =
        Program.stored(spec, storeUrl)
            .map(stored ->
                documents.withWorlds(
                    new WorldTools(stored.worlds(languages), languages, "mcp-" + session)))
            .orElse(documents);
    List<String> unsaved = serveWithRedirectedOutput(server);
    unsaved.forEach(console.err()::println);
    return ExitCode.DONE.code();
  }

  private DocumentStore store(SessionSettings sessions, Path servedFolder) {
    Optional<DocumentStore> database = Program.store(spec, storeUrl);
    if (database.isPresent()) {
      return database.get();
    }
    DocumentStore store =
        DocumentStore.withJournals(sessions, JournalLayout.standard(servedFolder))
            .withStaleSaves(staleSaves);
    return autoSave ? store.withAutoSave(Durability.interval(), this::reportFailure) : store;
  }

  private void reportFailure(SaveResult saveResult) {
    if (saveResult instanceof SaveResult.Refused(var conflicts)) {
      console.err().println(Line.of("! not saved: " + conflicts.get(0).reason()).text());
      console.err().flush();
    }
  }

  /** Serves while {@code System.out} is redirected, because the protocol uses that stream. */
  private List<String> serveWithRedirectedOutput(ToolServer server) throws IOException {
    PrintStream originalOutput = System.out;
    System.setOut(System.err);
    try {
      return server.serve(console.streams().in(), console.streams().out());
    } finally {
      System.setOut(originalOutput);
    }
  }
}
