package dev.fcp.eventlog.journal;

import dev.fcp.eventlog.journal.JournalException.ArchiveUnavailableException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Consumer;

/**
 * Passes the lines of all intact records to a consumer, those in the archive included, each once
 * and in order. Used by one thread.
 */
final class RawLines {

  private final JournalFolder folder;
  private final Consumer<String> consumer;
  private long last;

  RawLines(JournalFolder folder, Consumer<String> consumer) {
    this.folder = folder;
    this.consumer = consumer;
  }

  /** Reads the lines of a segment. */
  private interface Part {
    byte[] read() throws IOException;
  }

  /**
   * Passes the lines.
   *
   * @throws ArchiveUnavailableException if an object is missing; all other lines were passed
   */
  void run() {
    Optional<ArchiveUnavailableException> missing = Optional.empty();
    for (Part part : parts().values()) {
      try {
        pass(folder.look(part::read));
      } catch (ArchiveUnavailableException e) {
        missing = missing.or(() -> Optional.of(e));
      }
    }
    if (missing.isPresent()) {
      throw missing.get();
    }
  }

  /** The segments, and the objects of pruned records, by their first records. */
  private SortedMap<Long, Part> parts() {
    SortedMap<Long, Part> parts = new TreeMap<>();
    for (long first : folder.look(folder::segments)) {
      parts.put(first, () -> folder.lines(folder.segment(first)).read());
    }
    for (ArchivedObject object : folder.look(folder::objects)) {
      // While they are pruned, records may be in both.
      if (object.isPruned() && !parts.containsKey(object.firstRecord())) {
        parts.put(
            object.firstRecord(),
            () -> folder.archived().open(folder, object).read(0, Integer.MAX_VALUE));
      }
    }
    return parts;
  }

  private void pass(byte[] bytes) {
    LineTable lines = SegmentLines.of(Path.of(""), 0, bytes).lines();
    for (int row = 0; row < lines.size(); row++) {
      LineTable.LineLocation place = lines.place(row);
      // While old records are discarded, a record may be in two segments.
      if (lines.number(row) > last) {
        last = lines.number(row);
        consumer.accept(
            new String(bytes, place.offsetBytes(), place.lengthBytes(), StandardCharsets.UTF_8));
      }
    }
  }
}
