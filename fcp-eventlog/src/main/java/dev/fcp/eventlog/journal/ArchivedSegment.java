package dev.fcp.eventlog.journal;

import com.google.common.base.Supplier;
import com.google.common.base.Suppliers;
import dev.fcp.eventlog.domain.Value;
import dev.fcp.eventlog.history.HistoryPoint;
import dev.fcp.eventlog.history.StepId;
import dev.fcp.eventlog.journal.Journal.Snapshot;
import dev.fcp.eventlog.journal.Journal.StepLocation;
import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What a journal keeps of a segment whose lines are in the archive: all that opening needs (AR-3).
 * It is stored like a snapshot, whose record is the last one of the segment.
 *
 * <pre>
 * {.., "state":{"object":..,"sha256":..,"bytes":..,"first":..,"before":..,"size":..,"sources":[..]}}
 * lines: 4, steps: 4                                            big-endian
 * for each line { checksum: 4, size without line end: 4 }
 * for each step { id: 16, parent: 16, 0 for the base; record, counted from the first: 4; index: 4 }
 * </pre>
 *
 * <p>{@code before} is the checksum before the first record, {@code size} the size of the lines.
 */
final class ArchivedSegment {

  private static final int LINE_BYTES = 8;
  private static final int STEP_BYTES = 40;

  private final ArchivedObject object;
  private final int previousCrc;
  private final int lastCrc;
  private final int sizeBytes;
  private final List<String> sources;
  private final Supplier<ByteBuffer> tables;

  private ArchivedSegment(
      ArchivedObject object,
      int previousCrc,
      int lastCrc,
      int sizeBytes,
      List<String> sources,
      Supplier<ByteBuffer> tables) {
    this.object = object;
    this.previousCrc = previousCrc;
    this.lastCrc = lastCrc;
    this.sizeBytes = sizeBytes;
    this.sources = sources;
    this.tables = tables;
  }

  /**
   * What is kept of a segment.
   *
   * @param lines its lines, without gaps
   * @param steps the steps in its records
   * @param sources the ids of the sources to which its records refer
   */
  static ArchivedSegment of(
      ArchivedObject object, LineTable lines, List<StepLocation> steps, List<String> sources) {
    int last = lines.size() - 1;
    ByteBuffer tables =
        ByteBuffer.allocate(8 + LINE_BYTES * lines.size() + STEP_BYTES * steps.size());
    tables.putInt(lines.size()).putInt(steps.size());
    for (int row = 0; row <= last; row++) {
      tables.putInt(lines.crc(row)).putInt(lines.place(row).lengthBytes());
    }
    for (StepLocation step : steps) {
      putId(tables, Optional.of(step.id()));
      putId(tables, step.parent().step());
      tables.putInt((int) (step.recordNumber() - object.firstRecord())).putInt(step.index());
    }
    return new ArchivedSegment(
        object,
        lines.previousCrc(0),
        lines.crc(last),
        lines.place(last).endBytes(),
        sources,
        () -> tables.duplicate().rewind());
  }

  /** What is kept of records that were pruned: the name of their object. */
  static ArchivedSegment ofPruned(ArchivedObject object) {
    return new ArchivedSegment(
        object,
        JournalLine.GENESIS,
        JournalLine.GENESIS,
        0,
        List.of(),
        () -> ByteBuffer.allocate(8));
  }

  private static void putId(ByteBuffer out, Optional<StepId> id) {
    out.putLong(id.map(StepId::highBits).orElse(0L)).putLong(id.map(StepId::lowBits).orElse(0L));
  }

  private static Optional<StepId> id(ByteBuffer in) {
    long high = in.getLong();
    long low = in.getLong();
    return high == 0 && low == 0 ? Optional.empty() : Optional.of(StepId.ofBits(high, low));
  }

  /** The bytes of the file. */
  byte[] encode() {
    Value.Fields state =
        Value.Fields.of(
            Map.of(
                "object", Value.of(object.name()),
                "sha256", Value.of(object.sha256()),
                "bytes", Value.of(object.sizeBytes()),
                "first", Value.of(object.firstRecord()),
                "before", Value.of(JournalLine.hex(previousCrc)),
                "size", Value.of(sizeBytes),
                "sources", new Value.Sequence(sources.stream().<Value>map(Value::of).toList())));
    return SnapshotFile.encode(
        Snapshot.of(object.lastRecord(), state, tables.get().array()), lastCrc, true);
  }

  /**
   * Reads a file; empty if it is damaged.
   *
   * @param isPruned whether the records are no longer part of the journal
   */
  static Optional<ArchivedSegment> read(byte[] file, boolean isPruned) {
    try {
      return SnapshotFile.read(file).map(found -> decode(found, isPruned));
    } catch (IllegalArgumentException | ArithmeticException e) {
      return Optional.empty();
    }
  }

  private static ArchivedSegment decode(SnapshotFile file, boolean isPruned) {
    Value.Fields state = file.state();
    ArchivedObject object =
        new ArchivedObject(
            state.text("object"),
            state.text("sha256"),
            state.at("first").asLong(),
            file.recordNumber(),
            state.at("bytes").asLong(),
            isPruned);
    return new ArchivedSegment(
        object,
        Integer.parseUnsignedInt(state.text("before"), 16),
        file.chainCrc(),
        Math.toIntExact(state.at("size").asLong()),
        state.at("sources").asSequence().stream().map(Value::asText).toList(),
        Suppliers.memoize(() -> ByteBuffer.wrap(file.snapshot().model())));
  }

  ArchivedObject object() {
    return object;
  }

  /** The checksum before the first record. */
  int previousCrc() {
    return previousCrc;
  }

  /** The checksum of the last record. */
  int lastCrc() {
    return lastCrc;
  }

  int recordCount() {
    return Math.toIntExact(object.lastRecord() - object.firstRecord() + 1);
  }

  /** The size of the lines. */
  int sizeBytes() {
    return sizeBytes;
  }

  /** The ids of the sources to which the records refer. */
  List<String> sources() {
    return sources;
  }

  /**
   * The lines of the segment.
   *
   * @param file the file of the segment before it was moved
   */
  LineTable lines(Path file) {
    ByteBuffer in = tables.get().duplicate().rewind();
    int count = in.getInt();
    in.getInt();
    LineTable lines = new LineTable();
    int crc = previousCrc;
    int offsetBytes = 0;
    for (int row = 0; row < count; row++) {
      int before = crc;
      crc = in.getInt();
      int lengthBytes = in.getInt();
      JournalLine frame = new JournalLine(object.firstRecord() + row, crc, before, 0);
      lines.add(file, frame, offsetBytes, lengthBytes);
      offsetBytes += lengthBytes + 1;
    }
    return lines;
  }

  /** The steps in the records. */
  List<StepLocation> steps() {
    ByteBuffer in = tables.get().duplicate().rewind();
    int lineCount = in.getInt();
    int count = in.getInt();
    in.position(8 + LINE_BYTES * lineCount);
    List<StepLocation> steps = new ArrayList<>(count);
    for (int i = 0; i < count; i++) {
      StepId id = id(in).orElseThrow(BufferUnderflowException::new);
      HistoryPoint parent = new HistoryPoint(id(in));
      steps.add(new StepLocation(id, parent, object.firstRecord() + in.getInt(), in.getInt()));
    }
    return steps;
  }
}
