package dev.fcp.server;

import com.google.common.io.MoreFiles;
import com.google.common.io.RecursiveDeleteOption;
import dev.fcp.eventlog.domain.Source;
import dev.fcp.verbs.Languages;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;

/** {@code fcp demo}: the program at work on copies of the shipped examples. */
@Command(name = "demo", description = "Shows the program at work on copies of shipped examples.")
final class DemoCommand implements Callable<Integer> {

  private final Console console;
  private final Languages languages;

  DemoCommand(Console console, Languages languages) {
    this.console = console;
    this.languages = languages;
  }

  @Override
  public Integer call() throws IOException {
    console.out().println("FCP edits real files by operations that can be taken back exactly.");
    ExitCode worst = ExitCode.DONE;
    for (Tour tour : Tour.ALL) {
      ExitCode code = play(tour);
      worst = worst == ExitCode.DONE ? code : worst;
    }
    boolean kept = worst == ExitCode.DONE;
    console.out().println();
    console
        .out()
        .println(kept ? "Every promise was kept." : "A promise was broken; please report this.");
    return worst.code();
  }

  private ExitCode play(Tour tour) throws IOException {
    Path folder = Files.createTempDirectory("fcp-demo-");
    try {
      Path copy = Files.write(folder.resolve(tour.example()), example(tour.example()));
      Console inside =
          new Console(folder, console.in(), console.out(), console.err(), console.wire());
      OpenFile file = new OpenFile(inside, languages, tour.example());
      ExitCode shown =
          file.existing(workspace -> new Demo(console.out(), workspace, tour, copy).play());
      return shown == ExitCode.DONE ? playKill(tour, file, copy) : shown;
    } finally {
      MoreFiles.deleteRecursively(folder, RecursiveDeleteOption.ALLOW_INSECURE);
    }
  }

  private ExitCode playKill(Tour tour, OpenFile file, Path copy) throws IOException {
    Source first = Source.of(Files.readAllBytes(copy));
    PrintWriter out = console.out();
    out.println();
    out.println("== A program that edits the file is killed, and the power is cut");
    out.println("> fcp demo-edits " + tour.example() + " &  kill -9 $!");
    out.flush();
    DemoKill kill = new DemoKill(copy);
    int told = kill.run();
    kill.tear();
    return file.existing(workspace -> {
      Demo demo = new Demo(out, workspace, tour, copy);
      ExitCode after = demo.playAfterKill(told);
      return after == ExitCode.DONE ? demo.playEnd(first) : after;
    });
  }

  /** An example that the program carries with it. */
  private static byte[] example(String name) {
    try (InputStream stream = DemoCommand.class.getResourceAsStream("/examples/" + name)) {
      if (stream == null) {
        throw new IllegalStateException("the program lacks its example " + name);
      }
      return stream.readAllBytes();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
