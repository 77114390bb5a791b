package dev.fcp.spec.session;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.fcp.eventlog.journal.FileJournal;
import dev.fcp.spec.Clause;
import dev.fcp.spec.generator.DeepOnly;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A real process is killed with {@code strace}, where that is installed, at its n-th write, force
 * and rename, for every n. This takes minutes: run it with {@code -Pdeep}.
 */
@Clause("JN-9")
@DeepOnly
class KillPointsTest {

  private static final String STEPS = "25";

  @TempDir private Path folder;

  @Test
  void a_kill_at_every_force_loses_nothing_that_was_acknowledged() throws Exception {
    assertThat(killAtEvery("fsync")).isGreaterThan(10);
  }

  @Test
  void a_kill_at_every_write_loses_nothing_that_was_acknowledged() throws Exception {
    // Each step and each printed line is one write.
    assertThat(killAtEvery("write")).isGreaterThan(50);
  }

  @Test
  void a_kill_at_every_rename_loses_nothing_that_was_acknowledged() throws Exception {
    assertThat(killAtEvery("rename")).isGreaterThanOrEqualTo(5);
  }

  /** Returns the number of kills until the process completed. */
  private int killAtEvery(String call) throws IOException, InterruptedException {
    assumeTrue(Files.isExecutable(Path.of("/usr/bin/strace")), "there is no strace here");
    for (int n = 1; ; n++) {
      Path journal = folder.resolve(".fcp/" + call + n);
      List<String> command = new ArrayList<>(List.of("/usr/bin/strace", "-f", "-q"));
      command.addAll(List.of("-e", "trace=" + call, "-o", "/dev/null", "-e"));
      command.add("inject=%s:signal=KILL:when=%d".formatted(call, n));
      command.addAll(KilledProcessTest.process(journal, STEPS).command());
      Process process = new ProcessBuilder(command).start();
      List<String> acknowledged = process.inputReader().lines().toList();
      if (process.waitFor() == 0) {
        return n - 1;
      }
      requireAll(journal, acknowledged);
    }
  }

  /** A process that was killed before its first record has acknowledged nothing. */
  private static void requireAll(Path journal, List<String> acknowledged) {
    long records;
    try (FileJournal opened = FileJournal.open(journal, FileJournal.Settings.defaults())) {
      records = opened.lastNumber();
    }
    if (records == 0) {
      assertThat(acknowledged).isEmpty();
    } else {
      KilledProcessTest.requireAll(journal, acknowledged, 0);
    }
  }
}
