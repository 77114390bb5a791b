package dev.fcp.server;

import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.stream.Stream;

/**
 * The crash of the demonstration: kills a program while it edits a file, and leaves half a record
 * in the journal, as a power cut may.
 */
final class DemoCrash {

  /** The number of reported edits after which the program is killed. */
  private static final int EDITS_BEFORE_KILL = 7;

  private final Path file;

  DemoCrash(Path file) {
    this.file = file;
  }

  /**
   * Starts a program that keeps editing the file, and kills it.
   *
   * @return the number of edits it reported
   */
  int run() {
    try {
      ProcessBuilder builder =
          new ProcessBuilder(java(), "-cp", classPath(), Main.class.getName(), "demo-edits", name())
              .directory(folder().toFile())
              .redirectError(ProcessBuilder.Redirect.INHERIT);
      builder.environment().remove(Program.STORE_VARIABLE);
      Process program = builder.start();
      try (BufferedReader output =
          new BufferedReader(
              new InputStreamReader(program.getInputStream(), StandardCharsets.UTF_8))) {
        return countAcknowledged(program, output);
      } finally {
        program.destroyForcibly();
      }
    } catch (IOException e) {
      throw new UncheckedIOException("the program that is to be killed does not start", e);
    }
  }

  private static int countAcknowledged(Process program, BufferedReader output) throws IOException {
    int edits = 0;
    while (edits < EDITS_BEFORE_KILL && output.readLine() != null) {
      edits++;
    }
    // Process.destroyForcibly would close the output before it is read.
    program.toHandle().destroyForcibly();
    // Every edit is recorded before it is reported.
    edits += (int) output.lines().filter(line -> !line.isBlank()).count();
    program.onExit().join();
    return edits;
  }

  /** Appends the first half of a record to the journal, as a power cut may. */
  void tearLastRecord() {
    Path journal = folder().resolve(".fcp").resolve(name());
    try (Stream<Path> files = Files.list(journal)) {
      List<Path> segments =
          files.filter(path -> path.toString().endsWith(".jsonl")).sorted().toList();
      Path last = segments.get(segments.size() - 1);
      String text = Files.readString(last, StandardCharsets.UTF_8).stripTrailing();
      String record = text.substring(text.lastIndexOf('\n') + 1);
      Files.writeString(
          last,
          text + "\n" + record.substring(0, record.length() / 2),
          StandardOpenOption.TRUNCATE_EXISTING);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private Path folder() {
    Path folder = file.getParent();
    return folder == null ? Path.of(".") : folder;
  }

  private String name() {
    return String.valueOf(file.getFileName());
  }

  /** The program that starts a JVM like this one. */
  static String java() {
    return Path.of(System.getProperty("java.home"), "bin", "java").toString();
  }

  /** The class path of this program as absolute paths. */
  static String classPath() {
    return Stream.of(System.getProperty("java.class.path").split(File.pathSeparator))
        .map(part -> Path.of(part).toAbsolutePath().toString())
        .reduce((one, other) -> one + File.pathSeparator + other)
        .orElse("");
  }
}
