package dev.fcp.vault;

import static org.assertj.core.api.Assertions.assertThat;

import dev.fcp.eventlog.document.Document.FileChange;
import dev.fcp.eventlog.session.SessionState.SaveStatus;
import dev.fcp.spec.Clause;
import dev.fcp.spec.generator.Tries;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.SortedMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A real process that is killed while it saves a folder. */
@Clause({"DO-19", "DO-20"})
class KilledSaveTest {

  private static final int KILLS = Tries.areAll() ? 50 : 1;

  @TempDir private Path temporary;

  @Test
  void after_each_kill_the_next_open_completes_the_save() throws Exception {
    Path folder = Files.createDirectory(temporary.resolve("vault"));
    VaultFolders.write(folder, KilledSaver.texts(1));
    Random random = new Random(7);
    int round = 1;
    for (int kill = 0; kill < KILLS; kill++) {
      runAndKill(folder, round + 1, 1 + random.nextInt(3), random.nextInt(40_000_000));
      round = requireWhole(folder, round);
    }
  }

  private static void runAndKill(Path folder, int round, int lines, int nanosAfter)
      throws IOException, InterruptedException {
    Process process =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1",
                "-cp",
                System.getProperty("java.class.path"),
                KilledSaver.class.getName(),
                folder.toString(),
                Integer.toString(round))
            .redirectError(ProcessBuilder.Redirect.INHERIT)
            .start();
    try (BufferedReader out = process.inputReader()) {
      for (int i = 0; i < lines; i++) {
        assertThat(out.readLine()).isNotNull();
      }
      // The moment of the kill within the next save differs from run to run.
      long end = System.nanoTime() + nanosAfter;
      while (System.nanoTime() < end) {
        Thread.onSpinWait();
      }
    } finally {
      process.toHandle().destroyForcibly();
      process.waitFor();
    }
  }

  /** Requires that all files are of one round, and returns it. */
  private static int requireWhole(Path folder, int before) throws IOException {
    SortedMap<String, String> killed = VaultFolders.files(folder);
    var opened = VaultFolders.opened(VaultFolders.store(folder), folder);
    try (var document = opened.document()) {
      SortedMap<String, String> files = VaultFolders.files(folder);
      String text = files.get("folder0/0.md");
      int round = Integer.parseInt(text.substring(text.indexOf("round ") + 6).strip());
      assertThat(round).isGreaterThan(before);
      Map<String, String> expected = KilledSaver.texts(round);
      Map<String, String> former = KilledSaver.texts(round - 1);
      expected.forEach((path, after) -> {
        assertThat(files.getOrDefault(path, "")).describedAs(path).isEqualTo(after);
        assertThat(killed.getOrDefault(path, "")).describedAs(path).isIn(after, former.get(path));
      });
      assertThat(opened.fileChange()).isEqualTo(new FileChange.None());
      var state = document.session().state();
      List<SaveStatus> statuses =
          state.history().steps().stream().map(step -> state.saveStatus(step.id())).toList();
      assertThat(statuses).contains(SaveStatus.SAVED);
      assertThat(statuses).doesNotContain(SaveStatus.PENDING, SaveStatus.FAILED);
      assertThat(document.session().verify().isValid()).isTrue();
      // The last step may have been made and not saved: then it is undone.
      if (!state.isSaved()) {
        document.session().undo();
      }
      return round;
    }
  }
}
