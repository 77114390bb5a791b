package dev.fcp.server;

import com.google.common.io.MoreFiles;
import com.google.common.io.RecursiveDeleteOption;
import dev.fcp.eventlog.document.DocumentStore.StaleSaves;
import dev.fcp.eventlog.domain.Source;
import dev.fcp.verbs.Languages;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;

/** {@code fcp demo}: demonstrates the program on documents that it carries. */
@Command(name = "demo", description = "Shows the program at work on documents of its own.")
final class DemoCommand implements Callable<Integer> {

  private final Console console;
  private final Languages languages;

  DemoCommand(Console console, Languages languages) {
    this.console = console;
    this.languages = languages;
  }

  @Override
  public Integer call() throws IOException {
    console.out().println("FCP edits real files by operations that can be undone exactly.");
    return play(DemoScript.ALL).code();
  }

  /** Plays scripts one after another; returns the exit code of the first that fails. */
  ExitCode play(List<DemoScript> scripts) throws IOException {
    ExitCode worst = ExitCode.DONE;
    for (DemoScript script : scripts) {
      ExitCode code = play(script);
      worst = worst == ExitCode.DONE ? code : worst;
    }
    if (worst != ExitCode.DONE) {
      return console.printError(worst, "! a promise was broken; please report this");
    }
    console.out().println();
    console.out().println("Every promise was kept.");
    return worst;
  }

  private ExitCode play(DemoScript script) throws IOException {
    Path folder = Files.createTempDirectory("fcp-demo-");
    try {
      Path copy = Files.write(folder.resolve(script.example()), readDocument(script.example()));
      TargetFile file =
          new TargetFile(
              console.in(folder),
              languages,
              script.example(),
              StaleSaves.COMPLETE,
              Optional.empty(),
              ShellSuggestions.PLAIN);
      ExitCode editing =
          file.open(workspace -> new Demo(console, workspace, script, copy).playEditing());
      return editing == ExitCode.DONE ? playKill(script, file, copy) : editing;
    } finally {
      MoreFiles.deleteRecursively(folder, RecursiveDeleteOption.ALLOW_INSECURE);
    }
  }

  private ExitCode playKill(DemoScript script, TargetFile file, Path copy) throws IOException {
    Source original = Source.of(Files.readAllBytes(copy));
    PrintWriter out = console.out();
    out.println();
    out.println("== A program that edits the file is killed, and the power is cut");
    out.println("> fcp demo-edits " + script.example() + " &  kill -9 $!");
    out.flush();
    DemoCrash kill = new DemoCrash(copy);
    int acknowledgedEdits = kill.run();
    kill.tearLastRecord();
    return file.open(workspace -> {
      Demo demo = new Demo(console, workspace, script, copy);
      ExitCode after = demo.playAfterKill(acknowledgedEdits);
      return after == ExitCode.DONE ? demo.playEnd(original) : after;
    });
  }

  /** Reads a document that the program carries. */
  static byte[] readDocument(String name) {
    try (InputStream stream = DemoCommand.class.getResourceAsStream("/demo/" + name)) {
      if (stream == null) {
        throw new IllegalStateException("the program lacks its document " + name);
      }
      return stream.readAllBytes();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
