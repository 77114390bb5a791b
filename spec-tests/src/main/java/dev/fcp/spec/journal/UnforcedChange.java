package dev.fcp.spec.journal;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * A write at an offset, or a cut there.
 *
 * @param offset where, in bytes
 * @param bytes what is written; nothing for a cut
 * @param cuts whether it is a cut
 */
@SuppressWarnings("ArrayRecordComponent") // changes are never compared
record UnforcedChange(long offset, byte[] bytes, boolean cuts) {

  /** More parts than this have more ways than anybody looks at. */
  private static final int MOST_PARTS = 40;

  /** Bytes of a write that get to the disk together, from an index to another one. */
  private record Part(int from, int to) {}

  UnforcedChange with(byte[] bytes) {
    return new UnforcedChange(offset, bytes, cuts);
  }

  private long end() {
    return offset + bytes.length;
  }

  /** Whether it matters which of two comes first. */
  boolean meets(UnforcedChange other) {
    return cuts || other.cuts() || (offset < other.end() && other.offset() < end());
  }

  /** The bytes of a file after it. */
  byte[] made(byte[] before) {
    long size = cuts ? offset : Math.max(before.length, end());
    byte[] next = Arrays.copyOf(before, (int) size);
    System.arraycopy(bytes, 0, next, (int) offset, bytes.length);
    return next;
  }

  /** How many ways there are in which it may be made at most. */
  long ways(int sectorBytes) {
    return cuts ? 2 : 2L << Math.min(MOST_PARTS, parts(sectorBytes).size());
  }

  /**
   * The bytes of a file after all or some of it, or nothing. Of a write any sectors may be there;
   * where the last ones are not, the file may have got its new size or not.
   */
  Set<FileContent> allMade(byte[] before, int sectorBytes) {
    Set<FileContent> all = new LinkedHashSet<>();
    if (cuts) {
      all.add(new FileContent(before));
      all.add(new FileContent(made(before)));
      return all;
    }
    List<Part> parts = parts(sectorBytes);
    for (int some = 0; some < 1 << parts.size(); some++) {
      all.add(new FileContent(made(before, parts, some, false)));
      all.add(new FileContent(made(before, parts, some, true)));
    }
    return all;
  }

  private byte[] made(byte[] before, List<Part> parts, int some, boolean grows) {
    long size = grows ? Math.max(before.length, end()) : before.length;
    for (int i = 0; i < parts.size(); i++) {
      size = (some >> i & 1) == 1 ? Math.max(size, offset + parts.get(i).to()) : size;
    }
    byte[] next = Arrays.copyOf(before, (int) size);
    for (int i = 0; i < parts.size(); i++) {
      Part part = parts.get(i);
      if ((some >> i & 1) == 1) {
        int length = part.to() - part.from();
        System.arraycopy(bytes, part.from(), next, (int) offset + part.from(), length);
      }
    }
    return next;
  }

  /** The sectors of a write; neighbours that are all blank count as one. */
  private List<Part> parts(int sectorBytes) {
    List<Part> parts = new ArrayList<>();
    boolean afterBlank = false;
    int from = 0;
    while (from < bytes.length) {
      int to = (int) Math.min(bytes.length, from + sectorBytes - (offset + from) % sectorBytes);
      boolean blank = isBlank(from, to);
      if (blank && afterBlank) {
        from = parts.remove(parts.size() - 1).from();
      }
      parts.add(new Part(from, to));
      afterBlank = blank;
      from = to;
    }
    return parts;
  }

  private boolean isBlank(int from, int to) {
    for (int i = from; i < to; i++) {
      if (bytes[i] != ' ') {
        return false;
      }
    }
    return true;
  }
}
