package dev.fcp.spec.session;

import dev.fcp.eventlog.history.StepId.UlidGenerator;
import dev.fcp.eventlog.journal.FileJournal;
import dev.fcp.eventlog.session.Session;
import dev.fcp.eventlog.session.SessionSettings;
import dev.fcp.spec.domains.counter.Counter;
import dev.fcp.spec.domains.counter.CounterEvent;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Random;

/**
 * Writes the journals that are stored as test data: the worked example and the fixtures of this
 * version.
 */
final class JournalFixtureWriter {

  private static final Instant NOW = Instant.parse("2026-01-02T03:04:05Z");

  private JournalFixtureWriter() {}

  /** Writes both below a folder, for a new version of the format. */
  public static void main(String[] arguments) throws IOException {
    Path folder = Path.of(arguments[0]);
    writeExample(folder.resolve("example/.fcp/seven.counter"));
    Path all = folder.resolve("v1/counter");
    FileJournal.Settings settings =
        FileJournal.Settings.defaults().withSnapshotPolicy(JournalFixtures.NO_MORE_SNAPSHOTS);
    try (FileJournal journal = FileJournal.open(all, settings)) {
      JournalFixtures.write(journal, 60);
    }
    Files.delete(all.resolve("lock"));
  }

  /** Opens a file that contains 7, adds 2, names the state, and undoes the step. */
  static void writeExample(Path folder) {
    SessionSettings settings =
        new SessionSettings(() -> NOW, new UlidGenerator(() -> NOW, new Random(1)));
    FileJournal.Settings files =
        FileJournal.Settings.defaults().withLockTimeout(Duration.ofSeconds(9)).withClock(() -> NOW);
    try (FileJournal journal = FileJournal.open(folder, files)) {
      Session<Counter, CounterEvent> session =
          CounterSessions.opened(" 07 # seven\n", journal, settings);
      CounterSessions.add(session, 2);
      session.with(CounterSessions.options("checkpoint")).checkpoint("nine");
      session.with(CounterSessions.options("undo")).undo(1);
    }
  }
}
