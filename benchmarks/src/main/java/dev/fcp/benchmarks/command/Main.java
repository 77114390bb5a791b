package dev.fcp.benchmarks.command;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/**
 * Runs commands on large files, each in a separate process, and prints the time that a user waits
 * as a Markdown table.
 */
public final class Main {

  private static final int ROUNDS = 3;
  private static final int CELLS = 200_000;
  private static final int NOTES = 600_000;

  private final List<String> launcher;
  private final Path folder;

  private Main(List<String> launcher, Path folder) {
    this.launcher = launcher;
    this.folder = folder;
  }

  /**
   * Measures everything.
   *
   * @param arguments a folder for the files, then the program and the options before a command, for
   *     instance {@code ./fcp}
   * @throws IOException if the disk fails
   * @throws InterruptedException if the thread is interrupted
   */
  public static void main(String[] arguments) throws IOException, InterruptedException {
    Path folder = Files.createTempDirectory(Path.of(arguments[0]), "large");
    Path diagram = folder.resolve("large.drawio");
    Path song = folder.resolve("large.mid");
    LargeFiles.diagram(diagram, CELLS);
    LargeFiles.song(song, NOTES);
    if (arguments.length == 1) {
      System.out.println(folder);
      return;
    }
    List<String> launcher = Arrays.asList(arguments).subList(1, arguments.length);
    Main main = new Main(launcher, folder);
    System.out.println("| command | median, s | minimum, s | maximum, s |");
    System.out.println("|---|--:|--:|--:|");
    main.row(diagram, "query", "stats");
    main.row(diagram, "run", "label #s7 Other");
    main.row(song, "query", "stats");
    main.row(song, "run", "note #t1 C9 at:7");
  }

  private void row(Path original, String command, String asked)
      throws IOException, InterruptedException {
    double[] seconds = new double[ROUNDS];
    for (int round = 0; round < ROUNDS; round++) {
      // Each round uses a new folder, so that there is no history from an earlier round.
      Path file = Files.createTempDirectory(folder, "round").resolve(original.getFileName());
      Files.copy(original, file, StandardCopyOption.REPLACE_EXISTING);
      seconds[round] = seconds(List.of(command, file.toString(), asked));
    }
    Arrays.sort(seconds);
    System.out.printf(
        Locale.ROOT,
        "| `fcp %s %s '%s'` | %.2f | %.2f | %.2f |%n",
        command,
        original.getFileName(),
        asked,
        seconds[ROUNDS / 2],
        seconds[0],
        seconds[ROUNDS - 1]);
  }

  private double seconds(List<String> arguments) throws IOException, InterruptedException {
    List<String> command = new ArrayList<>(launcher);
    command.addAll(arguments);
    Path printed = Files.createTempFile(folder, "printed", ".txt");
    long start = System.nanoTime();
    Process process =
        new ProcessBuilder(command)
            .redirectErrorStream(true)
            .redirectOutput(printed.toFile())
            .start();
    process.getOutputStream().close();
    int code = process.waitFor();
    double seconds = (System.nanoTime() - start) / 1e9;
    if (code != 0) {
      throw new IllegalStateException(command + " gave " + code + ": " + Files.readString(printed));
    }
    return seconds;
  }
}
