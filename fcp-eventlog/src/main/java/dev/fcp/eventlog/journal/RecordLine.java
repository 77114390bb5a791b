package dev.fcp.eventlog.journal;

import dev.fcp.eventlog.json.JsonLineWriter;

/** Encodes records, one at a time, in a reused buffer. */
final class RecordLine {

  private final JsonLineWriter line = new JsonLineWriter();

  /**
   * The bytes of a record, which refers to its source by id.
   *
   * @throws IllegalArgumentException if the record is larger than {@link
   *     FileJournal#MAX_RECORD_BYTES}
   */
  synchronized byte[] of(JournalRecord record) {
    byte[] bytes = JournalRecordCodec.writeNamingTexts(record, line.clear()).toBytes();
    if (bytes.length > FileJournal.MAX_RECORD_BYTES) {
      throw new IllegalArgumentException(
          "a record of %d bytes is longer than %d"
              .formatted(bytes.length, FileJournal.MAX_RECORD_BYTES));
    }
    return bytes;
  }
}
