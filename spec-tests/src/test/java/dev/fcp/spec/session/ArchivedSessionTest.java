package dev.fcp.spec.session;

import static org.assertj.core.api.Assertions.assertThat;

import dev.fcp.eventlog.journal.Durability;
import dev.fcp.eventlog.journal.FileJournal;
import dev.fcp.eventlog.journal.Journal;
import dev.fcp.eventlog.session.Session;
import dev.fcp.spec.Clause;
import dev.fcp.spec.domains.counter.Counter;
import dev.fcp.spec.domains.counter.CounterEvent;
import dev.fcp.spec.journal.CrashingDisk;

/** Random programs of sessions whose records move to an archive all the time. */
@Clause({"AR-2", "AR-3"})
class ArchivedSessionTest extends SessionComparisonTest {

  private CrashingDisk disk = new CrashingDisk();

  private FileJournal.Settings settings() {
    return ArchivedJournals.settings(disk, disk)
        .withDurability(Durability.none())
        .withSegmentBytes(1);
  }

  @Override
  protected Journal newJournal() {
    disk = new CrashingDisk();
    ArchivedJournals.create(disk);
    return ArchivedJournals.open(settings());
  }

  /** Moves records, and compares what another process sees. */
  @Override
  protected void afterOperation(
      Session<Counter, CounterEvent> session, Journal journal, int number) {
    if (number % 3 == 0) {
      session.archive(ArchivedJournals.TWO_STEPS.withMinUndoDepth(1 + number % 4));
    }
    if (number % 10 == 9) {
      journal.flush();
      try (FileJournal other = FileJournal.open(JournalFixtures.FOLDER, settings())) {
        Session<Counter, CounterEvent> reader = CounterSessions.resumed(other);
        assertThat(Observation.of(reader.state())).isEqualTo(Observation.of(session.state()));
        assertThat(other.archiveStatus().objects()).isNotEmpty();
      }
    }
  }
}
