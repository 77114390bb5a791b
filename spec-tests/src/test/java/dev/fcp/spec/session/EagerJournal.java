package dev.fcp.spec.session;

import dev.fcp.eventlog.journal.InMemoryJournal;
import dev.fcp.eventlog.journal.Journal;
import dev.fcp.eventlog.journal.JournalRecord;
import dev.fcp.eventlog.journal.Snapshot;
import java.util.List;

/** A journal that wants a snapshot after every record. */
record EagerJournal(InMemoryJournal kept) implements Journal {

  @Override
  public long lastNumber() {
    return kept.lastNumber();
  }

  @Override
  public Appended append(long expectedLastNumber, JournalRecord record) {
    return kept.append(expectedLastNumber, record);
  }

  @Override
  public List<JournalRecord> read(long fromNumber) {
    return kept.read(fromNumber);
  }

  @Override
  public boolean wantsSnapshot() {
    return true;
  }

  @Override
  public void keep(Snapshot snapshot) {
    kept.keep(snapshot);
  }
}
