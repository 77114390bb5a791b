package dev.fcp.spec.journal;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * A write at an offset, or a cut there.
 *
 * @param offsetBytes where, in bytes
 * @param bytes what is written; nothing for a cut
 * @param isCut whether it is a cut
 */
@SuppressWarnings("ArrayRecordComponent") // changes are never compared
record UnforcedChange(long offsetBytes, byte[] bytes, boolean isCut) {

  /** More parts than this have more ways than anybody looks at. */
  private static final int MAX_COUNTED_SECTORS = 40;

  /** Bytes of a write that get to the disk together, from an index to another one. */
  private record Sector(int from, int to) {}

  UnforcedChange with(byte[] bytes) {
    return new UnforcedChange(offsetBytes, bytes, isCut);
  }

  private long end() {
    return offsetBytes + bytes.length;
  }

  /** Whether it matters which of two comes first. */
  boolean overlaps(UnforcedChange other) {
    return isCut || other.isCut() || (offsetBytes < other.end() && other.offsetBytes() < end());
  }

  /** The bytes of a file after it. */
  byte[] applyTo(byte[] before) {
    long size = isCut ? offsetBytes : Math.max(before.length, end());
    byte[] next = Arrays.copyOf(before, (int) size);
    System.arraycopy(bytes, 0, next, (int) offsetBytes, bytes.length);
    return next;
  }

  /** How many ways there are in which it may be made at most. */
  long maxVariants(int sectorBytes) {
    return isCut ? 2 : 2L << Math.min(MAX_COUNTED_SECTORS, sectors(sectorBytes).size());
  }

  /**
   * The bytes of a file after all or some of it, or nothing. Of a write any sectors may be there;
   * where the last ones are not, the file may have got its new size or not.
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

  /** The sectors of a write; neighbours that are all blank count as one. */
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
