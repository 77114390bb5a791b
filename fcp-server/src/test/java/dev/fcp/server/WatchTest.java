package dev.fcp.server;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.common.util.concurrent.Uninterruptibles;
import dev.fcp.eventlog.domain.Value;
import dev.fcp.eventlog.json.ValueJson;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.PipedReader;
import java.io.PipedWriter;
import java.io.PrintWriter;
import java.io.StringReader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Undo for whatever edits the files of a folder: {@code watch} and {@code mark}. */
class WatchTest {

  @TempDir Path temporary;
  private FolderFixture project;

  @BeforeEach
  void write_project() {
    project = new FolderFixture(temporary);
    for (int i = 1; i <= 20; i++) {
      project.write("src/part%02d.txt".formatted(i), text(i));
    }
    project.write("README.md", "# Parts\n");
    project.git("init", "-q");
    project.git("add", "-A");
    project.git("commit", "-q", "-m", "parts");
  }

  private static String text(int i) {
    return "int f%d() {\n  one();\n  two();\n  three();\n}\n".formatted(i);
  }

  /** The program {@code fcp watch}, on a thread of its own. */
  private final class Watch implements AutoCloseable {

    private final PipedWriter pipe = new PipedWriter();
    private final BufferedReader lines;
    private final Thread thread;
    private volatile int exitCode = -1;

    Watch(String... options) throws IOException {
      lines = new BufferedReader(new PipedReader(pipe, 1 << 16));
      List<String> command = new ArrayList<>(List.of("watch", "."));
      command.addAll(List.of(options));
      PrintWriter out = new PrintWriter(pipe);
      Console console =
          new Console(
              project.folder(),
              new BufferedReader(new StringReader("")),
              out,
              out,
              StandardStreams.none(),
              false);
      thread =
          Thread.ofPlatform()
              .start(() -> exitCode = Program.run(console, command.toArray(String[]::new)));
    }

    /** Reads lines until one contains a text; returns that line. */
    String awaitLine(String text) throws IOException {
      String line = lines.readLine();
      while (!line.contains(text)) {
        line = lines.readLine();
      }
      return line;
    }

    int stop() throws InterruptedException {
      thread.interrupt();
      thread.join();
      return exitCode;
    }

    @Override
    public void close() {
      thread.interrupt();
      Uninterruptibles.joinUninterruptibly(thread);
    }
  }

  @Test
  @Timeout(60)
  void what_changes_is_recorded_and_printed_until_the_watch_is_stopped() throws Exception {
    try (Watch watch = new Watch();
        Watch other = new Watch("--json")) {
      watch.awaitLine("! watching .");
      project.fcp("mark", ".", "--session", "s", "--message", "m1", "--actor", "bot");
      project.edit("src/part01.txt", text -> text.replace("two()", "deux()"));
      assertThat(watch.awaitLine("message m1")).startsWith("bot ");
      assertThat(watch.awaitLine("deux")).contains("src/part01.txt");
      assertThat(ValueJson.read(other.awaitLine("deux")).asFields().at("files").asSequence())
          .singleElement()
          .isEqualTo(Value.of("src/part01.txt"));
      project.fcp("rollback", ".", "--message", "m1");
      assertThat(project.read("src/part01.txt")).isEqualTo(text(1));
      assertThat(watch.stop()).isZero();
      assertThat(other.stop()).isZero();
    }
    assertThat(project.fcp("log", ".")).contains("message m1", "rollback message:m1");
  }

  @Test
  @Timeout(60)
  void without_a_watcher_of_the_system_all_files_are_looked_at_regularly() throws Exception {
    project.fcp("mark", ".", "--end");
    try (Watch watch = new Watch("--poll")) {
      watch.awaitLine("! watching .");
      project.write("new.txt", "x\n");
      assertThat(watch.awaitLine("new.txt")).contains("+ file new.txt");
    }
  }

  @Test
  @Timeout(60)
  void other_settings_of_the_folder_are_in_effect_at_once() throws Exception {
    project.write(".fcp-vault.yaml", "files: {exclude: [logs/]}\n");
    project.write("logs/run.txt", "started\n");
    project.fcp("mark", ".", "--end");
    try (Watch watch = new Watch()) {
      watch.awaitLine("! watching .");
      project.write(".fcp-vault.yaml", "files: {exlude: []}\n");
      watch.awaitLine("there is no setting \"exlude\"");
      project.write(".fcp-vault.yaml", "files: {exclude: []}\n");
      watch.awaitLine("+ file logs/run.txt");
      project.edit("logs/run.txt", text -> text + "done\n");
      assertThat(watch.awaitLine("done")).contains("logs/run.txt");
    }
  }

  @Test
  void a_file_is_not_watched() {
    assertThat(project.result("", "watch", "README.md").exitCode()).isEqualTo(1);
  }

  @Test
  void a_rollback_of_a_message_keeps_the_lines_of_the_person() {
    project.fcp("mark", ".", "--session", "s", "--message", "m1", "--actor", "bot");
    for (int i = 1; i <= 14; i++) {
      project.edit("src/part%02d.txt".formatted(i), text -> text.replace("  two();", "  agent();"));
    }
    for (String name : List.of("a", "b", "c")) {
      project.write("src/made-" + name + ".txt", "made\n");
    }
    project.delete("src/part15.txt");
    project.delete("src/part16.txt");
    project.write("src/moved.txt", text(17));
    project.delete("src/part17.txt");
    project.fcp("mark", ".", "--end", "--session", "s");
    Map<String, String> agentsFiles = project.files();
    project.edit("src/part01.txt", text -> text.replace("three();", "three(mine);"));
    project.edit("src/part02.txt", text -> text.replace("agent();", "agent(mine);"));
    project.git("add", "-A");
    project.git("commit", "-q", "-m", "mine");
    Map<String, String> before = project.files();

    String plan = project.fcp("rollback", ".", "--message", "m1", "--dry-run");
    assertThat(plan)
        .contains("* src/part14.txt: \"  agent();\" -> \"  two();\"")
        .contains("- file src/made-c.txt", "+ file src/part16.txt")
        .contains("* file src/moved.txt -> src/part17.txt")
        .contains("! dry run: nothing changed");
    String conflict =
        "! kept, changed since: line \"  agent();\" of src/part02.txt, by 2 external ";
    assertThat(plan).containsOnlyOnce("! kept").contains(conflict);
    assertThat(project.files()).isEqualTo(before);

    assertThat(project.fcp("rollback", ".", "--message", "m1"))
        .containsOnlyOnce("! kept")
        .contains(conflict);
    Map<String, String> expected = new TreeMap<>();
    for (int i = 1; i <= 20; i++) {
      expected.put("src/part%02d.txt".formatted(i), text(i));
    }
    expected.put("README.md", "# Parts\n");
    expected.put("src/part01.txt", text(1).replace("three();", "three(mine);"));
    expected.put("src/part02.txt", text(2).replace("two();", "agent(mine);"));
    assertThat(project.files()).isEqualTo(expected);

    project.fcp("undo", ".");
    assertThat(project.files()).isEqualTo(before);
    assertThat(agentsFiles).isNotEqualTo(before);
    assertThat(project.git("status", "--short")).isEmpty();
  }

  @Test
  void lines_that_a_person_restored_with_git_are_there_once_after_a_rollback() {
    Map<String, String> before = project.files();
    project.fcp("mark", ".", "--session", "s", "--message", "m1", "--actor", "bot");
    for (int i = 1; i <= 3; i++) {
      project.edit(
          "src/part%02d.txt".formatted(i),
          text -> text.replace("  one();\n  two();\n", "  if (agent) {\n    return;\n  }\n\n"));
    }
    project.fcp("mark", ".", "--end", "--session", "s");
    project.git("checkout", "--", "src/part01.txt");
    project.edit(
        "src/part02.txt", text -> "// mine\n" + text.replaceFirst("(?s)  if.*}\n\n", "  one();\n"));
    project.fcp("log", ".");
    Map<String, String> restored = project.files();
    project.fcp("rollback", ".", "--message", "m1");
    Map<String, String> expected = new TreeMap<>(before);
    expected.put("src/part02.txt", "// mine\n" + text(2));
    assertThat(project.files()).isEqualTo(expected);
    project.fcp("undo", ".");
    assertThat(project.files()).isEqualTo(restored);
    project.fcp("undo", ".");
    project.fcp("undo", ".");
    assertThat(project.files()).isEqualTo(before);
  }

  @Test
  void a_branch_switch_of_git_is_one_step_that_can_be_undone() {
    project.fcp("mark", ".", "--end");
    project.fcp("checkpoint", ".", "start");
    project.git("checkout", "-q", "-b", "other");
    for (int i = 1; i <= 5; i++) {
      project.edit("src/part%02d.txt".formatted(i), text -> text.replace("one", "uno"));
    }
    project.write("src/other.txt", "x\n");
    project.git("add", "-A");
    project.git("commit", "-q", "-m", "other");
    project.fcp("log", ".");
    project.git("checkout", "-q", "-");
    project.fcp("log", ".");
    assertThat(project.fcp("history", ".").lines().filter(line -> line.contains("external")))
        .hasSize(2);
    assertThat(project.fcp("diff", ".", "start")).contains("nothing changed");
    project.fcp("undo", ".");
    assertThat(project.read("src/other.txt")).isEqualTo("x\n");
  }

  @Test
  void the_history_is_ignored_by_git_and_is_no_part_of_the_folder() {
    project.fcp("checkpoint", ".", "start");
    assertThat(Files.isDirectory(temporary.resolve(".fcp/.folder"))).isTrue();
    assertThat(project.git("status", "--short")).isEmpty();
    assertThat(project.fcp("query", ".", "files")).doesNotContain(".fcp", ".git");
  }
}
