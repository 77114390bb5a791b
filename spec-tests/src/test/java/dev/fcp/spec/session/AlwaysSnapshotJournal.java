package dev.fcp.spec.session;

import dev.fcp.eventlog.journal.InMemoryJournal;
import dev.fcp.eventlog.journal.Journal.Snapshot;
import dev.fcp.spec.journal.DelegatingJournal;
import java.util.function.Consumer;

/**
 * A journal that wants a snapshot after every record.
 *
 * @param snapshots receives the snapshots
 */
record AlwaysSnapshotJournal(InMemoryJournal delegate, Consumer<Snapshot> snapshots)
    implements DelegatingJournal {

  AlwaysSnapshotJournal(InMemoryJournal delegate) {
    this(delegate, delegate::writeSnapshot);
  }

  @Override
  public boolean isSnapshotDue() {
    return true;
  }

  @Override
  public void writeSnapshot(Snapshot snapshot) {
    snapshots.accept(snapshot);
  }
}
