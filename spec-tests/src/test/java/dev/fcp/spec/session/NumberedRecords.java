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

/** Records of journals of which only the number matters: each tells its own and nothing else. */
final class NumberedRecords {

  private NumberedRecords() {}

  static JournalRecord record(long number) {
    return new JournalRecord.Saving(
        Instant.EPOCH, CounterSessions.ANN, "%064x".formatted(number), HistoryPoint.BASE);
  }

  /** Those of two numbers and between them. */
  static List<JournalRecord> records(long from, long to) {
    return LongStream.rangeClosed(from, to).mapToObj(NumberedRecords::record).toList();
  }

  /** Appends those of two numbers and between them, behind the one before. */
  static void append(Journal journal, long from, long to) {
    for (long number = from; number <= to; number++) {
      assertThat(journal.append(number - 1, record(number)))
          .isEqualTo(new Journal.AppendResult.Written(number));
    }
  }

  /** A version of the document that somebody else wrote, of which nothing fitted. */
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

  /** Lets go of what is before a record, which takes a snapshot to begin at. */
  static void dropBefore(FileJournal journal, long number) {
    keepSnapshot(journal, number);
    journal.discardBefore(number);
  }
}
