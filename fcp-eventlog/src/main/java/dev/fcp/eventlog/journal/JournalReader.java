package dev.fcp.eventlog.journal;

import com.google.common.collect.ContiguousSet;
import com.google.common.collect.Lists;
import dev.fcp.eventlog.domain.MalformedValueException;
import dev.fcp.eventlog.domain.Source;
import dev.fcp.eventlog.history.HistoryPoint;
import dev.fcp.eventlog.history.StepId;
import dev.fcp.eventlog.journal.Journal.StepLocation;
import dev.fcp.eventlog.journal.JournalException.DamagedRecordException;
import dev.fcp.eventlog.json.ValueJson;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;

/**
 * Reads the records of a journal from its segments. If a thread reads consecutive records, forward
 * or backward, many of their lines are read from the file at once; any other line is read
 * separately. Thread-safe.
 */
final class JournalReader {

  /** The number of bytes to read ahead for consecutive lines. */
  private static final int CHUNK_BYTES = 1 << 16;

  /** The number of read-ahead buffers. If two threads share one, lines may be read one by one. */
  private static final int SLOTS = 8;

  private final JournalFolder folder;
  private final Segments segments;
  private final Ahead[] slots = Stream.generate(Ahead::new).limit(SLOTS).toArray(Ahead[]::new);
  private final SourceFiles sources;
  private final Upcasters upcasters;

  JournalReader(JournalFolder folder, Segments segments, SourceFiles sources, Upcasters upcasters) {
    this.folder = folder;
    this.segments = segments;
    this.sources = sources;
    this.upcasters = upcasters;
  }

  /** The records from one number to another; each is read when it is accessed. */
  List<JournalRecord> records(long from, long to) {
    return Lists.transform(ContiguousSet.closedOpen(from, to + 1).asList(), this::record);
  }

  private JournalRecord record(long number) {
    return read(number, json -> decode(json, sources::find));
  }

  /** Decodes the JSON of a record. */
  JournalRecord decode(String json, Function<String, Optional<Source>> texts) {
    return upcasters.upcast(JournalRecordCodec.decode(ValueJson.read(json).asFields(), texts));
  }

  /** Reads a record from its JSON. */
  private <T> T read(long number, Function<String, T> decoder) {
    try {
      byte[] line = line(number);
      return JournalLine.read(line, 0, line.length)
          .filter(found -> found.number() == number)
          .map(frame -> decoder.apply(frame.json(line)))
          .orElseThrow(() -> new DamagedRecordException(number, "it is no longer as it was"));
    } catch (MalformedValueException e) {
      throw new DamagedRecordException(number, String.valueOf(e.getMessage()), e);
    } catch (IOException e) {
      throw new JournalException(
          "journal %s: record %d cannot be read: %s".formatted(folder.path(), number, e), e);
    }
  }

  /**
   * The records in bytes that were set aside and can still be read, in ascending order.
   *
   * @param after the number of the last record that is not among them
   */
  List<JournalRecord> recordsAside(Path aside, long after) throws IOException {
    List<JournalRecord> records = new ArrayList<>();
    byte[] bytes = bytesAside(aside);
    LineTable lines = SegmentLines.of(aside, 0, bytes).lines();
    long last = after;
    for (int row = 0; row < lines.size(); row++) {
      if (lines.number(row) > last) {
        last = lines.number(row);
        LineTable.LineLocation place = lines.place(row);
        recordIn(Arrays.copyOfRange(bytes, place.offsetBytes(), place.endBytes() - 1))
            .ifPresent(records::add);
      }
    }
    return records;
  }

  private byte[] bytesAside(Path aside) throws IOException {
    if (SegmentFile.isArchived(aside)) {
      Optional<ArchivedSegment> kept = ArchivedSegment.read(folder.read(aside), false);
      return kept.isPresent()
          ? folder.archived().open(folder, kept.get().object()).read(0, Integer.MAX_VALUE)
          : new byte[0];
    }
    return SegmentFile.isCompressed(aside)
        ? CompressedSegment.in(folder.disk(), aside).read(0, Integer.MAX_VALUE)
        : folder.read(aside);
  }

  private Optional<JournalRecord> recordIn(byte[] line) {
    try {
      return JournalLine.read(line, 0, line.length)
          .map(frame -> ValueJson.read(frame.json(line)).asFields())
          .map(fields -> upcasters.upcast(JournalRecordCodec.decode(fields, sources::find)));
    } catch (MalformedValueException e) {
      // For instance, the source that it names is missing.
      return Optional.empty();
    }
  }

  /** The locations of the steps of the records from one number to another. */
  List<StepLocation> stepLocations(long from, long through) {
    List<StepLocation> locations = new ArrayList<>();
    @Nullable Path file = null;
    for (long number = from; number <= through; number++) {
      Path next = segments.file(number);
      if (!next.equals(file)) {
        file = next;
        Optional<ArchivedSegment> kept = keptOf(next);
        if (kept.isPresent()) {
          kept.get().steps().stream()
              .filter(step -> step.recordNumber() >= from && step.recordNumber() <= through)
              .forEach(locations::add);
          number = kept.get().object().lastRecord();
          continue;
        }
      }
      long record = number;
      read(
          number,
          json -> {
            try (JsonParser in = ValueJson.parser(json)) {
              addSteps(in, record, locations);
            }
            return locations;
          });
    }
    return locations;
  }

  /** What is kept of a segment if it is in the archive. */
  private Optional<ArchivedSegment> keptOf(Path segment) {
    return folder.look(() -> {
      SegmentFile lines = folder.lines(segment);
      return lines.isLocal() ? Optional.empty() : lines.archived();
    });
  }

  /** Finds the steps without parsing their events. */
  private static void addSteps(JsonParser in, long record, List<StepLocation> locations) {
    in.nextToken();
    String name = in.nextName();
    while (name != null && !name.equals("steps")) {
      in.nextToken();
      in.skipChildren();
      name = in.nextName();
    }
    in.nextToken();
    for (int index = 0; in.nextToken() == JsonToken.START_OBJECT; index++) {
      Map<String, StepId> ids = new HashMap<>();
      for (String member = in.nextName(); member != null; member = in.nextName()) {
        in.nextToken();
        if (member.equals("id") || member.equals("parent")) {
          ids.put(member, new StepId(in.getString()));
        }
        in.skipChildren();
      }
      HistoryPoint parent = new HistoryPoint(Optional.ofNullable(ids.get("parent")));
      locations.add(new StepLocation(Objects.requireNonNull(ids.get("id")), parent, record, index));
    }
  }

  /** The time of a record; empty if it cannot be read. */
  Optional<Instant> time(long number) {
    try {
      return Optional.of(record(number).time());
    } catch (DamagedRecordException e) {
      // Reported when the record is read.
      return Optional.empty();
    }
  }

  /** The ids of the sources to which records refer. */
  Set<String> namedSources() throws IOException {
    Set<String> ids = new HashSet<>();
    for (long number : folder.segments()) {
      keptOf(folder.segment(number)).ifPresent(kept -> ids.addAll(kept.sources()));
      SegmentLines found = SegmentLines.of(folder, folder.segment(number));
      for (int row : found.textRows()) {
        LineTable.LineLocation place = found.lines().place(row);
        byte[] line = folder.lines(place.file()).read(place.offsetBytes(), place.lengthBytes());
        sources.namedBy(line).ifPresent(ids::add);
      }
    }
    return ids;
  }

  /** The ids of the missing sources to which the given records refer. */
  List<String> lostSources(List<Long> numbers) throws IOException {
    List<String> lost = new ArrayList<>();
    for (long number : numbers) {
      Optional<String> id = sources.namedBy(line(number));
      if (id.isPresent() && sources.find(id.get()).isEmpty() && !lost.contains(id.get())) {
        lost.add(id.get());
      }
    }
    for (long number : folder.segments()) {
      for (String id :
          keptOf(folder.segment(number)).map(ArchivedSegment::sources).orElse(List.of())) {
        if (sources.find(id).isEmpty() && !lost.contains(id)) {
          lost.add(id);
        }
      }
    }
    return lost;
  }

  /** Forgets what was read ahead, because the records were replaced. */
  void forget() {
    for (Ahead slot : slots) {
      slot.forget();
    }
  }

  /** The line of a record, without its line end. */
  byte[] line(long number) throws IOException {
    Ahead ahead = slots[(int) (Thread.currentThread().threadId() & (SLOTS - 1))];
    return folder.reading(() -> ahead.line(number));
  }

  /** The end of the complete lines of a file; bytes after it may still change. */
  private int wholeBytes(Path file) {
    LineTable.LineLocation last = segments.place(segments.lastNumber());
    return last.file().equals(file) ? last.endBytes() : Integer.MAX_VALUE;
  }

  /** A part of a file that was read ahead for a thread. */
  private final class Ahead {

    private @Nullable Path file;
    private int startBytes;
    private byte[] chunk = new byte[0];

    /** The number of the line read last; negative before that. */
    private long last = -1;

    synchronized byte[] line(long number) throws IOException {
      LineTable.LineLocation place = segments.place(number);
      if (Math.abs(number - last) > 1) {
        file = null;
      } else if (number != last && !holds(place)) {
        readChunk(place, number < last);
      }
      last = number;
      if (!holds(place)) {
        return folder.lines(place.file()).read(place.offsetBytes(), place.lengthBytes());
      }
      int from = place.offsetBytes() - startBytes;
      return Arrays.copyOfRange(chunk, from, from + place.lengthBytes());
    }

    synchronized void forget() {
      file = null;
      last = -1;
      chunk = new byte[0];
    }

    private boolean holds(LineTable.LineLocation place) {
      return file != null
          && LineTable.isSame(file, place.file())
          && place.offsetBytes() >= startBytes
          && place.endBytes() - 1 - startBytes <= chunk.length;
    }

    /** Reads many lines from this one on, or up to this one. */
    private void readChunk(LineTable.LineLocation place, boolean isBackward) throws IOException {
      int endBytes = isBackward ? place.endBytes() : wholeBytes(place.file());
      startBytes = isBackward ? Math.max(0, endBytes - CHUNK_BYTES) : place.offsetBytes();
      int sizeBytes = Math.min(CHUNK_BYTES, endBytes - startBytes);
      chunk = folder.lines(place.file()).read(startBytes, sizeBytes);
      file = place.file();
    }
  }
}
