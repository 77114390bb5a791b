package dev.fcp.spec.journal;

import dev.fcp.eventlog.journal.FileJournal;

/** Each record begins a segment, and the second journal follows the first from one to the next. */
class SmallSegmentsContractTest extends SharedFileJournalContractTest {

  @Override
  FileJournal.Settings settings() {
    return super.settings().withSegmentBytes(1);
  }
}
