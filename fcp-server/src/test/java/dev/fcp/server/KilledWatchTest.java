package dev.fcp.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.fcp.spec.generator.Tries;
import java.io.BufferedReader;
import java.nio.file.Path;
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

  /** Watches and writes, and kills the watch at any moment; returns how many steps it printed. */
  private int printedBeforeKill() throws Exception {
    Process watch =
        ProgramProcesses.start(Main.class, errors.resolve("errors"), "watch", temporary.toString());
    int steps = 0;
    try (BufferedReader out = watch.inputReader()) {
      assertThat(out.readLine()).startsWith("! watching ");
      int rounds = random.nextInt(1, 3);
      while (steps < rounds) {
        writeRound();
        String line = out.readLine();
        while (!isStep(line)) {
          line = out.readLine();
        }
        steps++;
      }
      writeRound();
      // The moment of the kill within the recording of the last round differs from run to run.
      long end = System.nanoTime() + random.nextInt(400_000_000);
      while (System.nanoTime() < end) {
        Thread.onSpinWait();
      }
      watch.toHandle().destroyForcibly();
      return steps + (int) out.lines().filter(KilledWatchTest::isStep).count();
    } finally {
      watch.toHandle().destroyForcibly();
      watch.waitFor();
    }
  }

  private static boolean isStep(String line) {
    return line.startsWith("external ") && line.endsWith(", edited elsewhere");
  }

  @Test
  @Timeout(1800)
  void after_each_kill_the_steps_that_were_printed_are_there_and_nothing_is_missing()
      throws Exception {
    Map<String, String> first = project.files();
    project.fcp("checkpoint", ".", "start");
    int printed = 0;
    for (int kill = 0; kill < KILLS; kill++) {
      printed += printedBeforeKill();
      Map<String, String> written = project.files();
      project.fcp("log", ".", "1");
      assertThat(project.fcp("verify", ".")).contains("all digests match");
      assertThat(project.files()).as("a watch writes no file").isEqualTo(written);
      project.fcp("undo", ".");
      project.fcp("redo", ".");
      assertThat(project.files()).isEqualTo(written);
    }
    assertThat(printed).isGreaterThanOrEqualTo(KILLS);
    assertThat(project.fcp("history", ".").lines().filter(line -> line.contains("external")))
        .hasSizeGreaterThanOrEqualTo(printed);
    project.fcp("jump", ".", "start");
    assertThat(project.files()).isEqualTo(first);
  }
}
