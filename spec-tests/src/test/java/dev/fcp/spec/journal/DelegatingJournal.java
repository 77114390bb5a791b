package dev.fcp.spec.journal;

import dev.fcp.eventlog.journal.Journal;
import dev.fcp.eventlog.journal.JournalRecord;
import java.util.List;

/** A journal that keeps its records in another one, without the optional capabilities of that. */
@FunctionalInterface
public interface DelegatingJournal extends Journal {

  /** The journal with the records. */
  Journal delegate();

  @Override
  default long lastNumber() {
    return delegate().lastNumber();
  }

  @Override
  default AppendResult append(long expectedLastNumber, JournalRecord record) {
    return delegate().append(expectedLastNumber, record);
  }

  @Override
  default List<JournalRecord> read(long fromNumber) {
    return delegate().read(fromNumber);
  }
}
