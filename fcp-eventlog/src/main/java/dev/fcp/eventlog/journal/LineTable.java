package dev.fcp.eventlog.journal;

import dev.fcp.eventlog.journal.JournalException.DamagedRecordException;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.NavigableMap;
import java.util.Objects;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * A table of the valid lines of a journal: number, checksums and location of each. Some blocks of
 * lines are not read until one of them is needed. Thread-safe.
 */
final class LineTable {

  /** By the first row. */
  private final NavigableMap<Integer, Block> blocks = new TreeMap<>();

  private int size;

  /** The location of a line in a file, without its line end. */
  record LineLocation(Path file, int offsetBytes, int lengthBytes) {

    /** The offset after the line end. */
    int endBytes() {
      return offsetBytes + lengthBytes + 1;
    }
  }

  private record Row(long number, int crc, int previousCrc, int offsetBytes, int lengthBytes) {}

  /**
   * Lines that need not be read, because a checksum says that they are whole.
   *
   * @param previousCrc the checksum before the first line
   * @param lastCrc the checksum of the last line
   */
  record Unread(long firstNumber, int count, int previousCrc, int lastCrc, Loader loader) {}

  /** Reads lines of a segment. */
  interface Loader {
    LineTable load(Path file) throws IOException;
  }

  /** Consecutive rows of one file. */
  private static final class Block {

    private final Path file;
    private final @Nullable Unread unread;
    private @Nullable List<Row> rows;

    Block(Path file, @Nullable Unread unread, @Nullable List<Row> rows) {
      this.file = file;
      this.unread = unread;
      this.rows = rows;
    }

    List<Row> rows() {
      if (rows == null) {
        rows = read(Objects.requireNonNull(unread));
      }
      return rows;
    }

    private List<Row> read(Unread lines) {
      try {
        LineTable table = lines.loader().load(file);
        int last = table.size - 1;
        if (table.size == lines.count() && table.crc(last) == lines.lastCrc()) {
          return table.blocks.firstEntry().getValue().rows();
        }
        throw new DamagedRecordException(lines.firstNumber(), "it is no longer as it was");
      } catch (IOException e) {
        throw new JournalException("segment %s: cannot be read: %s".formatted(file, e), e);
      }
    }
  }

  synchronized int size() {
    return size;
  }

  synchronized void add(Path file, JournalLine line, int offsetBytes, int lengthBytes) {
    var last = blocks.lastEntry();
    if (last == null || last.getValue().unread != null || !isSame(last.getValue().file, file)) {
      blocks.put(size, new Block(file, null, new ArrayList<>()));
    }
    List<Row> rows = blocks.lastEntry().getValue().rows();
    rows.add(new Row(line.number(), line.crc(), line.previousCrc(), offsetBytes, lengthBytes));
    size++;
  }

  /** Adds lines that are read when one of them is needed. */
  synchronized void add(Path file, Unread lines) {
    blocks.put(size, new Block(file, lines, null));
    size += lines.count();
  }

  /**
   * Compares identity first, because comparing file names for each line would take longer than
   * everything else.
   */
  @SuppressWarnings("ReferenceEquality")
  static boolean isSame(Path file, Path other) {
    return file == other || file.equals(other);
  }

  /** Appends all lines of another table, which is not changed any more. */
  synchronized void addAll(LineTable other) {
    other.blocks.forEach((row, block) -> blocks.put(size + row, block));
    size += other.size;
  }

  private Row row(int row) {
    var block = blocks.floorEntry(Objects.checkIndex(row, size));
    return block.getValue().rows().get(row - block.getKey());
  }

  synchronized long number(int row) {
    var block = blocks.floorEntry(row);
    Unread unread = block.getValue().unread;
    return unread == null ? row(row).number() : unread.firstNumber() + row - block.getKey();
  }

  synchronized int crc(int row) {
    var block = blocks.floorEntry(row);
    Unread unread = block.getValue().unread;
    return unread != null && row - block.getKey() == unread.count() - 1
        ? unread.lastCrc()
        : row(row).crc();
  }

  synchronized int previousCrc(int row) {
    Unread unread = blocks.floorEntry(row).getValue().unread;
    return unread != null && blocks.containsKey(row)
        ? unread.previousCrc()
        : row(row).previousCrc();
  }

  /** Whether a line follows the last one, or is the first. */
  synchronized boolean isContinuedBy(long number, int previousCrc) {
    return size == 0 || (number == number(size - 1) + 1 && previousCrc == crc(size - 1));
  }

  /** The frame of a line, without the offset of its content. */
  synchronized JournalLine line(int row) {
    return new JournalLine(row(row).number(), row(row).crc(), row(row).previousCrc(), 0);
  }

  synchronized LineLocation place(int row) {
    Path file = blocks.floorEntry(row).getValue().file;
    return new LineLocation(file, row(row).offsetBytes(), row(row).lengthBytes());
  }

  /** The file of a line. */
  synchronized Path file(int row) {
    return blocks.floorEntry(row).getValue().file;
  }

  /** The same lines in files with the same names in another folder. */
  synchronized LineTable in(Path folder) {
    LineTable moved = new LineTable();
    blocks.forEach((row, block) ->
        moved.blocks.put(
            row, new Block(folder.resolve(block.file.getFileName()), block.unread, block.rows)));
    moved.size = size;
    return moved;
  }

  /** The rows from {@code from} (inclusive) to {@code to} (exclusive). */
  synchronized LineTable slice(int from, int to) {
    LineTable slice = new LineTable();
    for (var entry : blocks.entrySet()) {
      int start = entry.getKey();
      Block block = entry.getValue();
      int count = block.unread == null ? block.rows().size() : block.unread.count();
      int first = Math.max(from, start);
      int end = Math.min(to, start + count);
      if (first < end) {
        boolean isUnread = block.unread != null && end - first == count;
        slice.blocks.put(
            first - from,
            isUnread
                ? block
                : new Block(
                    block.file,
                    null,
                    new ArrayList<>(block.rows().subList(first - start, end - start))));
      }
    }
    slice.size = Math.max(0, to - from);
    return slice;
  }
}
