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

  private static final String EXAMPLE = "shop.drawio";

  private final Console console;
  private final Languages languages;

  DemoCommand(Console console, Languages languages) {
    this.console = console;
    this.languages = languages;
  }

  @Override
  public Integer call() throws IOException {
    Path folder = Files.createTempDirectory("fcp-demo-");
    Path copy = folder.resolve(EXAMPLE);
    try {
      Files.write(copy, example());
      Console inside = new Console(folder, console.in(), console.out(), console.err());
      return new OpenFile(inside, languages, EXAMPLE)
          .existing(workspace -> new Demo(console.out(), workspace, copy).play())
          .code();
    } finally {
      Files.deleteIfExists(copy);
      Files.deleteIfExists(folder);
    }
  }

  /** The example, which the program carries with it. */
  static byte[] example() {
    try (InputStream stream = DemoCommand.class.getResourceAsStream("/examples/" + EXAMPLE)) {
      if (stream == null) {
        throw new IllegalStateException("the program lacks its example " + EXAMPLE);
      }
      return stream.readAllBytes();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
