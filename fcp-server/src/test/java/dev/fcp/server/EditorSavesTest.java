package dev.fcp.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.fcp.eventlog.domain.Value;
import dev.fcp.eventlog.json.ValueJson;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** How editors and git write, in a folder that a process {@code fcp watch --json} watches. */
@Timeout(120)
class EditorSavesTest {

  private static final String FILE = "src/a.txt";

  @TempDir Path temporary;
  @TempDir Path errors;
  private FolderFixture project;
  private Process watch;
  private BufferedReader lines;

  @BeforeEach
  void start_watching() throws IOException {
    project = new FolderFixture(temporary);
    project.write(FILE, "one\ntwo\n");
    project.git("init", "-q");
    project.git("add", "-A");
    project.git("commit", "-q", "-m", "one");
    project.fcp("checkpoint", ".", "start");
    watch =
        ProgramProcesses.start(
            Main.class, errors.resolve("errors"), "watch", temporary.toString(), "--json");
    lines = watch.inputReader();
    assertThat(lines.readLine()).isEqualTo("{\"kind\":\"watching\"}");
  }

  @AfterEach
  void stop_watching() throws InterruptedException {
    watch.destroyForcibly();
    watch.waitFor();
  }

  /** Requires that the next step concerns one file, and that it contains a change. */
  private void assertNextStep(String file, String change) throws IOException {
    Value.Fields step = ValueJson.read(lines.readLine()).asFields();
    assertThat(step.at("files").asSequence()).containsExactly(Value.of(file));
    assertThat(step.at("changes").asSequence().toString()).contains(change);
  }

  /** Requires that the next step is one that is made now, so that there was none before it. */
  private void assertNoFurtherStep() throws IOException {
    project.write("after.txt", "x\n");
    assertNextStep("after.txt", "+ file after.txt");
  }

  private Path path(String name) {
    return temporary.resolve(name);
  }

  @Test
  void a_file_that_is_replaced_by_a_temporary_one_is_one_step() throws IOException {
    project.write("src/.a.txt.tmp", "one\n2\n");
    Files.move(path("src/.a.txt.tmp"), path(FILE), StandardCopyOption.ATOMIC_MOVE);
    assertNextStep(FILE, "two");
    assertNoFurtherStep();
  }

  @Test
  void a_file_that_is_emptied_and_written_in_two_parts_is_one_step() throws IOException {
    try (OutputStream out = Files.newOutputStream(path(FILE))) {
      out.write("one\n".getBytes(StandardCharsets.UTF_8));
      out.flush();
      out.write("2\n".getBytes(StandardCharsets.UTF_8));
    }
    assertNextStep(FILE, "two");
    assertNoFurtherStep();
  }

  @Test
  void a_file_of_which_the_editor_makes_a_backup_is_one_step() throws IOException {
    project.write("src/.a.txt.swp", "swap");
    Files.move(path(FILE), path(FILE + "~"));
    project.write(FILE, "one\n2\n");
    Files.delete(path(FILE + "~"));
    Files.delete(path("src/.a.txt.swp"));
    assertNextStep(FILE, "two");
    assertNoFurtherStep();
    project.fcp("jump", ".", "start");
    assertThat(project.read(FILE)).isEqualTo("one\ntwo\n");
  }

  @Test
  void a_checkout_of_another_branch_is_one_step_that_belongs_to_nobody() throws IOException {
    project.git("checkout", "-q", "-b", "other");
    for (String name : List.of("b", "c", "d")) {
      project.write("src/" + name + ".txt", "new\n");
    }
    project.git("add", "src");
    project.git("commit", "-q", "-m", "other");
    String step = lines.readLine();
    while (!step.contains("src/d.txt")) {
      step = lines.readLine();
    }
    project.fcp("mark", ".", "--session", "s", "--message", "m1", "--actor", "bot");
    project.git("checkout", "-q", "-");
    Value.Fields checkout = ValueJson.read(lines.readLine()).asFields();
    assertThat(checkout.text("actor")).isEqualTo("external");
    assertThat(checkout.at("files").asSequence())
        .containsExactly(Value.of("src/b.txt"), Value.of("src/c.txt"), Value.of("src/d.txt"));
    assertNoFurtherStep();
  }
}
