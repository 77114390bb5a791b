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
 * A folder with documents in which commands are typed. A refusal must leave everything in it as it
 * was, and what it suggests must work when it is typed.
 */
final class Workbench {

  private static final String TRY = "  try: ";

  private final Path folder;
  private final Shell shell;

  Workbench(Path folder) {
    this.folder = folder;
    this.shell = new Shell(folder);
  }

  /** Lays a sample in the folder, under its own name. */
  Workbench with(Sample sample) {
    return write(sample.file(), sample.bytes());
  }

  Path path(String name) {
    return folder.resolve(name);
  }

  Workbench write(String name, byte[] bytes) {
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

  /** Types a command that must succeed; gives what it printed. */
  String done(String... command) {
    Shell.Run run = shell.run(command);
    assertThat(run.exitCode()).as("%s%n%s", String.join(" ", command), run.all()).isZero();
    return run.all();
  }

  /** Types a command that must be refused; gives what it complained about. */
  String refused(String... command) {
    return refused(ExitCode.REFUSED, command);
  }

  String refused(ExitCode code, String... command) {
    Map<String, String> before = contents();
    Shell.Run run = shell.run(command);
    assertThat(run.exitCode())
        .as("%s%n%s", String.join(" ", command), run.all())
        .isEqualTo(code.code());
    assertThat(run.out()).as("what is printed by a refusal").isEmpty();
    assertThat(contents()).isEqualTo(before);
    suggestions(run.err()).forEach(suggestion -> assertWorks(suggestion, command));
    return run.err();
  }

  /** What a text suggests to type. */
  static List<String> suggestions(String text) {
    return text.lines()
        .filter(line -> line.startsWith(TRY))
        .map(line -> line.substring(TRY.length()))
        .toList();
  }

  /** Types a command as it stands in a text, as a shell takes it. */
  String typed(String line) {
    List<String> words = words(line);
    assertThat(words).as(line).startsWith("fcp");
    return done(words.subList(1, words.size()).toArray(String[]::new));
  }

  /**
   * Types a suggestion in a copy of the folder; one that is an operation replaces those refused.
   */
  private void assertWorks(String suggestion, String... command) {
    Path copy = copied();
    if (suggestion.startsWith("fcp ")) {
      new Workbench(copy).typed(suggestion);
    } else {
      List<String> words = new ArrayList<>(List.of(command));
      words.removeIf(word -> word.contains(" "));
      words.add(suggestion);
      new Workbench(copy).done(words.toArray(String[]::new));
    }
  }

  private Path copied() {
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

  /** The words into which a shell takes a line apart. */
  static List<String> words(String line) {
    try {
      Process shell =
          new ProcessBuilder("sh", "-c", "eval \"set -- $1\"; printf '%s\\n' \"$@\"", "sh", line)
              .redirectError(ProcessBuilder.Redirect.INHERIT)
              .start();
      String out = new String(shell.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
      assertThat(shell.waitFor()).as(line).isZero();
      return out.lines().toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new AssertionError(e);
    }
  }

  /** The names of what lies in a folder. */
  List<String> names(String name) {
    try (Stream<Path> all = Files.list(path(name))) {
      return all.map(it -> String.valueOf(it.getFileName())).sorted().toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /**
   * All that lies in the folder, histories included. What was refused is noted in a history, and is
   * no part of it; so are folders in which one could lie.
   */
  private Map<String, String> contents() {
    Map<String, String> contents = new TreeMap<>();
    try (Stream<Path> all = Files.walk(folder)) {
      for (Path path : all.filter(Files::isRegularFile).toList()) {
        contents.put(folder.relativize(path).toString(), content(path));
      }
      contents.keySet().removeIf(name -> name.endsWith("/lock") || name.endsWith(".gitignore"));
      return contents;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static String content(Path path) throws IOException {
    return path.toString().endsWith(".jsonl")
        ? Files.readAllLines(path).stream()
            .filter(line -> !line.contains("\"type\":\"refused\""))
            .collect(Collectors.joining("\n"))
        : sha256(Files.readAllBytes(path));
  }

  /** The SHA-256 of some bytes, 64 hex digits. */
  static String sha256(byte[] bytes) {
    return Source.of(bytes).id();
  }
}
