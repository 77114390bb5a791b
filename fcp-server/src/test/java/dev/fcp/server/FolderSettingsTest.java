package dev.fcp.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The file in a folder that says which files belong to it. */
class FolderSettingsTest {

  private static final String SETTINGS = ".fcp-vault.yaml";

  @TempDir Path temporary;
  private FolderFixture project;

  @BeforeEach
  void write_project() {
    project = new FolderFixture(temporary);
    project.write("src/a.txt", "one\n");
    project.write("src/b.md", "# B\n");
    project.write("logs/run.txt", "started\n");
    project.write("src/a.txt~", "backup\n");
    project.write("large.txt", "x".repeat(1 << 20) + "y");
    project.write("ignored.txt", "ignored\n");
    project.write(".gitignore", "ignored.txt\n");
  }

  private String files() {
    return project.fcp("query", ".", "files");
  }

  @Test
  void patterns_and_limits_say_which_files_belong_to_the_folder() {
    assertThat(files()).contains("src/a.txt", "src/b.md", "logs/run.txt", "large.txt");
    project.write(
        SETTINGS,
        """
        files:
          include: ['*.txt']
          exclude: [logs/]
          git_ignore: false
          max_file_mib: 1
        """);
    assertThat(files())
        .contains("src/a.txt", "ignored.txt", SETTINGS)
        .doesNotContain("src/b.md", "logs/", "large.txt", "~");
  }

  @Test
  void what_does_not_belong_to_the_folder_is_neither_recorded_nor_taken_back() {
    project.write(SETTINGS, "files: {exclude: [logs/]}\n");
    project.fcp("mark", ".", "--session", "s", "--message", "m1", "--actor", "bot");
    project.edit("src/a.txt", text -> text + "two\n");
    project.edit("logs/run.txt", text -> text + "done\n");
    project.fcp("mark", ".", "--end");
    assertThat(project.fcp("log", ".")).contains("src/a.txt").doesNotContain("logs/");
    project.fcp("rollback", ".", "--message", "m1");
    assertThat(project.read("src/a.txt")).isEqualTo("one\n");
    assertThat(project.read("logs/run.txt")).isEqualTo("started\ndone\n");
  }

  @Test
  void no_more_new_files_belong_to_the_folder_than_the_settings_allow() {
    project.write(SETTINGS, "files: {max_files: 3}\n");
    assertThat(files().lines().filter(line -> line.contains("."))).hasSize(3);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "timelin: x.md | there is no setting \"timelin\"; did you mean timeline? the settings are"
            + " marker_prefix, timeline, threads, priorities, completed, times_of_day, folders,"
            + " files",
        "timeline: [ | not YAML: ",
        "timeline | not a list of settings such as timeline: log.md",
        "files: all | files must be settings such as exclude: [drafts/]",
        "files: {exlude: [x]} | there is no setting \"exlude\"; did you mean exclude? the settings"
            + " are include, exclude, git_ignore, max_file_mib, max_files",
        "files: {include: x} | include must be a list of texts, such as [A, B]",
        "files: {git_ignore: 1} | git_ignore must be true or false",
        "files: {max_file_mib: 65} | max_file_mib must be a number from 1 to 64",
        "files: {max_files: 0} | max_files must be a number from 1 to 1000000"
      })
  void settings_that_are_not_valid_are_refused_before_anything_is_recorded(
      String yaml, String reason) {
    project.fcp("mark", ".", "--end");
    project.edit("src/a.txt", text -> text + "two\n");
    project.write(SETTINGS, yaml + "\n");
    Map<String, String> found = project.files();
    for (String command : new String[] {"log", "undo", "watch"}) {
      ProgramRunner.Result result = project.result("", command, ".");
      assertThat(result.exitCode()).isEqualTo(ExitCode.REFUSED.code());
      assertThat(result.combined()).startsWith("! .fcp-vault.yaml: " + reason);
    }
    assertThat(project.files()).isEqualTo(found);
    project.delete(SETTINGS);
    assertThat(project.fcp("history", ".").lines().filter(line -> line.contains("external")))
        .hasSize(1);
  }
}
