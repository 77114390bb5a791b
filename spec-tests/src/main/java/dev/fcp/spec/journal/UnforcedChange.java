package dev.fcp.spec.journal;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * A write at an offset, or a truncation to that size.
 *
 * @param offsetBytes the offset of the write, or the new size
 * @param bytes the written bytes; empty for a truncation
 * @param isCut whether it is a truncation
 */
@SuppressWarnings("ArrayRecordComponent") // changes are never compared
record UnforcedChange(long offsetBytes, byte[] bytes, boolean isCut) {

  /** With more sectors than this there are more combinations than any limit allows. */
  private static final int MAX_COUNTED_SECTORS = 40;

  /** A range of the written bytes that reaches the disk as a whole, as indexes into them. */
  private record Sector(int from, int to) {}

  UnforcedChange with(byte[] bytes) {
    return new UnforcedChange(offsetBytes, bytes, isCut);
  }

  private long end() {
    return offsetBytes + bytes.length;
  }

  /** Whether the order of this change and another one affects the content. */
  boolean overlaps(UnforcedChange other) {
    return isCut || other.isCut() || (offsetBytes < other.end() && other.offsetBytes() < end());
  }

  /** Returns the bytes of a file after this change. */
  byte[] applyTo(byte[] before) {
    long size = isCut ? offsetBytes : Math.max(before.length, end());
    byte[] next = Arrays.copyOf(before, (int) size);
    System.arraycopy(bytes, 0, next, (int) offsetBytes, bytes.length);
    return next;
  }

  /** Returns an upper bound for the number of possible contents. */
  long maxVariants(int sectorBytes) {
    return isCut ? 2 : 2L << Math.min(MAX_COUNTED_SECTORS, sectors(sectorBytes).size());
  }

  /**
   * Returns every possible content of a file after the change, a part of it, or nothing. Any subset
   * of the sectors of a write may be applied; if the last ones are missing, the file may or may not
   * have its new size.
   */
  Set<FileContent> possibleContents(byte[] before, int sectorBytes) {
    Set<FileContent> contents = new LinkedHashSet<>();
    if (isCut) {
      contents.add(new FileContent(before));
      contents.add(new FileContent(applyTo(before)));
      return contents;
    }
    List<Sector> sectors = sectors(sectorBytes);
    for (int chosenBits = 0; chosenBits < 1 << sectors.size(); chosenBits++) {
      contents.add(new FileContent(applySectors(before, sectors, chosenBits, false)));
      contents.add(new FileContent(applySectors(before, sectors, chosenBits, true)));
    }
    return contents;
  }

  private byte[] applySectors(
      byte[] before, List<Sector> sectors, int chosenBits, boolean growsFile) {
    long size = growsFile ? Math.max(before.length, end()) : before.length;
    for (int i = 0; i < sectors.size(); i++) {
      size = (chosenBits >> i & 1) == 1 ? Math.max(size, offsetBytes + sectors.get(i).to()) : size;
    }
    byte[] next = Arrays.copyOf(before, (int) size);
    for (int i = 0; i < sectors.size(); i++) {
      Sector sector = sectors.get(i);
      if ((chosenBits >> i & 1) == 1) {
        int length = sector.to() - sector.from();
        System.arraycopy(bytes, sector.from(), next, (int) offsetBytes + sector.from(), length);
      }
    }
    return next;
  }

  /** Returns the sectors of a write; adjacent blank sectors count as one. */
  private List<Sector> sectors(int sectorBytes) {
    List<Sector> sectors = new ArrayList<>();
    boolean isAfterBlank = false;
    int from = 0;
    while (from < bytes.length) {
      int to =
          (int) Math.min(bytes.length, from + sectorBytes - (offsetBytes + from) % sectorBytes);
      boolean isBlank = isBlank(from, to);
      if (isBlank && isAfterBlank) {
        from = sectors.remove(sectors.size() - 1).from();
      }
      sectors.add(new Sector(from, to));
      isAfterBlank = isBlank;
      from = to;
    }
    return sectors;
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
