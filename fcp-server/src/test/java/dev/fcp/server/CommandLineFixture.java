package dev.fcp.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.fcp.eventlog.domain.Source;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * A folder with documents on which commands are run. A refused command must change nothing in the
 * folder, and its suggestion must work.
 */
final class CommandLineFixture {

  private static final String TRY_PREFIX = "  try: ";

  private final Path folder;
  private final ProgramRunner runner;

  CommandLineFixture(Path folder) {
    this.folder = folder;
    this.runner = new ProgramRunner(folder);
  }

  /** Copies a sample into the folder under its own name. */
  CommandLineFixture add(SampleDocument sample) {
    return write(sample.file(), sample.bytes());
  }

  Path path(String name) {
    return folder.resolve(name);
  }

  CommandLineFixture write(String name, byte[] bytes) {
    try {
      Files.write(path(name), bytes);
      return this;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  byte[] bytes(String name) {
    try {
      return Files.readAllBytes(path(name));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Runs a command that must succeed, as must what it suggests, and returns its output. */
  String run(String... command) {
    String output = runSuccessfully(command);
    suggestions(output).forEach(suggestion -> assertWorks(suggestion, command));
    return output;
  }

  private String runSuccessfully(String... command) {
    ProgramRunner.Result result = runner.run(command);
    assertThat(result.exitCode())
        .as("%s%n%s", String.join(" ", command), result.combined())
        .isZero();
    return result.combined();
  }

  /** Runs a command that must be refused, and returns its error output. */
  String runRefused(String... command) {
    return runRefused(ExitCode.REFUSED, command);
  }

  String runRefused(ExitCode code, String... command) {
    Map<String, String> before = contents();
    ProgramRunner.Result result = runner.run(command);
    assertThat(result.exitCode())
        .as("%s%n%s", String.join(" ", command), result.combined())
        .isEqualTo(code.code());
    assertThat(result.out()).as("standard output of a refusal").isEmpty();
    assertThat(contents()).isEqualTo(before);
    suggestions(result.err()).forEach(suggestion -> assertWorks(suggestion, command));
    return result.err();
  }

  /** Runs a command and returns the lines of its error output. */
  List<String> errorLines(String... command) {
    return runner.run(command).err().lines().toList();
  }

  /** The suggestions in an output. */
  static List<String> suggestions(String text) {
    return text.lines()
        .filter(line -> line.startsWith(TRY_PREFIX))
        .map(line -> line.substring(TRY_PREFIX.length()))
        .toList();
  }

  /** Runs a command line, split into words as a shell does. */
  String runLine(String line) {
    return run(commandOf(line));
  }

  private static String[] commandOf(String line) {
    List<String> words = words(line);
    assertThat(words).as(line).startsWith("fcp");
    return words.subList(1, words.size()).toArray(String[]::new);
  }

  /** Runs a suggestion in a copy of the folder; a suggested operation replaces the refused ones. */
  private void assertWorks(String suggestion, String... command) {
    Path copy = copyFolder();
    if (suggestion.startsWith("fcp ")) {
      new CommandLineFixture(copy).runSuccessfully(commandOf(suggestion));
    } else {
      List<String> words = new ArrayList<>(List.of(command));
      words.removeIf(word -> word.contains(" "));
      words.add(suggestion);
      new CommandLineFixture(copy).runSuccessfully(words.toArray(String[]::new));
    }
  }

  private Path copyFolder() {
    try (Stream<Path> all = Files.walk(folder)) {
      Path copy = Files.createTempDirectory(folder.getParent(), "copy");
      for (Path path : all.filter(it -> !it.equals(folder)).toList()) {
        Files.copy(path, copy.resolve(folder.relativize(path)), LinkOption.NOFOLLOW_LINKS);
      }
      return copy;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** The words into which a shell splits a line. */
  static List<String> words(String line) {
    try {
      Process process =
          new ProcessBuilder("sh", "-c", "eval \"set -- $1\"; printf '%s\\n' \"$@\"", "sh", line)
              .redirectError(ProcessBuilder.Redirect.INHERIT)
              .start();
      String out = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
      assertThat(process.waitFor()).as(line).isZero();
      return out.lines().toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new AssertionError(e);
    }
  }

  /** The names of the files in a folder. */
  List<String> fileNames(String name) {
    try (Stream<Path> all = Files.list(path(name))) {
      return all.map(it -> String.valueOf(it.getFileName())).sorted().toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /**
   * The contents of all files in the folder, including histories but without records of refused
   * operations, lock files and {@code .gitignore} files.
   */
  private Map<String, String> contents() {
    Map<String, String> contents = new TreeMap<>();
    try (Stream<Path> all = Files.walk(folder)) {
      for (Path path : all.filter(Files::isRegularFile).toList()) {
        contents.put(folder.relativize(path).toString(), contentOf(path));
      }
      contents.keySet().removeIf(name -> name.endsWith("/lock") || name.endsWith(".gitignore"));
      return contents;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static String contentOf(Path path) throws IOException {
    return path.toString().endsWith(".jsonl")
        ? Files.readAllLines(path).stream()
            .filter(line -> !line.contains("\"type\":\"refused\""))
            .collect(Collectors.joining("\n"))
        : sha256(Files.readAllBytes(path));
  }

  /** The SHA-256 of some bytes in 64 hex digits. */
  static String sha256(byte[] bytes) {
    return Source.of(bytes).id();
  }
}
