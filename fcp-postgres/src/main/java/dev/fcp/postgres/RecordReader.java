package dev.fcp.postgres;

import com.google.common.collect.ContiguousSet;
import com.google.common.collect.Lists;
import dev.fcp.eventlog.domain.MalformedValueException;
import dev.fcp.eventlog.domain.Source;
import dev.fcp.eventlog.journal.JournalException.DamagedRecordException;
import dev.fcp.eventlog.journal.JournalRecord;
import dev.fcp.eventlog.journal.JournalRecordCodec;
import dev.fcp.eventlog.journal.Upcasters;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.TreeMap;

/**
 * Reads the records and sources of a document. Of consecutive records, forward or backward, many
 * are read at once; any other record is read alone. Thread-safe.
 */
final class RecordReader {

  private static final int MAX_PAGE = 128;

  private final DocumentRow document;
  private final Upcasters upcasters;

  /** The rows read last, by number. */
  private final NavigableMap<Long, Row> page = new TreeMap<>();

  private long lastRead = -1;
  private int pageSize = 1;

  private record Row(long number, int checksum, String json) {}

  RecordReader(DocumentRow document, Upcasters upcasters) {
    this.document = document;
    this.upcasters = upcasters;
  }

  /** The records from one number to another; each is read when it is accessed. */
  List<JournalRecord> records(long from, long to) {
    return Lists.transform(ContiguousSet.closedOpen(from, to + 1).asList(), this::record);
  }

  private JournalRecord record(long number) {
    Row row = row(number);
    int checksum = EncodedRecord.checksum(row.json().getBytes(StandardCharsets.UTF_8));
    if (checksum != row.checksum()) {
      throw new DamagedRecordException(
          number, "its checksum is %08x, expected %08x".formatted(checksum, row.checksum()));
    }
    try {
      return upcasters.upcast(JournalRecordCodec.fromLine(row.json(), this::source));
    } catch (MalformedValueException e) {
      throw new DamagedRecordException(number, String.valueOf(e.getMessage()), e);
    }
  }

  private synchronized Row row(long number) {
    boolean isForward = number == lastRead + 1;
    boolean isBackward = number == lastRead - 1;
    lastRead = number;
    Row known = page.get(number);
    if (known != null) {
      return known;
    }
    pageSize = isForward || isBackward ? Math.min(MAX_PAGE, 4 * pageSize) : 1;
    readPage(isBackward ? number - pageSize + 1 : number);
    Row row = page.get(number);
    if (row == null) {
      throw new DamagedRecordException(number, "it is missing");
    }
    return row;
  }

  private void readPage(long from) {
    page.clear();
    document
        .database()
        .query(
            document.where(),
            row -> new Row(row.getLong(1), row.getInt(2), row.getString(3)),
            """
            SELECT number, checksum, record FROM fcp.records
            WHERE document_id = ? AND number >= ? AND number < ? ORDER BY number
            """,
            document.id(),
            from,
            from + pageSize)
        .forEach(row -> page.put(row.number(), row));
  }

  /** The source with an id, if it exists and is intact. */
  Optional<Source> source(String id) {
    return document
        .database()
        .queryFirst(
            document.where(),
            row -> Source.of(row.getBytes(1)),
            "SELECT bytes FROM fcp.sources WHERE document_id = ? AND hash = ?",
            document.id(),
            id)
        .filter(source -> source.id().equals(id));
  }
}
