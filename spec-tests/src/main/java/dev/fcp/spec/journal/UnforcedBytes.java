package dev.fcp.spec.journal;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.random.RandomGenerator;

/** The bytes of a file: those that last, and what happened to them since. */
final class UnforcedBytes {

  private static final int TORN_SECTOR_BYTES = 64;

  private final byte[] forced;
  private final byte[] now;
  private final List<UnforcedChange> changes;

  private UnforcedBytes(byte[] forced, byte[] now, List<UnforcedChange> changes) {
    this.forced = forced;
    this.now = now;
    this.changes = changes;
  }

  static UnforcedBytes forced(byte[] bytes) {
    return new UnforcedBytes(bytes, bytes, List.of());
  }

  UnforcedBytes forced() {
    return changes.isEmpty() ? this : forced(now);
  }

  UnforcedBytes written(long offset, byte[] bytes) {
    return with(new UnforcedChange(offset, bytes, false));
  }

  /** A cut that leaves a file as long as it is changes nothing. */
  UnforcedBytes cut(long sizeBytes) {
    return sizeBytes < now.length ? with(new UnforcedChange(sizeBytes, new byte[0], true)) : this;
  }

  private UnforcedBytes with(UnforcedChange change) {
    List<UnforcedChange> more = new ArrayList<>(changes);
    more.add(change);
    return new UnforcedBytes(forced, change.made(now), more);
  }

  byte[] now() {
    return now;
  }

  List<UnforcedChange> changes() {
    return changes;
  }

  /**
   * All that may be left of them, each once: every change is there, is not, or is there in some of
   * its sectors, in every order in which that makes a difference.
   *
   * @param sectorBytes how much the disk writes as a whole
   * @param most how many ways are looked at
   * @return empty if there are more
   */
  Optional<Set<FileContent>> allLeft(int sectorBytes, int most) {
    long ways = mayChangePlaces() ? factorial(changes.size()) : 1;
    for (UnforcedChange change : changes) {
      ways = Math.min(most + 1L, ways * change.ways(sectorBytes));
    }
    if (ways > most) {
      return Optional.empty();
    }
    Set<FileContent> left = new LinkedHashSet<>();
    for (List<UnforcedChange> order : mayChangePlaces() ? orders(changes) : List.of(changes)) {
      spread(forced, order, sectorBytes, left);
    }
    return Optional.of(left);
  }

  /** Whether the order of two changes can be seen in what is left. */
  private boolean mayChangePlaces() {
    for (int i = 0; i < changes.size(); i++) {
      for (int j = 0; j < i; j++) {
        if (changes.get(i).meets(changes.get(j))) {
          return true;
        }
      }
    }
    return false;
  }

  private static long factorial(int count) {
    return count > 12 ? Integer.MAX_VALUE : count < 2 ? 1 : count * factorial(count - 1);
  }

  private static List<List<UnforcedChange>> orders(List<UnforcedChange> changes) {
    if (changes.isEmpty()) {
      return List.of(List.of());
    }
    List<List<UnforcedChange>> orders = new ArrayList<>();
    for (int i = 0; i < changes.size(); i++) {
      List<UnforcedChange> others = new ArrayList<>(changes);
      UnforcedChange first = others.remove(i);
      for (List<UnforcedChange> rest : orders(others)) {
        List<UnforcedChange> order = new ArrayList<>(List.of(first));
        order.addAll(rest);
        orders.add(order);
      }
    }
    return orders;
  }

  private static void spread(
      byte[] bytes, List<UnforcedChange> rest, int sectorBytes, Set<FileContent> left) {
    if (rest.isEmpty()) {
      left.add(new FileContent(bytes));
      return;
    }
    for (FileContent after : rest.get(0).allMade(bytes, sectorBytes)) {
      spread(after.bytes(), rest.subList(1, rest.size()), sectorBytes, left);
    }
  }

  /** Something that may be left of them, garbled perhaps; chance says what. */
  byte[] someLeft(RandomGenerator chance) {
    List<UnforcedChange> order = new ArrayList<>(changes);
    if (order.size() > 1 && chance.nextInt(5) == 0) {
      int to = chance.nextInt(order.size());
      Collections.rotate(order.subList(to, order.size()), 1);
    }
    byte[] bytes = forced;
    for (UnforcedChange change : order) {
      switch (chance.nextInt(5)) {
        case 0 -> {} // dropped
        case 1 -> bytes = begun(change, chance).made(bytes);
        case 2 -> bytes = torn(bytes, change, chance).made(bytes);
        case 3 -> bytes = garbled(change, chance).made(bytes);
        default -> bytes = change.made(bytes);
      }
    }
    return bytes;
  }

  /** Only the beginning of a write. */
  private static UnforcedChange begun(UnforcedChange change, RandomGenerator chance) {
    int length = chance.nextInt(change.bytes().length + 1);
    return change.with(Arrays.copyOf(change.bytes(), length));
  }

  /** Some sectors of a write are as they were before it, or zero where nothing was. */
  private static UnforcedChange torn(byte[] before, UnforcedChange change, RandomGenerator chance) {
    byte[] bytes = change.bytes().clone();
    for (int at = 0; at < bytes.length; at += TORN_SECTOR_BYTES) {
      if (at / TORN_SECTOR_BYTES < 64 && chance.nextBoolean()) {
        for (int i = at; i < Math.min(at + TORN_SECTOR_BYTES, bytes.length); i++) {
          long position = change.offset() + i;
          bytes[i] = position < before.length ? before[(int) position] : 0;
        }
      }
    }
    return change.with(bytes);
  }

  private static UnforcedChange garbled(UnforcedChange change, RandomGenerator chance) {
    byte[] bytes = change.bytes().clone();
    if (bytes.length > 0) {
      bytes[chance.nextInt(bytes.length)] ^= (byte) (1 << chance.nextInt(8));
    }
    return change.with(bytes);
  }
}
