package dev.fcp.eventlog.journal;

import dev.fcp.eventlog.domain.MalformedValueException;
import dev.fcp.eventlog.domain.Value;
import dev.fcp.eventlog.journal.Journal.Snapshot;
import dev.fcp.eventlog.json.ValueJson;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Map;
import java.util.Optional;

/**
 * The file of a snapshot: a line of JSON, framed like a record, followed by the model.
 *
 * <pre>
 * {"crc":"1c0f00aa","prev":"9f3a11c0","n":1000,"model":{"bytes":5120,"crc":"77aa0b1c"},"state":{..}}\n
 * ... 5120 bytes, the model as encoded by the codec of the domain
 * </pre>
 *
 * <p>{@code prev} is the checksum of record {@code n}, which ties the snapshot to its journal.
 *
 * @param chainCrc the checksum of the record of the snapshot
 */
record SnapshotFile(Snapshot snapshot, int chainCrc) {

  byte[] bytes() {
    byte[] model = snapshot.model();
    Value.Fields about =
        Value.Fields.of(
            Map.of(
                "bytes", Value.of(model.length),
                "crc", Value.of(JournalLine.hex(JournalLine.crc(model, 0, model.length)))));
    String json =
        ValueJson.write(Value.Fields.of(Map.of("model", about, "state", snapshot.state())));
    byte[] line =
        JournalLine.of(snapshot.recordNumber(), chainCrc, json.getBytes(StandardCharsets.UTF_8))
            .bytes();
    ByteArrayOutputStream file = new ByteArrayOutputStream(line.length + model.length);
    file.writeBytes(line);
    file.writeBytes(model);
    return file.toByteArray();
  }

  /** Reads the snapshot of a file; empty if the file is damaged. */
  static Optional<SnapshotFile> read(byte[] file) {
    int end = 0;
    while (end < file.length && file[end] != '\n') {
      end++;
    }
    byte[] line = Arrays.copyOf(file, end);
    return JournalLine.read(line, 0, end).flatMap(frame -> read(frame, line, file));
  }

  private static Optional<SnapshotFile> read(JournalLine frame, byte[] line, byte[] file) {
    int start = Math.min(line.length + 1, file.length);
    try {
      Value.Fields content = ValueJson.read(frame.json(line)).asFields();
      Value.Fields about = content.at("model").asFields();
      boolean whole =
          about.at("bytes").asLong() == file.length - start
              && about
                  .text("crc")
                  .equals(JournalLine.hex(JournalLine.crc(file, start, file.length)));
      Value.Fields state = content.at("state").asFields();
      byte[] model = Arrays.copyOfRange(file, start, file.length);
      return whole
          ? Optional.of(
              new SnapshotFile(Snapshot.of(frame.number(), state, model), frame.previousCrc()))
          : Optional.empty();
    } catch (MalformedValueException e) {
      // The checksum matches, so another release wrote it; an older snapshot is used instead.
      return Optional.empty();
    }
  }
}
