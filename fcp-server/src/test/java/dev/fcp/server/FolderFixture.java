package dev.fcp.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.fcp.eventlog.domain.Value;
import dev.fcp.eventlog.json.ValueJson;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;

/** A folder of files on which the program, agents and people work. */
final class FolderFixture {

  private final Path folder;
  private final ProgramRunner runner;

  FolderFixture(Path folder) {
    this.folder = folder;
    this.runner = new ProgramRunner(folder);
  }

  Path folder() {
    return folder;
  }

  /** Writes a file, as any program does. */
  void write(String path, String text) {
    try {
      Path file = folder.resolve(path);
      Files.createDirectories(file.getParent());
      Files.writeString(file, text);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  String read(String path) {
    try {
      return Files.readString(folder.resolve(path));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  void edit(String path, UnaryOperator<String> edit) {
    String before = read(path);
    String after = edit.apply(before);
    assertThat(after).isNotEqualTo(before);
    write(path, after);
  }

  void delete(String path) {
    try {
      Files.delete(folder.resolve(path));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Makes a file write-protected. */
  void protect(String path) {
    setPermissions(path, "r--r--r--");
  }

  void unprotect(String path) {
    setPermissions(path, "rw-r--r--");
  }

  private void setPermissions(String path, String permissions) {
    try {
      Files.setPosixFilePermissions(
          folder.resolve(path), PosixFilePermissions.fromString(permissions));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Runs a command that must succeed. */
  String fcp(String... command) {
    ProgramRunner.Result result = runner.run(command);
    assertThat(result.exitCode()).as("%s%n%s", List.of(command), result.combined()).isZero();
    return result.combined();
  }

  ProgramRunner.Result result(String input, String... command) {
    return runner.runWithInput(input, command);
  }

  /** An agent applies operations for a message of a session. */
  void agent(String session, String message, String... operations) {
    List<String> command = new ArrayList<>();
    command.addAll(
        List.of("run", ".", "--actor", "bot", "--session", session, "--message", message));
    command.addAll(List.of(operations));
    fcp(command.toArray(String[]::new));
  }

  /** The report of a command that must print one line of JSON. */
  Value.Fields json(String... command) {
    ProgramRunner.Result result = runner.run(command);
    assertThat(result.out()).as(result.combined()).startsWith("{");
    return ValueJson.read(result.out().strip()).asFields();
  }

  String git(String... arguments) {
    List<String> command =
        new ArrayList<>(List.of("git", "-c", "user.name=ann", "-c", "user.email=ann@example.org"));
    command.addAll(List.of(arguments));
    try {
      Process git =
          new ProcessBuilder(command).directory(folder.toFile()).redirectErrorStream(true).start();
      String output = new String(git.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
      assertThat(git.waitFor(60, TimeUnit.SECONDS)).isTrue();
      assertThat(git.exitValue()).as(output).isZero();
      return output;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    }
  }

  /** The texts of all files that belong to the folder, by path. */
  Map<String, String> files() {
    Map<String, String> files = new TreeMap<>();
    try (Stream<Path> paths = Files.walk(folder)) {
      paths
          .filter(Files::isRegularFile)
          .map(folder::relativize)
          .filter(path -> !path.startsWith(".fcp") && !path.startsWith(".git"))
          .forEach(path -> files.put(path.toString(), read(path.toString())));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return files;
  }
}
