package dev.fcp.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A branch switch of Git is one external step, whatever marks are open. */
class BranchSwitchTest {

  @TempDir Path temporary;
  private FolderFixture project;

  /** Branch {@code other} differs from {@code main} in three files; {@code main} is current. */
  @BeforeEach
  void write_project() throws IOException {
    project = new FolderFixture(Files.createDirectory(temporary.resolve("project")));
    project.write("src/a.txt", "one\n");
    project.write("src/b.txt", "one\n");
    project.write("README.md", "# One\n");
    project.git("init", "-q", "-b", "main");
    commit(project, "one");
    project.git("checkout", "-q", "-b", "other");
    project.edit("src/a.txt", text -> "two\n");
    project.delete("src/b.txt");
    project.edit("README.md", text -> "# Two\n");
    commit(project, "two");
    project.git("checkout", "-q", "main");
  }

  private static void commit(FolderFixture folder, String message) {
    folder.git("add", "-A");
    folder.git("commit", "-q", "-m", message);
  }

  private static void mark(FolderFixture folder, String... options) {
    String[] command = {"mark", ".", "--session", "s", "--message", "m1", "--actor", "bot"};
    String[] all = List.of(command).toArray(new String[command.length + options.length]);
    System.arraycopy(options, 0, all, command.length, options.length);
    folder.fcp(all);
  }

  /** The actors of all steps, newest first. */
  private static List<String> actors(FolderFixture folder) {
    return folder
        .fcp("history", ".")
        .lines()
        .map(String::strip)
        .filter(line -> line.matches("[1-9][0-9]* .*"))
        .map(line -> line.split(" ", 3)[1])
        .toList();
  }

  private static void assertMessageChangedNothing(FolderFixture folder) {
    assertThat(folder.fcp("rollback", ".", "--message", "m1")).contains("it changed nothing");
  }

  @Test
  void a_switch_while_marks_are_open_is_one_external_step() {
    mark(project);
    mark(project, "--path", "src/**");
    project.git("checkout", "-q", "other");
    assertThat(actors(project)).containsExactly("external");
    assertMessageChangedNothing(project);
    project.fcp("undo", ".");
    assertThat(project.read("README.md")).isEqualTo("# One\n");
    assertThat(project.read("src/b.txt")).isEqualTo("one\n");
  }

  @Test
  void what_changes_after_the_switch_was_found_belongs_to_the_mark() {
    mark(project);
    project.git("checkout", "-q", "other");
    project.fcp("history", ".");
    project.edit("src/a.txt", text -> "bot\n");
    commit(project, "bot");
    assertThat(actors(project)).containsExactly("bot", "external");
    project.git("checkout", "-q", "main");
    assertThat(actors(project)).containsExactly("external", "bot", "external");
  }

  @Test
  void a_new_branch_and_a_commit_are_no_switch() {
    mark(project);
    project.git("checkout", "-q", "-b", "topic");
    project.edit("src/a.txt", text -> "bot\n");
    commit(project, "bot");
    assertThat(actors(project)).containsExactly("bot");
    project.fcp("rollback", ".", "--message", "m1");
    assertThat(project.read("src/a.txt")).isEqualTo("one\n");
  }

  @Test
  void a_commit_without_a_branch_is_no_switch() {
    project.git("checkout", "-q", "--detach", "main");
    mark(project);
    project.edit("src/a.txt", text -> "bot\n");
    commit(project, "bot");
    assertThat(actors(project)).containsExactly("bot");
    project.git("checkout", "-q", "other");
    assertThat(actors(project)).containsExactly("external", "bot");
  }

  @Test
  void a_switch_that_changed_no_file_of_the_folder_is_not_waited_for() {
    FolderFixture part = new FolderFixture(project.folder().resolve("src"));
    project.git("checkout", "-q", "-b", "docs");
    project.edit("README.md", text -> "# Docs\n");
    commit(project, "docs");
    mark(part);
    project.git("checkout", "-q", "main");
    part.fcp("history", ".");
    part.edit("a.txt", text -> "bot\n");
    assertThat(actors(part)).containsExactly("bot");
  }

  @Test
  void a_switch_in_a_linked_work_tree_is_found() {
    project.git("branch", "-q", "third");
    project.git("worktree", "add", "-q", "../linked", "third");
    FolderFixture linked = new FolderFixture(temporary.resolve("linked"));
    assertThat(linked.folder().resolve(".git")).isRegularFile();
    mark(linked);
    linked.git("checkout", "-q", "other");
    assertThat(actors(linked)).containsExactly("external");
    assertMessageChangedNothing(linked);
  }

  @Test
  void a_switch_is_found_in_a_folder_below_the_work_tree() {
    FolderFixture part = new FolderFixture(project.folder().resolve("src"));
    mark(part);
    project.git("checkout", "-q", "other");
    assertThat(actors(part)).containsExactly("external");
  }

  @Test
  void a_folder_of_git_that_leads_nowhere_is_ignored() throws IOException {
    FolderFixture plain = new FolderFixture(Files.createDirectory(temporary.resolve("plain")));
    plain.write(".git", "gitdir: /nowhere/at/all\n");
    plain.write("a.txt", "one\n");
    mark(plain);
    plain.edit("a.txt", text -> "bot\n");
    assertThat(actors(plain)).containsExactly("bot");
    plain.write(".git", "no link\n");
    plain.edit("a.txt", text -> "more\n");
    assertThat(actors(plain)).containsExactly("bot", "bot");
  }

  @Test
  void a_damaged_note_about_the_log_of_git_is_only_a_cache() {
    mark(project);
    project.write(".fcp/.folder/git", "x");
    project.edit("src/a.txt", text -> "bot\n");
    assertThat(actors(project)).containsExactly("bot");
    project.git("checkout", "-q", "-f", "other");
    assertThat(actors(project)).containsExactly("external", "bot");
  }
}
