package dev.fcp.eventlog.session;

import dev.fcp.eventlog.domain.Source;
import dev.fcp.eventlog.journal.Journal;
import dev.fcp.eventlog.journal.JournalRecord;
import java.util.Collection;
import java.util.List;
import java.util.Optional;

/** The redacted records of a pruned journal up to a snapshot, from which the state is read. */
record EarlyRecords(long firstNumber, List<JournalRecord> records, Collection<Source> sources)
    implements Journal {

  @Override
  public long lastNumber() {
    return firstNumber + records.size() - 1;
  }

  @Override
  public AppendResult append(long expectedLastNumber, JournalRecord record) {
    return new AppendResult.Stale(lastNumber());
  }

  @Override
  public List<JournalRecord> read(long fromNumber) {
    return records.subList((int) (fromNumber - firstNumber), records.size());
  }

  @Override
  public Optional<Source> source(String id) {
    return sources.stream().filter(source -> source.id().equals(id)).findFirst();
  }
}
