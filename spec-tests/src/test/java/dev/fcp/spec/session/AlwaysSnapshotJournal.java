package dev.fcp.spec.session;

import dev.fcp.eventlog.journal.InMemoryJournal;
import dev.fcp.eventlog.journal.Journal;
import dev.fcp.eventlog.journal.Journal.Snapshot;
import dev.fcp.eventlog.journal.JournalRecord;
import java.util.List;
import java.util.function.Consumer;

/**
 * A journal that wants a snapshot after every record.
 *
 * @param snapshots receives the snapshots
 */
record AlwaysSnapshotJournal(InMemoryJournal delegate, Consumer<Snapshot> snapshots)
    implements Journal {

  AlwaysSnapshotJournal(InMemoryJournal delegate) {
    this(delegate, delegate::writeSnapshot);
  }

  @Override
  public long lastNumber() {
    return delegate.lastNumber();
  }

  @Override
  public AppendResult append(long expectedLastNumber, JournalRecord record) {
    return delegate.append(expectedLastNumber, record);
  }

  @Override
  public List<JournalRecord> read(long fromNumber) {
    return delegate.read(fromNumber);
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
