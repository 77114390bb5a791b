package dev.fcp.benchmarks.table;

import dev.fcp.eventlog.journal.Journal;
import dev.fcp.eventlog.journal.JournalRecord;
import java.util.ArrayList;
import java.util.List;

/** A journal that keeps record objects, so that a step is measured without encoding JSON. */
final class RecordJournal implements Journal {

  private final List<JournalRecord> records = new ArrayList<>();

  @Override
  public synchronized long lastNumber() {
    return records.size();
  }

  @Override
  public synchronized AppendResult append(long expectedLastNumber, JournalRecord record) {
    if (records.size() != expectedLastNumber) {
      return new AppendResult.Stale(records.size());
    }
    records.add(record);
    return new AppendResult.Written(records.size());
  }

  /** The record with a number. */
  synchronized JournalRecord record(int number) {
    return records.get(number - 1);
  }

  @Override
  public synchronized List<JournalRecord> read(long fromNumber) {
    return List.copyOf(records.subList((int) fromNumber - 1, records.size()));
  }
}
