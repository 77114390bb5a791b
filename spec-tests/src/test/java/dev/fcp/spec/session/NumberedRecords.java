package dev.fcp.spec.session;

import static org.assertj.core.api.Assertions.assertThat;

import dev.fcp.eventlog.domain.Source;
import dev.fcp.eventlog.domain.Value;
import dev.fcp.eventlog.history.HistoryPoint;
import dev.fcp.eventlog.journal.FileJournal;
import dev.fcp.eventlog.journal.Journal;
import dev.fcp.eventlog.journal.Journal.Snapshot;
import dev.fcp.eventlog.journal.JournalRecord;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.LongStream;

/** Records that differ only in their number, which each of them contains. */
final class NumberedRecords {

  private NumberedRecords() {}

  static JournalRecord record(long number) {
    return new JournalRecord.Saving(
        Instant.EPOCH, CounterSessions.ANN, "%064x".formatted(number), HistoryPoint.BASE);
  }

  /** Returns the records from one number to another, inclusive. */
  static List<JournalRecord> records(long from, long to) {
    return LongStream.rangeClosed(from, to).mapToObj(NumberedRecords::record).toList();
  }

  /** Appends the records from one number to another, inclusive. */
  static void append(Journal journal, long from, long to) {
    for (long number = from; number <= to; number++) {
      assertThat(journal.append(number - 1, record(number)))
          .isEqualTo(new Journal.AppendResult.Written(number));
    }
  }

  /** Returns a record of an external version that did not fit. */
  static JournalRecord found(Source text) {
    return new JournalRecord.External(
        Instant.EPOCH,
        CounterSessions.ANN,
        text,
        JournalRecord.External.MergeExtent.NONE,
        List.of(),
        HistoryPoint.BASE,
        Optional.empty());
  }

  static void keepSnapshot(FileJournal journal, long number) {
    journal.writeSnapshot(Snapshot.of(number, Value.Fields.of(Map.of()), new byte[0]));
  }

  /** Discards the records before a number; this requires a snapshot. */
  static void dropBefore(FileJournal journal, long number) {
    keepSnapshot(journal, number);
    journal.discardBefore(number);
  }
}
