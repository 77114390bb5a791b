package dev.fcp.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.fcp.eventlog.json.ValueJson;
import dev.fcp.spec.generator.Tries;
import java.io.BufferedReader;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Real processes of {@code fcp watch} that are killed while they record what others write. */
class KilledWatchTest {

  private static final int KILLS = Tries.areAll() ? 50 : 1;
  private static final int FILES = 20;

  @TempDir Path temporary;
  @TempDir Path errors;
  private final Random random = new Random(3);
  private FolderFixture project;
  private int round;

  @BeforeEach
  void write_project() {
    project = new FolderFixture(temporary);
    writeRound();
  }

  /** Another program writes all files; one of them exists in every other round only. */
  private void writeRound() {
    round++;
    for (int i = 0; i < FILES; i++) {
      project.write("part%d/%d.txt".formatted(i % 3, i), "file %d\nround %d\n".formatted(i, round));
    }
    if (round % 2 == 0) {
      project.write("sometimes.txt", "round\n");
    } else if (project.files().containsKey("sometimes.txt")) {
      project.delete("sometimes.txt");
    }
  }

  /** Watches and writes, and kills the watch at any moment; returns the steps that it printed. */
  private List<String> printedBeforeKill() throws Exception {
    Process watch =
        ProgramProcesses.start(
            Main.class, errors.resolve("errors"), "watch", temporary.toString(), "--json");
    List<String> steps = new ArrayList<>();
    try (BufferedReader out = watch.inputReader()) {
      assertThat(out.readLine()).contains("watching");
      for (int i = random.nextInt(1, 3); i > 0; i--) {
        writeRound();
        steps.add(step(out.readLine()));
      }
      writeRound();
      // The moment of the kill within the recording of the last round differs from run to run.
      long end = System.nanoTime() + random.nextInt(400_000_000);
      while (System.nanoTime() < end) {
        Thread.onSpinWait();
      }
      watch.toHandle().destroyForcibly();
      out.lines().filter(line -> line.endsWith("}")).map(KilledWatchTest::step).forEach(steps::add);
      return steps;
    } finally {
      watch.toHandle().destroyForcibly();
      watch.waitFor();
    }
  }

  private static String step(String line) {
    return ValueJson.read(line).asFields().text("step");
  }

  @Test
  @Timeout(1800)
  void after_each_kill_the_steps_that_were_printed_are_there_and_their_states_can_be_restored()
      throws Exception {
    Map<String, String> first = project.files();
    project.fcp("checkpoint", ".", "start");
    for (int kill = 0; kill < KILLS; kill++) {
      List<String> printed = printedBeforeKill();
      Map<String, String> written = project.files();
      assertThat(project.fcp("history", ".", "ids").lines())
          .as("a look cannot make the steps again, because steps have new ids")
          .anyMatch(line -> line.contains(printed.getLast()))
          .filteredOn(line -> printed.stream().anyMatch(line::contains))
          .hasSize(printed.size());
      assertThat(project.files()).as("a watch writes no file").isEqualTo(written);
      assertThat(project.fcp("verify", ".")).contains("all digests match");
      project.fcp("checkpoint", ".", "kill " + kill);
      project.fcp("jump", ".", printed.getFirst());
      assertThat(project.read("part0/0.txt")).startsWith("file 0\nround ");
      project.fcp("jump", ".", "kill " + kill);
      assertThat(project.files()).isEqualTo(written);
    }
    project.fcp("jump", ".", "start");
    assertThat(project.files()).isEqualTo(first);
  }
}
