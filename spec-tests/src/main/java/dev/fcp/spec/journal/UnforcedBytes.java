package dev.fcp.spec.journal;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.random.RandomGenerator;

/** The forced bytes of a file, and the changes since the last force. */
final class UnforcedBytes {

  private static final int TORN_SECTOR_BYTES = 64;

  private final byte[] forced;
  private final byte[] current;
  private final List<UnforcedChange> changes;

  private UnforcedBytes(byte[] forced, byte[] now, List<UnforcedChange> changes) {
    this.forced = forced;
    this.current = now;
    this.changes = changes;
  }

  static UnforcedBytes forced(byte[] bytes) {
    return new UnforcedBytes(bytes, bytes, List.of());
  }

  UnforcedBytes forced() {
    return changes.isEmpty() ? this : forced(current);
  }

  UnforcedBytes withWrite(long offset, byte[] bytes) {
    return withChange(new UnforcedChange(offset, bytes, false));
  }

  /** Adds a truncation; one that does not shorten the file changes nothing. */
  UnforcedBytes withCut(long sizeBytes) {
    return sizeBytes < current.length
        ? withChange(new UnforcedChange(sizeBytes, new byte[0], true))
        : this;
  }

  private UnforcedBytes withChange(UnforcedChange change) {
    List<UnforcedChange> more = new ArrayList<>(changes);
    more.add(change);
    return new UnforcedBytes(forced, change.applyTo(current), more);
  }

  byte[] current() {
    return current;
  }

  List<UnforcedChange> changes() {
    return changes;
  }

  /**
   * Returns every possible content after a power cut, each once: every change is applied
   * completely, in some of its sectors, or not at all, in every order that makes a difference.
   *
   * @param sectorBytes the size of a sector, which is written atomically
   * @param maxVariants the maximum number of combinations
   * @return empty if there are more combinations
   */
  Optional<Set<FileContent>> possibleContents(int sectorBytes, int maxVariants) {
    long variantCount = isOrderVisible() ? factorial(changes.size()) : 1;
    for (UnforcedChange change : changes) {
      variantCount = Math.min(maxVariants + 1L, variantCount * change.maxVariants(sectorBytes));
    }
    if (variantCount > maxVariants) {
      return Optional.empty();
    }
    Set<FileContent> contents = new LinkedHashSet<>();
    for (List<UnforcedChange> order : isOrderVisible() ? permutations(changes) : List.of(changes)) {
      collectContents(forced, order, sectorBytes, contents);
    }
    return Optional.of(contents);
  }

  /** Whether the order of the changes affects the content. */
  private boolean isOrderVisible() {
    for (int i = 0; i < changes.size(); i++) {
      for (int j = 0; j < i; j++) {
        if (changes.get(i).overlaps(changes.get(j))) {
          return true;
        }
      }
    }
    return false;
  }

  private static long factorial(int count) {
    return count > 12 ? Integer.MAX_VALUE : count < 2 ? 1 : count * factorial(count - 1);
  }

  private static List<List<UnforcedChange>> permutations(List<UnforcedChange> changes) {
    if (changes.isEmpty()) {
      return List.of(List.of());
    }
    List<List<UnforcedChange>> orders = new ArrayList<>();
    for (int i = 0; i < changes.size(); i++) {
      List<UnforcedChange> others = new ArrayList<>(changes);
      UnforcedChange head = others.remove(i);
      for (List<UnforcedChange> rest : permutations(others)) {
        List<UnforcedChange> order = new ArrayList<>(List.of(head));
        order.addAll(rest);
        orders.add(order);
      }
    }
    return orders;
  }

  private static void collectContents(
      byte[] bytes, List<UnforcedChange> remaining, int sectorBytes, Set<FileContent> contents) {
    if (remaining.isEmpty()) {
      contents.add(new FileContent(bytes));
      return;
    }
    for (FileContent after : remaining.get(0).possibleContents(bytes, sectorBytes)) {
      collectContents(after.bytes(), remaining.subList(1, remaining.size()), sectorBytes, contents);
    }
  }

  /** Returns a random content after a power cut, possibly with flipped bits. */
  byte[] randomContent(RandomGenerator random) {
    List<UnforcedChange> order = new ArrayList<>(changes);
    if (order.size() > 1 && random.nextInt(5) == 0) {
      int target = random.nextInt(order.size());
      Collections.rotate(order.subList(target, order.size()), 1);
    }
    byte[] bytes = forced;
    for (UnforcedChange change : order) {
      switch (random.nextInt(5)) {
        case 0 -> {} // dropped
        case 1 -> bytes = truncated(change, random).applyTo(bytes);
        case 2 -> bytes = torn(bytes, change, random).applyTo(bytes);
        case 3 -> bytes = withFlippedBit(change, random).applyTo(bytes);
        default -> bytes = change.applyTo(bytes);
      }
    }
    return bytes;
  }

  /** Keeps only the beginning of a write. */
  private static UnforcedChange truncated(UnforcedChange change, RandomGenerator random) {
    int length = random.nextInt(change.bytes().length + 1);
    return change.with(Arrays.copyOf(change.bytes(), length));
  }

  /**
   * Leaves some sectors of a write with their old bytes, or zero beyond the old end of the file.
   */
  private static UnforcedChange torn(byte[] before, UnforcedChange change, RandomGenerator random) {
    byte[] bytes = change.bytes().clone();
    for (int sectorStart = 0; sectorStart < bytes.length; sectorStart += TORN_SECTOR_BYTES) {
      if (sectorStart / TORN_SECTOR_BYTES < 64 && random.nextBoolean()) {
        for (int i = sectorStart;
            i < Math.min(sectorStart + TORN_SECTOR_BYTES, bytes.length);
            i++) {
          long position = change.offsetBytes() + i;
          bytes[i] = position < before.length ? before[(int) position] : 0;
        }
      }
    }
    return change.with(bytes);
  }

  private static UnforcedChange withFlippedBit(UnforcedChange change, RandomGenerator random) {
    byte[] bytes = change.bytes().clone();
    if (bytes.length > 0) {
      bytes[random.nextInt(bytes.length)] ^= (byte) (1 << random.nextInt(8));
    }
    return change.with(bytes);
  }
}
