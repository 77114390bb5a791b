package dev.fcp.spec.session;

import dev.fcp.eventlog.domain.Redaction;
import dev.fcp.eventlog.history.StepId.UlidGenerator;
import dev.fcp.eventlog.journal.ArchivedObject;
import dev.fcp.eventlog.journal.Disk;
import dev.fcp.eventlog.journal.FileJournal;
import dev.fcp.eventlog.journal.FolderArchive;
import dev.fcp.eventlog.session.Session;
import dev.fcp.eventlog.session.SessionSettings;
import dev.fcp.spec.domains.counter.Counter;
import dev.fcp.spec.domains.counter.CounterEvent;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Random;

/**
 * Writes the journals that are stored as test data: the worked example and the fixtures of this
 * version.
 */
final class JournalFixtureWriter {

  private static final Instant NOW = Instant.parse("2026-01-02T03:04:05Z");

  private static final int RECORDS = 64;

  private JournalFixtureWriter() {}

  /**
   * Writes them below a folder: the example, a journal without an archive, whose format is version
   * 2, one with an archive, whose format is version 3, and a redacted one, whose format is version
   * 4.
   */
  public static void main(String[] arguments) throws IOException {
    Path folder = Path.of(arguments[0]);
    writeExample(folder.resolve("example/.fcp/seven.counter"));
    Path archive = folder.resolve("v3/counter-archive");
    FileJournal.Settings settings =
        FileJournal.Settings.defaults()
            .withSnapshotPolicy(JournalFixtures.NO_MORE_SNAPSHOTS)
            .withArchives(place -> new FolderArchive(Disk.system(), archive));
    write(folder.resolve("v2/counter"), settings);
    Path redacted = folder.resolve("v4/counter");
    write(redacted, settings);
    try (FileJournal journal = FileJournal.open(redacted, settings)) {
      var unused = CounterSessions.resumed(journal).redact(new Redaction.OfText("typing"), "why");
    }
    Files.delete(redacted.resolve("lock"));
    Path archived = folder.resolve("v3/counter");
    write(archived, settings);
    FolderArchive unused = FolderArchive.create(Disk.system(), archive);
    try (FileJournal journal = FileJournal.open(archived, settings)) {
      journal.setArchive(ArchivedJournals.ARCHIVE.toString());
      List<ArchivedObject> moved =
          CounterSessions.resumed(journal).archive(ArchivedJournals.TWO_STEPS);
      System.out.println(moved.size() + " objects in the archive");
    }
    Files.delete(archived.resolve("lock"));
  }

  private static void write(Path folder, FileJournal.Settings settings) throws IOException {
    try (FileJournal journal = FileJournal.open(folder, settings)) {
      JournalFixtures.write(journal, RECORDS);
    }
    Files.delete(folder.resolve("lock"));
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
