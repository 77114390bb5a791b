package dev.fcp.eventlog.journal;

import dev.fcp.eventlog.domain.MalformedValueException;
import dev.fcp.eventlog.domain.Value;
import dev.fcp.eventlog.journal.Journal.Snapshot;
import dev.fcp.eventlog.json.ValueJson;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.zip.Deflater;
import java.util.zip.DeflaterOutputStream;
import java.util.zip.InflaterInputStream;

/**
 * The file of a snapshot: a line of JSON, framed like a record, followed by the compressed model.
 *
 * <pre>
 * {"crc":"1c0f00aa","prev":"9f3a11c0","n":1000,"model":{"bytes":812,"crc":"77aa0b1c","inflated":5120},"state":{..}}\n
 * ... 812 bytes in the zlib format: 5120 bytes, the model as encoded by the codec of the domain
 * </pre>
 *
 * <p>{@code prev} is the checksum of record {@code n}, which ties the snapshot to its journal.
 * Without {@code inflated}, the model is not compressed: it is small, or an older release wrote it.
 *
 * @param chainCrc the checksum of the record of the snapshot
 * @param stored the model, possibly compressed
 * @param inflatedBytes the size of the decompressed model; empty if it is not compressed
 */
@SuppressWarnings("ArrayRecordComponent")
record SnapshotFile(
    long recordNumber,
    int chainCrc,
    Value.Fields state,
    byte[] stored,
    Optional<Integer> inflatedBytes) {

  private static final int CHUNK_BYTES = 1 << 16;

  /** Smaller models are not compressed. */
  private static final int MIN_COMPRESSED_BYTES = 1 << 10;

  /**
   * The bytes of a snapshot.
   *
   * @param chainCrc the checksum of the record of the snapshot
   * @param compresses whether the model is compressed, unless it is small
   */
  static byte[] encode(Snapshot snapshot, int chainCrc, boolean compresses) {
    byte[] plain = snapshot.model();
    boolean isCompressed = compresses && plain.length >= MIN_COMPRESSED_BYTES;
    byte[] model = isCompressed ? deflated(plain) : plain;
    Map<String, Value> about = new HashMap<>();
    about.put("bytes", Value.of(model.length));
    about.put("crc", Value.of(JournalLine.hex(JournalLine.crc(model, 0, model.length))));
    if (isCompressed) {
      about.put("inflated", Value.of(plain.length));
    }
    Value.Fields content =
        Value.Fields.of(Map.of("model", Value.Fields.of(about), "state", snapshot.state()));
    String json = ValueJson.write(content);
    byte[] line =
        JournalLine.of(snapshot.recordNumber(), chainCrc, json.getBytes(StandardCharsets.UTF_8))
            .bytes();
    byte[] file = Arrays.copyOf(line, line.length + model.length);
    System.arraycopy(model, 0, file, line.length, model.length);
    return file;
  }

  /** Reads the snapshot of a file; empty if the file is damaged. */
  static Optional<SnapshotFile> read(byte[] file) {
    int end = JournalLine.lineEnd(file, 0);
    byte[] line = Arrays.copyOf(file, end);
    return JournalLine.read(line, 0, end).flatMap(frame -> read(frame, line, file));
  }

  private static Optional<SnapshotFile> read(JournalLine frame, byte[] line, byte[] file) {
    int start = Math.min(line.length + 1, file.length);
    try {
      Value.Fields content = ValueJson.read(frame.json(line)).asFields();
      Value.Fields about = content.at("model").asFields();
      boolean isWhole =
          about.at("bytes").asLong() == file.length - start
              && about
                  .text("crc")
                  .equals(JournalLine.hex(JournalLine.crc(file, start, file.length)));
      Value.Fields state = content.at("state").asFields();
      byte[] model = Arrays.copyOfRange(file, start, file.length);
      Optional<Integer> inflatedBytes =
          about.find("inflated").map(size -> Math.toIntExact(size.asLong()));
      return isWhole
          ? Optional.of(
              new SnapshotFile(frame.number(), frame.previousCrc(), state, model, inflatedBytes))
          : Optional.empty();
    } catch (MalformedValueException | ArithmeticException e) {
      // The checksum matches, so another release wrote it; an older snapshot is used instead.
      return Optional.empty();
    }
  }

  /** The snapshot; decompresses the model. */
  Snapshot snapshot() {
    byte[] plain = inflatedBytes.isPresent() ? inflated(inflatedBytes.get()) : stored;
    return new Snapshot(recordNumber, state, plain);
  }

  private static byte[] deflated(byte[] plain) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    Deflater fastest = new Deflater(Deflater.BEST_SPEED);
    try (DeflaterOutputStream out = new DeflaterOutputStream(bytes, fastest, CHUNK_BYTES)) {
      out.write(plain);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } finally {
      fastest.end();
    }
    return bytes.toByteArray();
  }

  private byte[] inflated(int sizeBytes) {
    try (InflaterInputStream in = new InflaterInputStream(new ByteArrayInputStream(stored))) {
      return in.readNBytes(sizeBytes);
    } catch (IOException e) {
      throw new UncheckedIOException("the model of a snapshot has another form", e);
    }
  }
}
