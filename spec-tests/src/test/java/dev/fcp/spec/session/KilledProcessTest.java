package dev.fcp.spec.session;

import static org.assertj.core.api.Assertions.assertThat;

import dev.fcp.eventlog.journal.FileJournal;
import dev.fcp.eventlog.session.Session;
import dev.fcp.eventlog.session.SessionState;
import dev.fcp.spec.Clause;
import dev.fcp.spec.domains.counter.Counter;
import dev.fcp.spec.domains.counter.CounterEvent;
import dev.fcp.spec.generator.Tries;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A real process that is killed while it works: everything it acknowledged is in the journal. */
@Clause({"JN-9", "JN-7"})
class KilledProcessTest {

  private static final int KILLS = Tries.areAll() ? 50 : 1;
  private static final int STEPS = 1_000_000;

  @TempDir private Path folder;

  static ProcessBuilder process(Path journal, String steps) {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(List.of("-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC", "-Xshare:auto", "-cp"));
    command.add(System.getProperty("java.class.path"));
    command.addAll(List.of(KilledProcess.class.getName(), journal.toString(), steps));
    return new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.INHERIT);
  }

  /**
   * Each process continues with the journal of the previous one and is killed at another moment.
   */
  @Test
  void everything_a_killed_process_acknowledged_is_kept() throws Exception {
    Path journal = folder.resolve(".fcp/a.counter");
    int value = 0;
    for (int kill = 0; kill < KILLS; kill++) {
      List<String> acknowledged = killedAfter(journal, 1 + (kill + 1) * 7 % 60);
      assertThat(acknowledged)
          .as("killed between the first and the last step")
          .hasSizeBetween(1, STEPS - 1);
      value = requireAll(journal, acknowledged, value);
    }
    assertThat(value).isGreaterThan(KILLS);
  }

  /**
   * Returns the lines of a process that is killed after it has printed the given number of them.
   */
  private static List<String> killedAfter(Path journal, int lines)
      throws IOException, InterruptedException {
    Process process = process(journal, Integer.toString(STEPS)).start();
    List<String> acknowledged = new ArrayList<>();
    try (BufferedReader out = process.inputReader()) {
      for (int i = 0; i < lines; i++) {
        acknowledged.add(out.readLine());
      }
      // Killed through its handle, because {@code Process.destroy} would close the stream.
      process.toHandle().destroyForcibly();
      // Lines printed before the kill took effect are acknowledged too.
      for (String line = out.readLine(); line != null; line = out.readLine()) {
        acknowledged.add(line);
      }
    } finally {
      process.destroyForcibly().waitFor();
    }
    assertThat(acknowledged).doesNotContainNull();
    return acknowledged;
  }

  static int requireAll(Path folder, List<String> acknowledged, int before) {
    try (FileJournal journal = FileJournal.open(folder, FileJournal.Settings.defaults())) {
      Session<Counter, CounterEvent> session = CounterSessions.resumed(journal);
      SessionState<Counter, CounterEvent> state = session.state();
      int last = before + acknowledged.size();
      // One more step may have been written but not acknowledged.
      assertThat(state.model().value()).isBetween(last, last + 1);
      for (String line : acknowledged) {
        requireDigest(state, line);
      }
      assertThat(session.verify().isValid()).isTrue();
      return state.model().value();
    }
  }

  private static void requireDigest(SessionState<Counter, CounterEvent> state, String line) {
    if (line.indexOf(' ') < 0 || line.length() < line.indexOf(' ') + 33) {
      return; // the kill came in the middle of the line
    }
    int value = Integer.parseInt(line.substring(0, line.indexOf(' ')));
    var step = state.history().steps().get(value - 1);
    assertThat(step.digestAfter().hex()).isEqualTo(line.substring(line.indexOf(' ') + 1));
  }
}
