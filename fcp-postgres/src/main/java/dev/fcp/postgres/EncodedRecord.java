package dev.fcp.postgres;

import dev.fcp.eventlog.domain.Source;
import dev.fcp.eventlog.history.Step;
import dev.fcp.eventlog.history.StepId;
import dev.fcp.eventlog.journal.FileJournal;
import dev.fcp.eventlog.journal.JournalRecord;
import dev.fcp.eventlog.journal.JournalRecordCodec;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import java.util.zip.CRC32C;

/**
 * A record as it is stored.
 *
 * @param json the record, which refers to its source by id
 * @param checksum the CRC32C of the JSON in UTF-8
 * @param sizeBytes the size of the JSON in UTF-8
 * @param source its source, if it has one
 * @param steps the ids of its steps
 */
record EncodedRecord(
    String json, int checksum, int sizeBytes, Optional<Source> source, List<StepId> steps) {

  /**
   * Encodes a record.
   *
   * @throws IllegalArgumentException if it cannot be encoded, or is larger than {@link
   *     FileJournal#MAX_RECORD_BYTES}
   */
  static EncodedRecord of(JournalRecord record) {
    String json = JournalRecordCodec.toLineNamingSource(record);
    byte[] bytes = json.getBytes(StandardCharsets.UTF_8);
    if (bytes.length > FileJournal.MAX_RECORD_BYTES) {
      throw new IllegalArgumentException(
          "a record of %d bytes is longer than %d"
              .formatted(bytes.length, FileJournal.MAX_RECORD_BYTES));
    }
    return new EncodedRecord(
        json,
        checksum(bytes),
        bytes.length,
        JournalRecordCodec.sourceOf(record),
        record.steps().stream().map(Step::id).toList());
  }

  /** The CRC32C of some bytes, one array after the other. */
  static int checksum(byte[]... parts) {
    CRC32C crc = new CRC32C();
    for (byte[] part : parts) {
      crc.update(part);
    }
    return (int) crc.getValue();
  }
}
