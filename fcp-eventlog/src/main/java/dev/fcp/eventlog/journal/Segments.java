package dev.fcp.eventlog.journal;

import com.google.common.primitives.Bytes;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The segments of a journal, to which records are appended. All methods that change something are
 * called by one thread at a time, which holds the lock; {@link #isBehind} can be called by any
 * thread.
 */
final class Segments implements AutoCloseable {

  /** Smaller segments are not compressed: a file takes up at least a block of the disk. */
  private static final int MIN_COMPRESSED_BYTES = 1 << 12;

  private final JournalFolder folder;
  private final long fullBytes;
  private final boolean reserves;
  private volatile LineTable lines;
  private volatile long firstNumber;
  private volatile long lastNumber;
  private volatile int lastCrc;

  /** The segment to which records are appended; null if there is none. */
  private volatile @Nullable SegmentEnd tail;

  /** The last check that the segment is still in its folder. */
  private volatile Optional<Checked> checked = Optional.empty();

  /** Whether nothing can be appended any more. */
  private boolean broken;

  /** Whether this process has closed a segment and begun another one. */
  private volatile boolean hasClosed;

  /** A segment, and the stamp of its folder before it was found there. */
  private record Checked(SegmentEnd tail, Object stamp) {}

  /**
   * Creates the segments from the result of recovery.
   *
   * @param fullBytes the size from which on a segment is full
   * @param reserves whether to preallocate blanks
   */
  Segments(JournalFolder folder, Recovery.RecoveredJournal found, long fullBytes, boolean reserves)
      throws IOException {
    this.folder = folder;
    this.fullBytes = fullBytes;
    this.reserves = reserves;
    this.lines = found.lines();
    this.firstNumber = found.firstNumber();
    this.lastNumber = found.lastNumber();
    this.lastCrc = found.lastCrc();
    if (found.tail().isPresent()) {
      Path path = found.tail().get();
      this.tail = new SegmentEnd(path, folder.disk().open(path), found.tailBytes());
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

  /**
   * Whether nothing can be appended any more: the file could not be truncated to its last valid
   * line, or was replaced.
   */
  boolean isBroken() {
    SegmentEnd tail = this.tail;
    return broken || (tail != null && tail.isBroken());
  }

  /** Rejects a number without a record. */
  void require(long number) throws IOException {
    if (number < firstNumber || number > lastNumber) {
      throw new IOException(
          "no record %d: there are %d to %d".formatted(number, firstNumber, lastNumber));
    }
  }

  /** The file of a record before it was compressed or moved. */
  Path file(long number) {
    return lines.file((int) (number - firstNumber));
  }

  /** The checksum of a record. */
  int crc(long number) {
    return lines.crc((int) (number - firstNumber));
  }

  /** The checksum before the first record. */
  int firstPreviousCrc() {
    return lines.size() == 0 ? lastCrc : lines.previousCrc(0);
  }

  /** The location of the line of a record. */
  LineTable.LineLocation place(long number) {
    return lines.place((int) (number - firstNumber));
  }

  /** Prevents further appends, because the journal was moved or emptied. */
  void breakOff() {
    broken = true;
  }

  /** Truncates the preallocated blanks. */
  void trim() throws IOException {
    SegmentEnd tail = this.tail;
    if (tail != null) {
      tail.trim();
    }
  }

  /** Opens the last segment in another folder that contains the same files. */
  Optional<SegmentEnd> openEnd(JournalFolder other) throws IOException {
    SegmentEnd tail = this.tail;
    if (tail == null) {
      return Optional.empty();
    }
    Path path = other.file(JournalFolder.name(tail.path()));
    return Optional.of(new SegmentEnd(path, folder.disk().open(path), tail.endBytes()));
  }

  /** Continues in another folder with the segment opened there; returns the old segment. */
  Optional<SegmentEnd> goOnIn(Path other, Optional<SegmentEnd> end) {
    Optional<SegmentEnd> left = Optional.ofNullable(tail);
    lines = lines.in(other);
    tail = end.orElse(null);
    return left;
  }

  /**
   * Whether other processes seem to have written something since. Called by any thread, without the
   * lock.
   */
  boolean isBehind() {
    SegmentEnd tail = this.tail;
    try {
      if (tail == null) {
        return !folder.segments().isEmpty();
      }
      Byte behind = tail.behind();
      boolean isLast = behind == null ? !isContinued(tail) : behind == ' ';
      return !isLast || !isUntouched(tail);
    } catch (IOException e) {
      // The segment may just have been closed; checked again under the lock.
      return true;
    }
  }

  /**
   * Whether the folder still holds the open segment and is not being emptied. Looks at the stamp of
   * the folder first, because looking at the file makes the next write update its change time,
   * which may cost half as much as a force.
   */
  private boolean isUntouched(SegmentEnd tail) throws IOException {
    Optional<Checked> now =
        folder.disk().stamp(folder.path()).map(stamp -> new Checked(tail, stamp));
    if (now.isPresent() && now.equals(checked)) {
      return true;
    }
    boolean isUntouched = tail.stands() && !folder.isUnfinished();
    checked = isUntouched ? now : Optional.empty();
    return isUntouched;
  }

  private boolean isContinued(SegmentEnd tail) throws IOException {
    Path next = folder.segment(lastNumber + 1);
    return !tail.path().equals(next) && folder.lines(next).exists();
  }

  /**
   * Whether no other process has written since. That is certain if preallocated blanks follow,
   * because a process that begins another segment truncates them.
   */
  boolean isCurrent() throws IOException {
    SegmentEnd tail = this.tail;
    if (tail == null || isBroken()) {
      return false;
    }
    Byte behind = tail.behind();
    return behind != null && behind == ' ' && isUntouched(tail);
  }

  /**
   * Reads the records of other processes. An incomplete write after them is set aside and
   * truncated.
   */
  void catchUp() throws IOException {
    SegmentEnd tail = this.tail;
    if (tail != null && tail.stands() && !isFirstGone(tail)) {
      readBehind(tail);
    } else if (tail != null || !folder.segments().isEmpty()) {
      lookAgain(tail);
    }
    while (this.tail != null && isContinued(requireTail())) {
      Path next = folder.segment(lastNumber + 1);
      if (SegmentFile.isClosed(folder.lines(next).path())) {
        lookAgain(requireTail());
      } else {
        readBehind(changeTail(next));
      }
    }
  }

  /** Whether another process discarded old records before the last segment. */
  private boolean isFirstGone(SegmentEnd tail) throws IOException {
    if (lastNumber < firstNumber) {
      return false;
    }
    Path first = lines.file(0);
    return !first.equals(tail.path()) && !folder.lines(first).exists();
  }

  /**
   * Recovers again after another process discarded old records with their segment, or everything.
   */
  private void lookAgain(@Nullable SegmentEnd gone) throws IOException {
    Recovery.RecoveredJournal found = Recovery.run(folder);
    long row = lastNumber - found.firstNumber();
    boolean same =
        lastNumber == 0
            || (row >= 0 && row < found.lines().size() && found.lines().crc((int) row) == lastCrc);
    if (!same) {
      broken = true;
      throw new IOException("its records were taken away or replaced; open the document again");
    }
    folder.changing(() -> goOnWith(found));
    if (gone != null) {
      gone.abandon();
    }
  }

  private void goOnWith(Recovery.RecoveredJournal found) throws IOException {
    lines = found.lines();
    firstNumber = found.firstNumber();
    lastNumber = found.lastNumber();
    lastCrc = found.lastCrc();
    Path path = found.tail().orElseGet(() -> folder.segment(found.lastNumber() + 1));
    tail = new SegmentEnd(path, folder.disk().open(path), found.tailBytes());
  }

  /** Completes a redaction, and continues with the redacted records. No thread reads meanwhile. */
  void continueAfterRedaction() throws IOException {
    abandon();
    goOnWith(Recovery.run(folder));
  }

  private void readBehind(SegmentEnd tail) throws IOException {
    long start = tail.endBytes();
    byte[] bytes = tail.rest();
    SegmentLines scan = SegmentLines.of(tail.path(), Math.toIntExact(start), bytes);
    long end = start;
    LineTable found = scan.lines();
    for (int row = 0; row < found.size() && follows(found, row); row++) {
      LineTable.LineLocation place = found.place(row);
      add(tail.path(), found.line(row), place.offsetBytes(), place.lengthBytes());
      end = place.endBytes();
    }
    tail.goOnAt(end);
    if (end - start < scan.bytesRead()) {
      byte[] rest = Arrays.copyOfRange(bytes, (int) (end - start), bytes.length);
      folder.replace(folder.aside(tail.path(), end), rest);
      tail.trim();
      tail.force();
    }
  }

  private boolean follows(LineTable found, int row) {
    return found.number(row) == lastNumber + 1 && found.previousCrc(row) == lastCrc;
  }

  private void add(Path path, JournalLine line, int offsetBytes, int lengthBytes) {
    lines.add(path, line, offsetBytes, lengthBytes);
    lastNumber = line.number();
    lastCrc = line.crc();
  }

  /**
   * Writes lines. If that fails, the file is truncated to its old end.
   *
   * @param forces whether the lines may be forced by the same write, if that makes them durable
   * @return whether the lines are durable
   * @throws Disk.NotForcedException if they were written, but it is unknown whether they are
   *     durable
   * @throws IOException if they could not be written; {@link #isBroken} returns whether the file
   *     could not be truncated either
   */
  boolean write(List<JournalLine.Written> written, boolean forces) throws IOException {
    SegmentEnd tail = this.tail;
    if (tail == null || tail.endBytes() >= fullBytes) {
      tail = begin();
    }
    long offset = tail.endBytes();
    try {
      byte[][] bytes = written.stream().map(JournalLine.Written::bytes).toArray(byte[][]::new);
      return tail.write(Bytes.concat(bytes), reserves, forces);
    } finally {
      for (int i = 0; i < written.size() && offset < tail.endBytes(); i++) {
        JournalLine.Written line = written.get(i);
        int length = line.bytes().length;
        JournalLine frame = new JournalLine(line.number(), line.crc(), lastCrc, 0);
        add(tail.path(), frame, Math.toIntExact(offset), length - 1);
        offset += length;
      }
    }
  }

  /** Begins a segment with the next record. */
  private SegmentEnd begin() throws IOException {
    hasClosed |= tail != null;
    try {
      close();
    } catch (IOException e) {
      // Some of its records may not have been forced.
      broken = true;
      throw e;
    }
    SegmentEnd next = changeTail(folder.segment(lastNumber + 1));
    folder.disk().forceFolder(folder.path());
    return next;
  }

  /**
   * The closed segments to be compressed; none if this process has closed none, so that closing a
   * journal usually costs nothing. Called by any thread.
   */
  List<Path> toCompress() throws IOException {
    SegmentEnd tail = this.tail;
    List<Path> closed = new ArrayList<>();
    if (tail == null || !hasClosed) {
      return closed;
    }
    for (long first : folder.segments()) {
      Path segment = folder.segment(first);
      boolean isLarge = folder.disk().sizeBytes(segment).orElse(0) > MIN_COMPRESSED_BYTES;
      if (isLarge && first < firstOf(tail.path())) {
        closed.add(segment);
      }
    }
    return closed;
  }

  /** The closed segments in the folder of the journal, oldest first. Called by any thread. */
  List<Path> closed() throws IOException {
    SegmentEnd tail = this.tail;
    List<Path> closed = new ArrayList<>();
    for (long first : folder.segments()) {
      Path segment = folder.segment(first);
      if (tail != null && first < firstOf(tail.path()) && folder.lines(segment).isLocal()) {
        closed.add(segment);
      }
    }
    return closed;
  }

  void force() throws IOException {
    SegmentEnd tail = this.tail;
    if (tail != null) {
      tail.force();
    }
  }

  private SegmentEnd changeTail(Path path) throws IOException {
    SegmentEnd next = new SegmentEnd(path, folder.disk().open(path), 0);
    SegmentEnd old = tail;
    tail = next;
    if (old != null) {
      old.abandon();
    }
    return next;
  }

  private SegmentEnd requireTail() {
    SegmentEnd tail = this.tail;
    if (tail == null) {
      throw new IllegalStateException("no segment is open");
    }
    return tail;
  }

  /**
   * Discards all records before a number. If the segment of that record contains earlier ones, the
   * others are first copied to a new segment. The last segment is never modified; a new one is
   * begun if necessary.
   */
  void dropBefore(long number) throws IOException {
    if (number > firstNumber) {
      deleteBefore(number);
    }
  }

  /**
   * Sets aside everything before the first record, which recovery could not use; returns the names
   * of the files.
   */
  List<String> setAsideBeforeFirst() throws IOException {
    LineTable.LineLocation kept = place(firstNumber);
    List<String> asides = new ArrayList<>();
    for (long first : folder.segments()) {
      Path file = folder.segment(first);
      int sizeBytes = file.equals(kept.file()) ? kept.offsetBytes() : Integer.MAX_VALUE;
      if (first < firstNumber && sizeBytes > 0) {
        Path stored = folder.lines(file).path();
        Path aside = folder.aside(stored, 0);
        byte[] bytes = folder.read(stored);
        boolean isWhole = SegmentFile.isClosed(stored) || bytes.length <= sizeBytes;
        folder.replace(aside, isWhole ? bytes : Arrays.copyOf(bytes, sizeBytes));
        asides.add(JournalFolder.name(aside));
      }
    }
    deleteBefore(firstNumber);
    return asides;
  }

  private void deleteBefore(long record) throws IOException {
    Path tailPath = requireTail().path();
    if (place(record).file().equals(tailPath) && record > firstOf(tailPath)) {
      begin();
    }
    Path kept = lines.file((int) (record - firstNumber));
    // A segment in the archive stays as a whole.
    long number = folder.lines(kept).isLocal() ? record : Math.max(firstNumber, firstOf(kept));
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
    for (Path file : old) {
      folder.lines(file).delete();
    }
  }

  /** The first record of the last segment; all records before it were forced. */
  long firstOfTail() {
    return firstOf(requireTail().path());
  }

  static long firstOf(Path segment) {
    return Long.parseLong(JournalFolder.name(segment).substring(0, 12));
  }

  private void copyFrom(long number, Path segment) throws IOException {
    int start = place(number).offsetBytes();
    byte[] bytes = folder.lines(segment).read();
    Path copy = folder.segment(number);
    int end = start;
    LineTable moved = new LineTable();
    int row = (int) (number - firstNumber);
    for (; row < lines.size() && lines.file(row).equals(segment); row++) {
      LineTable.LineLocation place = lines.place(row);
      moved.add(copy, lines.line(row), place.offsetBytes() - start, place.lengthBytes());
      end = place.endBytes();
    }
    moved.addAll(lines.slice(row, lines.size()));
    folder.replace(copy, Arrays.copyOfRange(bytes, start, end));
    lines = moved;
    firstNumber = number;
  }

  /** Truncates the preallocated blanks and closes the segment. */
  @Override
  public void close() throws IOException {
    SegmentEnd open = tail;
    tail = null;
    if (open != null) {
      open.close();
    }
  }

  /** Closes the segment without changing it, if it is open. */
  void abandon() throws IOException {
    SegmentEnd open = tail;
    tail = null;
    if (open != null) {
      open.abandon();
    }
  }
}
