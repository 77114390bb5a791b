package dev.fcp.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFileAttributeView;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Command lines and files as somebody types and has them who has not read a page about it. */
class StrangeInputTest {

  private static final String FILE = "shop.drawio";

  @TempDir Path temporary;
  private Workbench bench;

  @BeforeEach
  void lay_out() throws IOException {
    bench = new Workbench(Files.createDirectory(temporary.resolve("folder")));
  }

  /** What is said is for people. */
  private static String plain(String text) {
    assertThat(text).doesNotContainPattern("java\\.|Exception|\\bPT\\d|^\\s+at ");
    return text;
  }

  private String refused(String... command) {
    return plain(bench.refused(command));
  }

  private String broken(String... command) {
    return plain(bench.refused(ExitCode.BROKEN, command));
  }

  private static String nameOf(int letters) {
    return "x".repeat(letters - ".drawio".length()) + ".drawio";
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
  void what_is_given_as_nothing_is_not_taken_for_not_given(String command, String message) {
    bench.done("run", "--new", FILE, "add box A", "add box B");
    bench.done("run", FILE, "add box C");
    bench.done("run", FILE, "add box D");
    bench.done("undo", FILE);
    bench.done("checkpoint", FILE, "v1");
    assertThat(refused(Workbench.words(command).toArray(String[]::new))).startsWith(message);
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
  void what_is_refused_for_a_file_without_history_gives_it_none(String command) {
    bench.with(Sample.DIAGRAM);
    Path file = bench.path(Sample.DIAGRAM.file());
    String typed = command.replace(FILE, Sample.DIAGRAM.file());
    assertThat(refused(Workbench.words(typed).toArray(String[]::new))).isNotBlank();
    assertThat(file.resolveSibling(".fcp")).doesNotExist();
  }

  @Test
  void a_new_file_that_is_not_made_leaves_no_draft() {
    assertThat(refused("run", "--new", FILE, "add box A", "ad box B")).contains("unknown verb");
    assertThat(bench.names(".fcp/.drafts")).containsExactly(".gitignore");
    assertThat(bench.path(FILE)).doesNotExist();
  }

  @Test
  void a_name_that_no_file_can_have_is_told_in_words_and_leaves_no_draft() {
    Shell.Run run = new Shell(bench.path("")).run("run", "--new", nameOf(300), "add box A");
    assertThat(run.exitCode()).isEqualTo(ExitCode.BROKEN.code());
    assertThat(plain(run.err())).contains("cannot be saved: ").contains("ame too long");
    assertThat(bench.names(".fcp/.drafts")).containsExactly(".gitignore");
    bench.done("run", "--new", nameOf(240), "add box A");
    assertThat(bench.done("undo", nameOf(240))).startsWith("! undone: add box A\n");
  }

  @Test
  void a_folder_is_no_document() throws IOException {
    Files.createDirectory(bench.path(FILE));
    for (String command : List.of("undo", "log", "verify", "save", "repair", "forget")) {
      assertThat(refused(command, FILE))
          .isEqualTo("! shop.drawio is a folder\n! give a file in it\n");
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"shop.drawio", "song.mid"})
  void an_empty_file_is_said_to_hold_nothing_that_can_be_read(String name) {
    bench.write(name, new byte[0]);
    assertThat(broken("log", name)).startsWith("! " + name + " cannot be read: ");
    assertThat(broken("run", name, "title A")).startsWith("! " + name + " cannot be read: ");
    assertThat(bench.path(".fcp")).doesNotExist();
  }

  @Test
  void a_file_beyond_the_limit_is_not_read() throws IOException {
    try (var zeros = new RandomAccessFile(bench.path(FILE).toFile(), "rw")) {
      zeros.setLength(70_000_000);
    }
    Shell shell = new Shell(bench.path(""));
    for (String command : List.of("run", "query", "repair", "undo")) {
      boolean isMore = command.equals("run") || command.equals("query");
      Shell.Run run = isMore ? shell.run(command, FILE, "map") : shell.run(command, FILE);
      assertThat(run.exitCode()).isEqualTo(ExitCode.BROKEN.code());
      assertThat(plain(run.err()))
          .isEqualTo(
              "! shop.drawio cannot be read: it has 70000000 bytes, more than the limit of 67108864\n");
    }
  }

  @Test
  void verify_counts_the_records_that_are_there() throws IOException {
    bench.done("run", "--new", FILE, "add box A", "add box B");
    bench.done("run", FILE, "add box C");
    bench.done("run", FILE, "add box D");
    bench.done("retain", FILE, "--steps", "1", "--age", "0m", "--above", "0", "--yes");
    long records = 0;
    for (String name : bench.names(".fcp/" + FILE)) {
      if (name.endsWith(".jsonl")) {
        records +=
            Files.readAllLines(bench.path(".fcp/" + FILE + "/" + name)).stream()
                .filter(line -> !line.isBlank())
                .count();
      }
    }
    assertThat(bench.done("verify", FILE))
        .startsWith("! verified: %d records, ".formatted(records));
  }

  @Test
  void without_permission_for_the_folder_nothing_is_done_and_it_is_told() throws IOException {
    assumeThat(
            Files.getFileStore(temporary).supportsFileAttributeView(PosixFileAttributeView.class))
        .as("the disk of %s knows permissions", temporary)
        .isTrue();
    bench.done("run", "--new", FILE, "add box A");
    Path folder = bench.path("");
    Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("r-xr-xr-x"));
    try {
      assumeThat(Files.isWritable(folder)).as("this user may write anywhere").isFalse();
      Shell.Run run = new Shell(folder).run("run", FILE, "add box B");
      assertThat(run.exitCode()).isEqualTo(ExitCode.REFUSED.code());
      assertThat(plain(run.err())).contains("nothing can be written in the folder of " + FILE);
    } finally {
      Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("rwxr-xr-x"));
    }
  }
}
