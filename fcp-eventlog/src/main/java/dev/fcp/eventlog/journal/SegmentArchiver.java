package dev.fcp.eventlog.journal;

import com.google.common.collect.Iterables;
import dev.fcp.eventlog.domain.Source;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/**
 * Moves closed segments of a journal to its archive, oldest first.
 *
 * <pre>
 * without the lock:  the object is stored, forced, and read back
 * with the lock:     what the journal keeps of the segment is written and forced
 *                    the segment is deleted
 * </pre>
 *
 * <p>After a crash, the segment is in its folder, or the journal knows its object. If both are
 * there, the next one who opens the journal deletes the segment. An object without a journal that
 * knows it does no harm: the next attempt finds it.
 */
final class SegmentArchiver {

  private final JournalFolder folder;
  private final Segments segments;
  private final GroupCommit writer;
  private final JournalReader reader;
  private final SourceFiles sources;
  private final InstantSource clock;

  SegmentArchiver(
      JournalFolder folder,
      Segments segments,
      GroupCommit writer,
      JournalReader reader,
      SourceFiles sources,
      InstantSource clock) {
    this.folder = folder;
    this.segments = segments;
    this.writer = writer;
    this.reader = reader;
    this.sources = sources;
    this.clock = clock;
  }

  /** A segment to be moved, and its content as a compressed segment. */
  @SuppressWarnings("ArrayRecordComponent")
  private record Candidate(Path segment, byte[] content, ArchivedSegment kept) {}

  /**
   * Moves segments.
   *
   * @param keptRecord a record that stays
   * @param isDryRun whether nothing is moved
   * @return the objects, in the order of their records
   */
  List<ArchivedObject> move(ArchivePolicy policy, long keptRecord, boolean isDryRun)
      throws IOException {
    String place = isDryRun ? "" : requirePlace();
    List<ArchivedObject> moved = new ArrayList<>();
    // Also reads what other processes appended.
    long last = writer.lastNumber();
    long newest = Iterables.getLast(folder.reading(folder::snapshots), 0L);
    long kept = isDryRun ? keptRecord : Math.min(keptRecord, newest);
    for (Path segment : movable(policy, kept, last)) {
      Optional<Candidate> candidate = folder.reading(() -> candidate(segment));
      if (candidate.isEmpty()) {
        // It is damaged, or another process has moved or pruned it.
        return moved;
      }
      ArchivedObject object = candidate.get().kept().object();
      if (isDryRun || store(place, candidate.get())) {
        moved.add(object);
      }
    }
    return moved;
  }

  private String requirePlace() throws IOException {
    return ArchivedObjects.place(folder)
        .orElseThrow(
            () -> new JournalException("journal %s has no archive".formatted(folder.path())));
  }

  private boolean store(String place, Candidate candidate) throws IOException {
    ArchivedObject object = candidate.kept().object();
    folder.archived().store(place, object.name(), object.sha256(), candidate.content());
    boolean[] isMoved = {false};
    writer.runForced(() -> {
      if (ArchivedObjects.place(folder).equals(Optional.of(place))) {
        isMoved[0] = folder.replace(candidate.segment(), candidate.kept());
      }
    });
    return isMoved[0];
  }

  /** The segments that neither the policy nor opening the journal keeps, oldest first. */
  private List<Path> movable(ArchivePolicy policy, long keptRecord, long last) throws IOException {
    Instant newest = clock.instant().minus(policy.minAge());
    List<Path> closed = folder.reading(segments::closed);
    List<Path> movable = new ArrayList<>();
    long keptBytes = 0;
    for (Path segment : closed.reversed()) {
      keptBytes += folder.reading(() -> storedBytes(folder, segment));
      long end = endOf(segment);
      boolean isKept =
          end >= keptRecord
              || last - end < policy.minRecords()
              || keptBytes <= policy.minBytes()
              || (policy.minAge().isPositive()
                  && reader.time(end).filter(time -> !time.isAfter(newest)).isEmpty());
      if (isKept) {
        movable.clear();
      } else {
        movable.addFirst(segment);
      }
    }
    return movable;
  }

  private static long storedBytes(JournalFolder folder, Path segment) throws IOException {
    return folder.disk().sizeBytes(folder.lines(segment).path()).orElse(0);
  }

  /** The last record of a closed segment. */
  private long endOf(Path segment) throws IOException {
    long first = Segments.firstOf(segment);
    return folder.reading(folder::segments).stream()
            .filter(number -> number > first)
            .findFirst()
            .orElse(first)
        - 1;
  }

  /** Reads a segment that can be moved; empty if it has gaps or is gone. */
  private Optional<Candidate> candidate(Path segment) throws IOException {
    SegmentFile file = folder.lines(segment);
    if (!file.isLocal()) {
      return Optional.empty();
    }
    byte[] bytes = file.read();
    SegmentLines found = SegmentLines.of(segment, 0, bytes);
    LineTable lines = found.lines();
    long first = Segments.firstOf(segment);
    int last = lines.size() - 1;
    boolean isWhole =
        found.isChained()
            && last >= 0
            && lines.number(0) == first
            && lines.number(last) == endOf(segment)
            && sizeOf(lines) == bytes.length;
    if (!isWhole) {
      return Optional.empty();
    }
    Path stored = file.path();
    byte[] content =
        SegmentFile.isCompressed(stored) ? folder.read(stored) : CompressedSegment.of(bytes);
    List<String> named = new ArrayList<>();
    for (int row : found.textRows()) {
      LineTable.LineLocation place = lines.place(row);
      byte[] line = Arrays.copyOfRange(bytes, place.offsetBytes(), place.endBytes() - 1);
      sources.namedBy(line).ifPresent(named::add);
    }
    ArchivedObject object = ArchivedObject.of(content, first, lines.number(last), false);
    return Optional.of(
        new Candidate(
            segment,
            content,
            ArchivedSegment.of(
                object, lines, reader.stepLocations(first, lines.number(last)), named)));
  }

  /** The size of lines with their line ends, if nothing is between them. */
  private static int sizeOf(LineTable lines) {
    int sizeBytes = 0;
    for (int row = 0; row < lines.size(); row++) {
      sizeBytes += lines.place(row).lengthBytes() + 1;
    }
    return sizeBytes;
  }

  /**
   * Stores the records before a number in the archive, if there is one; they are pruned next. Of
   * records that are there already, nothing is done.
   */
  void storePruned(long number) throws IOException {
    Optional<String> place = ArchivedObjects.place(folder);
    if (place.isEmpty()) {
      return;
    }
    for (Path segment : folder.reading(() -> localSegments(folder))) {
      if (Segments.firstOf(segment) < number) {
        storePruned(place.get(), segment, number);
      }
    }
  }

  private static List<Path> localSegments(JournalFolder folder) throws IOException {
    List<Path> local = new ArrayList<>();
    for (long first : folder.segments()) {
      if (folder.lines(folder.segment(first)).isLocal()) {
        local.add(folder.segment(first));
      }
    }
    return local;
  }

  private void storePruned(String place, Path segment, long number) throws IOException {
    byte[] bytes = folder.reading(() -> folder.lines(segment).read());
    LineTable lines = SegmentLines.of(segment, 0, bytes).lines();
    int end = 0;
    long last = 0;
    for (int row = 0; row < lines.size() && lines.number(row) < number; row++) {
      end = lines.place(row).endBytes();
      last = lines.number(row);
    }
    if (end > 0) {
      byte[] content = CompressedSegment.of(Arrays.copyOf(bytes, end));
      ArchivedObject object = ArchivedObject.of(content, Segments.firstOf(segment), last, true);
      folder.archived().store(place, object.name(), object.sha256(), content);
      writer.run(() -> folder.keepPruned(ArchivedSegment.ofPruned(object)));
    }
  }

  /** Stores a source in the archive, if there is one; it is deleted next. */
  void storeUnused(String id) throws IOException {
    Optional<String> place = ArchivedObjects.place(folder);
    Optional<Source> source = place.isEmpty() ? Optional.empty() : sources.find(id);
    if (source.isPresent()) {
      folder.archived().store(place.get(), id + ".source", id, source.get().bytes());
    }
  }

  /** Fails if the archive is configured and cannot be reached. */
  void requireReachable() throws IOException {
    Optional<String> place = ArchivedObjects.place(folder);
    if (place.isPresent()) {
      folder.archived().at(place.get()).list();
    }
  }

  /** The archive and its objects. */
  static ArchiveStatus status(JournalFolder folder) throws IOException {
    Optional<String> place = ArchivedObjects.place(folder);
    List<ArchivedObject> objects = folder.objects();
    List<ArchivedObject> missing = objects;
    try {
      missing = place.isEmpty() ? objects : folder.archived().missing(place.get(), objects);
    } catch (IOException e) {
      // The archive cannot be reached.
    }
    long localBytes = 0;
    for (Path segment : localSegments(folder)) {
      localBytes += storedBytes(folder, segment);
    }
    return new ArchiveStatus(place, objects, missing, localBytes);
  }

  /**
   * Changes the place of the archive.
   *
   * @throws IOException if an object is not there; nothing changes
   */
  void setPlace(String place) throws IOException {
    List<ArchivedObject> missing =
        folder.archived().missing(place, folder.reading(folder::objects));
    if (!missing.isEmpty()) {
      throw new IOException(
          "%d objects are not in the archive %s, such as %s"
              .formatted(missing.size(), place, missing.get(0).name()));
    }
    writer.run(() -> ArchivedObjects.setPlace(folder, place));
  }
}
