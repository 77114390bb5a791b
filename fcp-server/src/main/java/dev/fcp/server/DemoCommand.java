package dev.fcp.server;

import dev.fcp.verbs.Languages;
import java.io.IOException;
import java.io.InputStream;
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
    Path copy = folder.resolve(tour.example());
    try {
      Files.write(copy, example(tour.example()));
      Console inside =
          new Console(folder, console.in(), console.out(), console.err(), console.wire());
      return new OpenFile(inside, languages, tour.example())
          .forNow(workspace -> new Demo(console.out(), workspace, tour, copy).play());
    } finally {
      Files.deleteIfExists(copy);
      Files.deleteIfExists(folder);
    }
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
