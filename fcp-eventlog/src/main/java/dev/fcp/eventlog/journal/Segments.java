package dev.fcp.eventlog.journal;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The segments of a journal and the end to which records are added. All that changes something is
 * done by one thread while the lock is held, but {@link #isBehind}.
 */
final class Segments implements AutoCloseable {

  /** A segment that is this long gets no more records. */
  static final long SEGMENT_BYTES = 1L << 24;

  /** So many blanks are written beforehand, because forcing a file that grows costs more. */
  static final int RESERVE_BYTES = 1 << 18;

  private final JournalFolder folder;
  private final boolean reserves;
  private volatile LineTable lines;
  private volatile long firstNumber;
  private volatile long lastNumber;
  private volatile int lastCrc;

  /** The segment to which records go; null as long as there is none. */
  private volatile @Nullable Tail tail;

  /**
   * Whether nothing can be added any more: the file could not be brought back to its last good
   * line, or is another one.
   */
  private boolean broken;

  private record Tail(Path path, Disk.Handle file, long endBytes, long sizeBytes) {

    Tail at(long endBytes, long sizeBytes) {
      return new Tail(path, file, endBytes, sizeBytes);
    }
  }

  /**
   * A line that is to be written.
   *
   * @param number the number of its record
   */
  record Entry(long number, JournalLine.Written line) {}

  Segments(JournalFolder folder, Recovery.Found found, boolean reserves) throws IOException {
    this.folder = folder;
    this.reserves = reserves;
    this.lines = found.lines();
    this.firstNumber = found.firstNumber();
    this.lastNumber = found.lastNumber();
    this.lastCrc = found.lastCrc();
    if (found.tail().isPresent()) {
      Path path = found.tail().get();
      this.tail = new Tail(path, folder.disk().open(path), found.tailBytes(), found.tailBytes());
    }
  }

  long firstNumber() {
    return firstNumber;
  }

  long lastNumber() {
    return lastNumber;
  }

  int lastCrc() {
    return lastCrc;
  }

  boolean isBroken() {
    return broken;
  }

  /** The checksum of a record. */
  int crc(long number) {
    return lines.crc((int) (number - firstNumber));
  }

  /** Where the line of a record stands. */
  LineTable.Place place(long number) {
    return lines.place((int) (number - firstNumber));
  }

  /** Nothing is added any more: this is no longer the journal it was. */
  void breakOff() {
    broken = true;
  }

  /** Takes back the blanks that were written beforehand. */
  void trim() throws IOException {
    Tail tail = this.tail;
    if (tail != null && tail.file().sizeBytes() > tail.endBytes()) {
      tail.file().truncate(tail.endBytes());
      this.tail = tail.at(tail.endBytes(), tail.endBytes());
    }
  }

  /** Opens the segment that is written to in another folder, which holds the same files. */
  Optional<Disk.Handle> openEnd(JournalFolder other) throws IOException {
    Tail tail = this.tail;
    if (tail == null) {
      return Optional.empty();
    }
    return Optional.of(other.disk().open(other.file(JournalFolder.name(tail.path()))));
  }

  /** Goes on in another folder with what was opened there; gives the file that is left. */
  Optional<Disk.Handle> goOnIn(Path other, Optional<Disk.Handle> end) {
    Tail left = tail;
    lines = lines.in(other);
    if (left == null || end.isEmpty()) {
      return Optional.empty();
    }
    Path path = other.resolve(JournalFolder.name(left.path()));
    tail = new Tail(path, end.get(), left.endBytes(), left.endBytes());
    return Optional.of(left.file());
  }

  /** Whether others seem to have written something since. Asked by any thread, without the lock. */
  boolean isBehind() {
    Tail tail = this.tail;
    try {
      Path next = folder.segment(lastNumber + 1);
      boolean another = tail == null || !tail.path().equals(next);
      if (another && folder.disk().sizeBytes(next).isPresent()) {
        return true;
      }
      if (tail == null) {
        return !folder.segments().isEmpty();
      }
      byte[] behind = tail.file().read(tail.endBytes(), 1);
      return (behind.length > 0 && behind[0] != ' ') || !tail.file().standsAt(tail.path());
    } catch (IOException e) {
      // The segment may just have been closed; the look with the lock tells more.
      return true;
    }
  }

  /**
   * Reads what others have written. What stands behind it is a write that somebody did not finish;
   * it is set aside and cut off.
   */
  void catchUp() throws IOException {
    Tail tail = this.tail;
    if (tail != null) {
      if (tail.file().standsAt(tail.path())) {
        readBehind(tail);
      } else {
        lookAgain(tail);
      }
    } else if (!folder.segments().isEmpty()) {
      lookAgain(null);
    }
    while (folder.disk().sizeBytes(folder.segment(lastNumber + 1)).isPresent()
        && !isTail(folder.segment(lastNumber + 1))) {
      changeTail(folder.segment(lastNumber + 1));
      readBehind(requireTail());
    }
  }

  /** Somebody let go of old records, and the segment with them; or of everything. */
  private void lookAgain(@Nullable Tail gone) throws IOException {
    Recovery.Found found = Recovery.run(folder);
    long row = lastNumber - found.firstNumber();
    boolean same =
        lastNumber == 0
            || (row >= 0 && row < found.lines().size() && found.lines().crc((int) row) == lastCrc);
    if (!same) {
      broken = true;
      throw new IOException("its records were taken away or replaced; open the document again");
    }
    lines = found.lines();
    firstNumber = found.firstNumber();
    lastNumber = found.lastNumber();
    lastCrc = found.lastCrc();
    Path path = found.tail().orElseGet(() -> folder.segment(found.lastNumber() + 1));
    if (gone != null) {
      gone.file().close();
    }
    Disk.Handle file = folder.disk().open(path);
    tail = new Tail(path, file, found.tailBytes(), file.sizeBytes());
  }

  private boolean isTail(Path path) {
    Tail tail = this.tail;
    return tail != null && tail.path().equals(path);
  }

  private void readBehind(Tail tail) throws IOException {
    long sizeBytes = tail.file().sizeBytes();
    byte[] bytes =
        tail.file().read(tail.endBytes(), (int) Math.max(0, sizeBytes - tail.endBytes()));
    SegmentScan scan = new SegmentScan();
    scan.read(tail.path(), Math.toIntExact(tail.endBytes()), bytes);
    long end = tail.endBytes();
    LineTable found = scan.lines();
    for (int row = 0; row < found.size() && follows(found, row); row++) {
      LineTable.Place place = found.place(row);
      JournalLine line =
          new JournalLine(found.number(row), found.crc(row), found.previousCrc(row), 0);
      add(tail.path(), line, place.offsetBytes(), place.lengthBytes());
      end = place.endBytes();
    }
    this.tail = tail.at(end, sizeBytes);
    if (end - tail.endBytes() < scan.bytesRead()) {
      setAside(tail, end, Arrays.copyOfRange(bytes, (int) (end - tail.endBytes()), bytes.length));
    }
  }

  private boolean follows(LineTable found, int row) {
    return found.number(row) == lastNumber + 1 && found.previousCrc(row) == lastCrc;
  }

  private void setAside(Tail tail, long endBytes, byte[] rest) throws IOException {
    folder.replace(folder.aside(tail.path(), endBytes), rest);
    tail.file().truncate(endBytes);
    tail.file().force();
    this.tail = tail.at(endBytes, endBytes);
  }

  private void add(Path path, JournalLine line, int offsetBytes, int lengthBytes) {
    lines.add(path, line, offsetBytes, lengthBytes);
    lastNumber = line.number();
    lastCrc = line.crc();
  }

  /**
   * Writes lines. If that fails the file is brought back to where it was.
   *
   * @throws IOException if they could not be written; {@link #isBroken} tells if the file could not
   *     be brought back either
   */
  void write(List<Entry> entries) throws IOException {
    if (requiresSegment()) {
      begin();
    }
    Tail tail = requireTail();
    ByteArrayOutputStream joined = new ByteArrayOutputStream();
    entries.forEach(entry -> joined.writeBytes(entry.line().bytes()));
    long end = tail.endBytes() + joined.size();
    try {
      long size = Math.max(end, tail.sizeBytes());
      if (reserves && end > tail.sizeBytes()) {
        byte[] blanks = new byte[RESERVE_BYTES];
        Arrays.fill(blanks, (byte) ' ');
        joined.writeBytes(blanks);
        size = end + RESERVE_BYTES;
      }
      tail.file().write(tail.endBytes(), joined.toByteArray());
      this.tail = tail.at(end, size);
    } catch (IOException e) {
      cutBack(tail, e);
      throw e;
    }
    long offset = tail.endBytes();
    for (Entry entry : entries) {
      int length = entry.line().bytes().length;
      JournalLine line = new JournalLine(entry.number(), entry.line().crc(), lastCrc, 0);
      add(tail.path(), line, Math.toIntExact(offset), length - 1);
      offset += length;
    }
  }

  /** Begins a segment with the next record. */
  private void begin() throws IOException {
    try {
      close();
    } catch (IOException e) {
      // What it holds was not all forced, perhaps.
      broken = true;
      throw e;
    }
    changeTail(folder.segment(lastNumber + 1));
    folder.disk().forceFolder(folder.path());
  }

  private boolean requiresSegment() {
    Tail tail = this.tail;
    return tail == null || tail.endBytes() >= SEGMENT_BYTES;
  }

  private void cutBack(Tail tail, IOException reason) {
    try {
      tail.file().truncate(tail.endBytes());
      this.tail = tail.at(tail.endBytes(), tail.endBytes());
    } catch (IOException e) {
      broken = true;
      reason.addSuppressed(e);
    }
  }

  void force() throws IOException {
    Tail tail = this.tail;
    if (tail != null) {
      tail.file().force();
    }
  }

  private void changeTail(Path path) throws IOException {
    Disk.Handle file = folder.disk().open(path);
    Tail old = tail;
    tail = new Tail(path, file, 0, file.sizeBytes());
    if (old != null) {
      old.file().close();
    }
  }

  private Tail requireTail() {
    Tail tail = this.tail;
    if (tail == null) {
      throw new IllegalStateException("no segment is open");
    }
    return tail;
  }

  /**
   * Lets go of all records before a number: those behind it in the same segment are copied to a new
   * one first. The segment that is written to is never touched; a new one is begun if need be.
   */
  void dropBefore(long number) throws IOException {
    Path tailPath = requireTail().path();
    if (place(number).file().equals(tailPath) && number > firstOf(tailPath)) {
      begin();
    }
    Path kept = place(number).file();
    List<Path> old = new ArrayList<>();
    for (long first : folder.segments()) {
      if (first < number) {
        old.add(folder.segment(first));
      }
    }
    if (firstOf(kept) < number) {
      copyFrom(number, kept);
    } else {
      lines = lines.slice((int) (number - firstNumber), lines.size());
      firstNumber = number;
    }
    folder.disk().forceFolder(folder.path());
    for (Path file : old) {
      folder.disk().delete(file);
    }
  }

  private static long firstOf(Path segment) {
    return Long.parseLong(JournalFolder.name(segment).substring(0, 12));
  }

  private void copyFrom(long number, Path segment) throws IOException {
    int start = place(number).offsetBytes();
    byte[] bytes = folder.read(segment);
    Path copy = folder.segment(number);
    int end = start;
    LineTable moved = new LineTable();
    for (long n = number; n <= lastNumber; n++) {
      int row = (int) (n - firstNumber);
      LineTable.Place place = lines.place(row);
      boolean copied = place.file().equals(segment);
      JournalLine line = new JournalLine(n, lines.crc(row), lines.previousCrc(row), 0);
      int offset = copied ? place.offsetBytes() - start : place.offsetBytes();
      moved.add(copied ? copy : place.file(), line, offset, place.lengthBytes());
      end = copied ? place.endBytes() : end;
    }
    folder.replace(copy, Arrays.copyOfRange(bytes, start, end));
    lines = moved;
    firstNumber = number;
  }

  /** Cuts off the blanks that were written beforehand, and closes the segment. */
  @Override
  public void close() throws IOException {
    Tail open = tail;
    if (open == null) {
      return;
    }
    try (Disk.Handle file = open.file()) {
      if (!broken && file.sizeBytes() > open.endBytes()) {
        file.truncate(open.endBytes());
      }
      file.force();
    } finally {
      tail = null;
    }
  }

  /** Closes the segment as it is, if it is open. */
  void abandon() throws IOException {
    Tail open = tail;
    tail = null;
    if (open != null) {
      open.file().close();
    }
  }
}
