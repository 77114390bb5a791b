package dev.fcp.postgres;

import com.google.common.hash.Hashing;
import dev.fcp.eventlog.domain.MalformedValueException;
import dev.fcp.eventlog.domain.Value;
import dev.fcp.eventlog.journal.Journal.Snapshot;
import dev.fcp.eventlog.journal.JournalException;
import dev.fcp.eventlog.journal.Upcasters;
import dev.fcp.eventlog.json.ValueJson;
import java.nio.charset.StandardCharsets;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The snapshots, indexes and named states of a document. */
final class SnapshotRows {

  /** The kind of a snapshot from which loading can start. */
  static final String STATE = "state";

  /** The kind of an index. */
  static final String INDEX = "index";

  /** The member of an index that names the upcasters with which its records were read. */
  private static final String UPCASTERS = "upcasters";

  private final DocumentRow document;
  private final int recordsPerSnapshot;
  private final Value upcasters;

  /** The number of the newest known snapshot; negative if there is none. */
  private volatile long newest = -1;

  SnapshotRows(DocumentRow document, int recordsPerSnapshot, Upcasters upcasters) {
    this.document = document;
    this.recordsPerSnapshot = recordsPerSnapshot;
    this.upcasters = Value.of(upcasters.names());
  }

  private Database database() {
    return document.database();
  }

  /**
   * Whether there are enough records since the newest snapshot; always after the first record,
   * because that snapshot contains the base.
   */
  boolean isDue(long lastNumber) {
    if (seemsDue(lastNumber)) {
      // Another session may have written one.
      newest = numbers(STATE).stream().max(Long::compare).orElse(-1L);
    }
    return seemsDue(lastNumber);
  }

  private boolean seemsDue(long lastNumber) {
    return newest < 0 ? lastNumber > 0 : lastNumber - newest >= recordsPerSnapshot;
  }

  /** The numbers of a kind, ascending. */
  List<Long> numbers(String kind) {
    return database()
        .query(
            document.where(),
            row -> row.getLong(1),
            """
            SELECT snapshots.number FROM fcp.snapshots
            JOIN fcp.documents ON documents.id = document_id
            WHERE document_id = ? AND kind = ?
              AND number BETWEEN first_number - 1 AND last_number
            ORDER BY number
            """,
            document.id(),
            kind);
  }

  /** The snapshot or index with a number, if it exists and is intact. */
  Optional<Snapshot> find(String kind, long number) {
    return database()
        .queryFirst(
            document.where(),
            SnapshotRows::read,
            """
            SELECT number, checksum, state, model FROM fcp.snapshots
            WHERE document_id = ? AND kind = ? AND number = ?
            """,
            document.id(),
            kind,
            number)
        .flatMap(found -> found);
  }

  /** The index with a number, if it exists, is intact, and was made with the same upcasters. */
  Optional<Snapshot> findIndex(long number) {
    return find(INDEX, number)
        .filter(found -> found.state().find(UPCASTERS).equals(Optional.of(upcasters)));
  }

  /** The snapshot of a named state, if it exists and is intact. */
  Optional<Snapshot> findNamed(String name) {
    return database()
        .queryFirst(
            document.where(),
            SnapshotRows::read,
            """
            SELECT number, checksum, state, model FROM fcp.named_states
            WHERE document_id = ? AND name = ?
            """,
            document.id(),
            keyOf(name))
        .flatMap(found -> found);
  }

  /**
   * What stands for the name of a state in the database: the name as a JSON string, or, if an index
   * cannot hold that, the SHA-256 of this string.
   */
  private static String keyOf(String name) {
    String json = ValueJson.write(Value.of(name));
    return IndexedText.isOne(json)
        ? json
        : Hashing.sha256().hashString(json, StandardCharsets.UTF_8).toString();
  }

  private static Optional<Snapshot> read(ResultSet row) throws SQLException {
    String state = row.getString(3);
    byte[] model = row.getBytes(4);
    int checksum = EncodedRecord.checksum(model, state.getBytes(StandardCharsets.UTF_8));
    if (checksum != row.getInt(2)) {
      return Optional.empty();
    }
    try {
      return Optional.of(Snapshot.of(row.getLong(1), ValueJson.read(state).asFields(), model));
    } catch (MalformedValueException e) {
      // The checksum matches, so another release wrote it; an older snapshot is used instead.
      return Optional.empty();
    }
  }

  /** Writes a snapshot or an index; replaces one with the same number. */
  void write(String kind, Snapshot snapshot) {
    String state = ValueJson.write(snapshot.state());
    byte[] model = snapshot.model();
    int written =
        database()
            .update(
                document.where(),
                """
                INSERT INTO fcp.snapshots (document_id, kind, number, checksum, state, model)
                SELECT id, ?, ?, ?, ?::json, ? FROM fcp.documents
                WHERE id = ? AND ? BETWEEN first_number AND last_number
                ON CONFLICT (document_id, kind, number) DO UPDATE SET checksum = EXCLUDED.checksum,
                  state = EXCLUDED.state, model = EXCLUDED.model, written_at = clock_timestamp()
                """,
                kind,
                snapshot.recordNumber(),
                EncodedRecord.checksum(model, state.getBytes(StandardCharsets.UTF_8)),
                state,
                model,
                document.id(),
                snapshot.recordNumber());
    if (written == 0) {
      throw new JournalException(
          "%s: no record %d for a snapshot".formatted(document.where(), snapshot.recordNumber()));
    }
    if (kind.equals(STATE)) {
      newest = Math.max(newest, snapshot.recordNumber());
    }
  }

  /** Writes an index; replaces one with the same number. */
  void writeIndex(Snapshot index) {
    Map<String, Value> fields = new HashMap<>(index.state().fields());
    fields.put(UPCASTERS, upcasters);
    write(INDEX, Snapshot.of(index.recordNumber(), Value.Fields.of(fields), index.model()));
  }

  void writeNamed(String name, Snapshot snapshot) {
    String state = ValueJson.write(snapshot.state());
    byte[] model = snapshot.model();
    database()
        .update(
            document.where(),
            """
            INSERT INTO fcp.named_states (document_id, name, number, checksum, state, model)
            VALUES (?, ?, ?, ?, ?::json, ?)
            ON CONFLICT (document_id, name) DO UPDATE SET number = EXCLUDED.number,
              checksum = EXCLUDED.checksum, state = EXCLUDED.state, model = EXCLUDED.model,
              written_at = clock_timestamp()
            """,
            document.id(),
            keyOf(name),
            snapshot.recordNumber(),
            EncodedRecord.checksum(model, state.getBytes(StandardCharsets.UTF_8)),
            state,
            model);
  }

  /**
   * Deletes a snapshot before a record if the distance between those next to it is then no greater
   * than the distance of the newer one to that record. Keeps the first and the last one before the
   * record.
   */
  void thin(long recordNumber) {
    List<Long> numbers = numbers(STATE).stream().filter(number -> number < recordNumber).toList();
    int newer = numbers.size() - 1;
    for (int i = newer - 1; i > 0; i--) {
      long distance = recordNumber - numbers.get(newer);
      if (numbers.get(newer) - numbers.get(i - 1) <= distance) {
        delete(numbers.get(i));
      } else {
        newer = i;
      }
    }
  }

  private void delete(long number) {
    database()
        .update(
            document.where(),
            "DELETE FROM fcp.snapshots WHERE document_id = ? AND kind = ? AND number = ?",
            document.id(),
            STATE,
            number);
  }
}
