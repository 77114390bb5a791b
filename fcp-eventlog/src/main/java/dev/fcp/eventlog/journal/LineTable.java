package dev.fcp.eventlog.journal;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * A table of the valid lines of a journal: number, checksums and location of each, in columns.
 * Thread-safe.
 */
final class LineTable {

  private final List<Path> files = new ArrayList<>();
  private long[] numbers = new long[64];
  private int[] crcs = new int[64];
  private int[] previous = new int[64];
  private int[] fileOf = new int[64];
  private int[] offsets = new int[64];
  private int[] lengths = new int[64];
  private int size;

  /** The location of a line in a file, without its line end. */
  record LineLocation(Path file, int offsetBytes, int lengthBytes) {

    /** The offset after the line end. */
    int endBytes() {
      return offsetBytes + lengthBytes + 1;
    }
  }

  synchronized int size() {
    return size;
  }

  synchronized void add(Path file, JournalLine line, int offsetBytes, int lengthBytes) {
    if (size == numbers.length) {
      grow(2 * size);
    }
    if (files.isEmpty() || !isSame(files.get(files.size() - 1), file)) {
      files.add(file);
    }
    numbers[size] = line.number();
    crcs[size] = line.crc();
    previous[size] = line.previousCrc();
    fileOf[size] = files.size() - 1;
    offsets[size] = offsetBytes;
    lengths[size] = lengthBytes;
    size++;
  }

  /**
   * Compares identity first, because comparing file names for each line would take longer than
   * everything else.
   */
  @SuppressWarnings("ReferenceEquality")
  static boolean isSame(Path file, Path other) {
    return file == other || file.equals(other);
  }

  /** Appends all lines of another table. */
  synchronized void addAll(LineTable other) {
    int end = size + other.size;
    if (end > numbers.length) {
      grow(Math.max(end, 2 * numbers.length));
    }
    System.arraycopy(other.numbers, 0, numbers, size, other.size);
    System.arraycopy(other.crcs, 0, crcs, size, other.size);
    System.arraycopy(other.previous, 0, previous, size, other.size);
    System.arraycopy(other.offsets, 0, offsets, size, other.size);
    System.arraycopy(other.lengths, 0, lengths, size, other.size);
    for (int row = 0; row < other.size; row++) {
      fileOf[size + row] = files.size() + other.fileOf[row];
    }
    files.addAll(other.files);
    size = end;
  }

  private void grow(int capacity) {
    numbers = Arrays.copyOf(numbers, capacity);
    crcs = Arrays.copyOf(crcs, capacity);
    previous = Arrays.copyOf(previous, capacity);
    fileOf = Arrays.copyOf(fileOf, capacity);
    offsets = Arrays.copyOf(offsets, capacity);
    lengths = Arrays.copyOf(lengths, capacity);
  }

  synchronized long number(int row) {
    return numbers[row];
  }

  synchronized int crc(int row) {
    return crcs[row];
  }

  synchronized int previousCrc(int row) {
    return previous[row];
  }

  /** The frame of a line, without the offset of its content. */
  synchronized JournalLine line(int row) {
    return new JournalLine(numbers[row], crcs[row], previous[row], 0);
  }

  synchronized LineLocation place(int row) {
    return new LineLocation(files.get(fileOf[row]), offsets[row], lengths[row]);
  }

  /** The same lines in files with the same names in another folder. */
  synchronized LineTable in(Path folder) {
    LineTable moved = slice(0, size);
    moved.files.replaceAll(file -> folder.resolve(file.getFileName()));
    return moved;
  }

  /** The rows from {@code from} (inclusive) to {@code to} (exclusive). */
  synchronized LineTable slice(int from, int to) {
    LineTable slice = new LineTable();
    slice.files.addAll(files);
    slice.numbers = Arrays.copyOfRange(numbers, from, Math.max(to, from + 1));
    slice.crcs = Arrays.copyOfRange(crcs, from, Math.max(to, from + 1));
    slice.previous = Arrays.copyOfRange(previous, from, Math.max(to, from + 1));
    slice.fileOf = Arrays.copyOfRange(fileOf, from, Math.max(to, from + 1));
    slice.offsets = Arrays.copyOfRange(offsets, from, Math.max(to, from + 1));
    slice.lengths = Arrays.copyOfRange(lengths, from, Math.max(to, from + 1));
    slice.size = to - from;
    return slice;
  }
}
