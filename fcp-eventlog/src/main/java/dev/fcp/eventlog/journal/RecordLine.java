package dev.fcp.eventlog.journal;

import dev.fcp.eventlog.json.JsonLineWriter;

/** Where records are written before they are handed over, one at a time. */
final class RecordLine {

  private final JsonLineWriter line = new JsonLineWriter();

  /**
   * The bytes of a record, which names texts by their ids.
   *
   * @throws IllegalArgumentException if they are more than {@link FileJournal#MAX_RECORD_BYTES}
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
