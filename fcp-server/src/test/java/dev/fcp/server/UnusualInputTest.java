package dev.fcp.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import java.io.File;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFileAttributeView;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Command lines and files of a user who has not read the documentation. */
class UnusualInputTest {

  private static final String FILE = "shop.drawio";

  @TempDir Path temporary;
  private CommandLineFixture fixture;

  @BeforeEach
  void create_fixture() throws IOException {
    fixture = new CommandLineFixture(Files.createDirectory(temporary.resolve("folder")));
  }

  /** Asserts that an output contains no class names, stack traces or ISO 8601 durations. */
  private static String requireReadable(String text) {
    assertThat(text).doesNotContainPattern("java\\.|Exception|\\bPT\\d|^\\s+at ");
    return text;
  }

  private String refused(String... command) {
    return requireReadable(fixture.runRefused(command));
  }

  private String broken(String... command) {
    return requireReadable(fixture.runRefused(ExitCode.BROKEN, command));
  }

  private static String nameOf(int length) {
    return "x".repeat(length - ".drawio".length()) + ".drawio";
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "LONG",
        "undo LONG",
        "query LONG status",
        "query shop.drawio LONG",
        "query shop.drawio 'status LONG'",
        "run LONG 'add box A'",
        "run --new LONG 'add box A'",
        "run --new LONG.drawio 'add box A'",
        "run shop.drawio LONG",
        "run shop.drawio 'remove LONG'",
        "undo shop.drawio LONG",
        "undo shop.drawio --to LONG",
        "undo shop.drawio --LONG",
        "save shop.drawio --as LONG",
        "history shop.drawio --entity LONG",
        "rollback shop.drawio --actor LONG",
        "adopt shop.drawio --history-of LONG",
        "card LONG"
      })
  void no_error_message_repeats_a_long_argument_in_full(String command) {
    fixture.run("run", "--new", FILE, "add box A");
    String typed = command.replace("LONG", "x".repeat(40_000));
    List<String> words = CommandLineFixture.words(typed);
    assertThat(fixture.errorLines(words.toArray(String[]::new)))
        .isNotEmpty()
        .allSatisfy(line -> assertThat(line).hasSizeLessThan(1000));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "undo shop.drawio '' | ! the number of steps ",
        "undo shop.drawio --to '' | ! unknown checkpoint \"\"",
        "redo shop.drawio '' | ! the number of steps ",
        "log shop.drawio '' | ! the number of steps ",
        "save shop.drawio --as '' | ! ",
        "retain shop.drawio --steps '' | ! steps:",
        "adopt shop.drawio --history-of '' | ! "
      })
  void an_empty_argument_is_not_treated_as_missing(String command, String message) {
    fixture.run("run", "--new", FILE, "add box A", "add box B");
    fixture.run("run", FILE, "add box C");
    fixture.run("run", FILE, "add box D");
    fixture.run("undo", FILE);
    fixture.run("checkpoint", FILE, "v1");
    assertThat(refused(CommandLineFixture.words(command).toArray(String[]::new)))
        .startsWith(message);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "run shop.drawio 'ad box A'",
        "run shop.drawio 'remove Nobody'",
        "checkpoint shop.drawio ''",
        "checkpoint shop.drawio '  '",
        "undo shop.drawio",
        "redo shop.drawio 2"
      })
  void a_refused_command_creates_no_history(String command) {
    fixture.add(SampleDocument.DIAGRAM);
    Path file = fixture.path(SampleDocument.DIAGRAM.file());
    String typed = command.replace(FILE, SampleDocument.DIAGRAM.file());
    assertThat(refused(CommandLineFixture.words(typed).toArray(String[]::new))).isNotBlank();
    assertThat(file.resolveSibling(".fcp")).doesNotExist();
  }

  @Test
  void a_refused_new_file_leaves_no_draft() {
    assertThat(refused("run", "--new", FILE, "add box A", "ad box B")).contains("unknown verb");
    assertThat(fixture.fileNames(".fcp/.drafts")).containsExactly(".gitignore");
    assertThat(fixture.path(FILE)).doesNotExist();
  }

  @Test
  void an_impossible_file_name_is_explained_and_leaves_no_draft() {
    ProgramRunner.Result run =
        new ProgramRunner(fixture.path("")).run("run", "--new", nameOf(300), "add box A");
    assertThat(run.exitCode()).isEqualTo(ExitCode.BROKEN.code());
    assertThat(requireReadable(run.err())).contains("cannot be saved: ").contains("ame too long");
    assertThat(fixture.fileNames(".fcp/.drafts")).containsExactly(".gitignore");
    fixture.run("run", "--new", nameOf(240), "add box A");
    assertThat(fixture.run("undo", nameOf(240))).startsWith("! undone: add box A\n");
  }

  /** As with too few file descriptors, when the jars of the program cannot be opened. */
  @Test
  void a_part_of_the_program_that_cannot_be_loaded_is_reported_without_a_trace()
      throws IOException, InterruptedException {
    fixture.add(SampleDocument.DIAGRAM);
    List<String> classPath =
        Arrays.stream(System.getProperty("java.class.path").split(File.pathSeparator))
            .filter(entry -> !entry.contains("guava"))
            .toList();
    Process process =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin/java").toString(),
                "-cp",
                String.join(File.pathSeparator, classPath),
                Main.class.getName(),
                "query",
                FILE,
                "map")
            .directory(fixture.path("").toFile())
            .redirectErrorStream(true)
            .start();
    String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(process.waitFor()).as(output).isEqualTo(ExitCode.BROKEN.code());
    assertThat(output)
        .startsWith("! fcp cannot load its own files: ")
        .doesNotContain("\tat ")
        .endsWith("raise it: ulimit -n 256" + System.lineSeparator());
  }

  @Test
  void a_file_name_with_control_characters_is_printed_escaped() throws IOException {
    String name = "a\u001b[2J\ndigest: 0s\n.drawio";
    ProgramRunner runner = new ProgramRunner(fixture.path(""));
    List<List<String>> commands =
        List.of(
            List.of("undo", name),
            List.of("run", name, "add box A"),
            List.of("run", "--new", name, "add box A"),
            List.of("run", "--no-save", name, "add box B"),
            List.of("query", name, "status"),
            List.of("log", name),
            List.of("verify", name),
            List.of("forget", name),
            List.of("forget", name, "--yes"),
            List.of("forget", name));
    for (List<String> command : commands) {
      String output = runner.run(command.toArray(String[]::new)).combined();
      assertThat(output.lines()).noneMatch(line -> line.equals("digest: 0s"));
      assertThat(output).doesNotContain("\u001b");
    }
    Files.writeString(fixture.path(name), "no diagram");
    for (String command : List.of("log", "repair")) {
      assertThat(runner.run(command, name).combined()).doesNotContain("\u001b", "\ndigest: 0s\n");
    }
    fixture.write("sub\u001b.drawio", new byte[0]);
    assertThat(runner.run("log", "sut.drawio").combined()).doesNotContain("\u001b");
  }

  @Test
  void a_folder_without_files_is_a_document_without_steps() throws IOException {
    Files.createDirectory(fixture.path(FILE));
    for (String command : List.of("undo", "log", "verify", "save", "repair", "forget")) {
      ProgramRunner.Result result = new ProgramRunner(fixture.path("")).run(command, FILE);
      assertThat(result.exitCode()).as(command + ": " + result.combined()).isLessThan(2);
      assertThat(fixture.path(FILE)).isDirectory();
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"shop.drawio", "song.mid"})
  void an_empty_file_is_reported_as_unreadable(String name) {
    fixture.write(name, new byte[0]);
    assertThat(broken("log", name)).startsWith("! " + name + " cannot be read: ");
    assertThat(broken("run", name, "title A")).startsWith("! " + name + " cannot be read: ");
    assertThat(fixture.path(".fcp")).doesNotExist();
  }

  @Test
  void a_file_over_the_limit_is_not_read() throws IOException {
    try (var zeros = new RandomAccessFile(fixture.path(FILE).toFile(), "rw")) {
      zeros.setLength(70_000_000);
    }
    ProgramRunner runner = new ProgramRunner(fixture.path(""));
    for (String command : List.of("run", "query", "repair", "undo")) {
      boolean isMore = command.equals("run") || command.equals("query");
      ProgramRunner.Result run =
          isMore ? runner.run(command, FILE, "map") : runner.run(command, FILE);
      assertThat(run.exitCode()).isEqualTo(ExitCode.BROKEN.code());
      assertThat(requireReadable(run.err()))
          .isEqualTo(
              "! shop.drawio cannot be read: it has 70000000 bytes, more than the limit of 67108864\n");
    }
  }

  @Test
  void verify_counts_the_existing_records() throws IOException {
    fixture.run("run", "--new", FILE, "add box A", "add box B");
    fixture.run("run", FILE, "add box C");
    fixture.run("run", FILE, "add box D");
    fixture.run("retain", FILE, "--steps", "1", "--age", "0m", "--above", "0", "--yes");
    long records = 0;
    for (String name : fixture.fileNames(".fcp/" + FILE)) {
      if (name.endsWith(".jsonl")) {
        records +=
            Files.readAllLines(fixture.path(".fcp/" + FILE + "/" + name)).stream()
                .filter(line -> !line.isBlank())
                .count();
      }
    }
    assertThat(fixture.run("verify", FILE))
        .startsWith("! verified: %d records, ".formatted(records));
  }

  @Test
  void a_missing_permission_for_the_folder_is_reported_and_nothing_changes() throws IOException {
    assumeThat(
            Files.getFileStore(temporary).supportsFileAttributeView(PosixFileAttributeView.class))
        .as("the file system of %s supports POSIX permissions", temporary)
        .isTrue();
    fixture.run("run", "--new", FILE, "add box A");
    Path folder = fixture.path("");
    Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("r-xr-xr-x"));
    try {
      assumeThat(Files.isWritable(folder)).as("this user can write anywhere").isFalse();
      ProgramRunner.Result run = new ProgramRunner(folder).run("run", FILE, "add box B");
      assertThat(run.exitCode()).isEqualTo(ExitCode.REFUSED.code());
      assertThat(requireReadable(run.err()))
          .contains("the folder of " + FILE + " is read-only; nothing was done");
    } finally {
      Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("rwxr-xr-x"));
    }
  }
}
