package dev.fcp.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What is in the way of a change of a folder is refused before anything is recorded. */
class UnsavableFolderTest {

  @TempDir Path folder;
  private FolderFixture project;

  @BeforeEach
  void write_project() {
    project = new FolderFixture(folder);
    project.write("a.txt", "a\n");
    project.write("b.txt", "b\n");
    project.write("x", "file\n");
    project.fcp("mark", ".", "--session", "s", "--message", "m1", "--actor", "bot");
  }

  private void protect(String path, String permissions) {
    try {
      Files.setPosixFilePermissions(
          folder.resolve(path), PosixFilePermissions.fromString(permissions));
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  /** A command that is refused and changes neither the files nor the steps. */
  private String refusal(String... command) {
    Map<String, String> files = project.files();
    String history = project.fcp("history", ".");
    ProgramRunner.Result result = project.result("", command);
    assertThat(result.exitCode()).as(result.combined()).isEqualTo(1);
    assertThat(project.files()).isEqualTo(files);
    assertThat(project.fcp("history", ".")).isEqualTo(history);
    return result.combined();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "undo .",
        "jump . 0",
        "rollback . --message m1",
        "rollback . --from-message m1",
        "rollback . --step 1"
      })
  void a_write_protected_file_is_refused_before_anything_is_recorded(String command) {
    project.edit("a.txt", text -> "A\n");
    project.edit("b.txt", text -> "B\n");
    project.fcp("history", ".");
    protect("a.txt", "r--r--r--");
    assertThat(refusal(command.split(" ")))
        .contains("! a.txt is write-protected\n", "try: make it writable")
        .doesNotContain("b.txt is");
    assertThat(project.fcp("query", ".", "status")).contains("mark: bot");
    protect("a.txt", "rw-r--r--");
    project.fcp(command.split(" "));
    assertThat(project.read("a.txt") + project.read("b.txt")).isEqualTo("a\nb\n");
  }

  @Test
  void a_protected_file_that_is_not_concerned_is_no_obstacle() {
    project.edit("a.txt", text -> "A\n");
    protect("b.txt", "r--r--r--");
    project.fcp("undo", ".");
    assertThat(project.read("a.txt")).isEqualTo("a\n");
    project.fcp("redo", ".");
    assertThat(project.read("a.txt")).isEqualTo("A\n");
  }

  @Test
  void a_protected_file_that_somebody_else_wrote_is_merged() {
    project.edit("a.txt", text -> "A\n");
    project.edit("b.txt", text -> "B\n");
    protect("b.txt", "r--r--r--");
    project.fcp("run", ".", "file add c.txt");
    assertThat(project.fcp("history", ".")).contains("2 ", "1 bot");
    assertThat(refusal("run", ".", "file remove b.txt")).contains("b.txt is write-protected");
  }

  @Test
  void the_report_of_a_refused_rollback_says_that_nothing_was_reversed() {
    project.edit("a.txt", text -> "A\n");
    project.fcp("history", ".");
    protect("a.txt", "r--r--r--");
    assertThat(refusal("rollback", ".", "--message", "m1", "--json"))
        .contains("! a.txt is write-protected", "\"events_reversed\":0", "\"success\":false");
  }

  @Test
  void the_dry_run_of_a_rollback_names_the_files_that_could_not_be_saved() {
    project.edit("a.txt", text -> "A\n");
    project.edit("b.txt", text -> "B\n");
    protect("a.txt", "r--r--r--");
    assertThat(project.fcp("rollback", ".", "--message", "m1", "--dry-run"))
        .contains("! this could not be saved: a.txt is write-protected\n")
        .doesNotContain("saved: b.txt");
    protect("a.txt", "rw-r--r--");
    assertThat(project.fcp("rollback", ".", "--message", "m1", "--dry-run"))
        .doesNotContain("could not be saved");
  }

  @Test
  void a_protected_file_can_be_overwritten_on_request() {
    project.edit("a.txt", text -> "A\n");
    project.fcp("history", ".");
    protect("a.txt", "r--r--r--");
    project.fcp("undo", ".", "--no-save");
    project.fcp("save", ".", "--over");
    assertThat(project.read("a.txt")).isEqualTo("a\n");
  }

  @Test
  void undo_restores_a_file_that_became_a_folder() {
    project.delete("x");
    project.write("x/one.txt", "1\n");
    project.write("x/deep/two.txt", "2\n");
    Map<String, String> asFolder = project.files();
    project.fcp("history", ".");
    project.fcp("undo", ".");
    assertThat(project.read("x")).isEqualTo("file\n");
    project.fcp("redo", ".");
    assertThat(project.files()).isEqualTo(asFolder);
    project.fcp("rollback", ".", "--message", "m1");
    assertThat(project.read("x")).isEqualTo("file\n");
  }

  @Test
  void undo_restores_a_folder_that_became_a_file() throws IOException {
    project.fcp("run", ".", "file add dir/one.txt");
    Map<String, String> asFolder = project.files();
    project.delete("dir/one.txt");
    Files.delete(folder.resolve("dir"));
    project.write("dir", "file\n");
    project.fcp("history", ".");
    project.fcp("undo", ".");
    assertThat(project.files()).isEqualTo(asFolder);
    project.fcp("undo", ".");
    assertThat(folder.resolve("dir")).doesNotExist();
  }

  @Test
  void an_empty_folder_that_was_left_gives_way_to_the_file() {
    project.delete("x");
    project.write("x/one.txt", "1\n");
    project.fcp("history", ".");
    project.delete("x/one.txt");
    project.fcp("rollback", ".", "--message", "m1");
    assertThat(project.read("x")).isEqualTo("file\n");
  }

  @Test
  void a_folder_with_other_files_stays_and_is_named() {
    project.write(".gitignore", "*.o\n");
    project.fcp("history", ".");
    project.delete("x");
    project.write("x/one.txt", "1\n");
    project.write("x/deep/two.o", "2\n");
    project.fcp("history", ".");
    assertThat(refusal("undo", "."))
        .contains("! x: the folder x is in the way, which holds x/deep/two.o\n")
        .contains("rename or remove it, then try again");
    project.delete("x/deep/two.o");
    project.fcp("undo", ".");
    assertThat(project.read("x")).isEqualTo("file\n");
  }

  @Test
  void external_steps_after_an_unsaved_rollback_are_in_the_files() {
    project.edit("a.txt", text -> "A\n");
    project.fcp("rollback", ".", "--message", "m1", "--no-save");
    project.fcp("mark", ".", "--end");
    project.edit("b.txt", text -> "B\n");
    assertThat(project.fcp("log", ".").lines().filter(line -> line.contains("[")))
        .hasSize(1)
        .allSatisfy(line -> assertThat(line).contains("rollback message:m1", "[not saved]"));
    project.fcp("save", ".");
    assertThat(project.fcp("log", ".")).doesNotContain("[not saved]");
    assertThat(project.read("a.txt") + project.read("b.txt")).isEqualTo("a\nB\n");
  }
}
