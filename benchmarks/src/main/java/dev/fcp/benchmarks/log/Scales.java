package dev.fcp.benchmarks.log;

import java.lang.management.ManagementFactory;
import java.lang.ref.Reference;
import java.util.ArrayList;
import java.util.List;

/**
 * Weighs logs by what the heap holds after a collection, with and without them. A million entries
 * lie on the scales each time, in as many logs as it takes, so that what else moves in the heap
 * does not count.
 */
final class Scales {

  private static final int ENTRIES = 1_000_000;

  private Scales() {}

  /** What a log of that many entries holds for each, beyond the change itself. */
  static double bytesPerEntry(String peer, int entries) {
    List<UndoPeer> logs = new ArrayList<>(ENTRIES / entries);
    try {
      long before = usedBytes();
      for (int i = 0; i < ENTRIES / entries; i++) {
        logs.add(Peers.filled(peer, entries));
      }
      long after = usedBytes();
      return (double) (after - before) / ENTRIES;
    } finally {
      Reference.reachabilityFence(logs);
    }
  }

  private static long usedBytes() {
    for (int i = 0; i < 3; i++) {
      System.gc();
    }
    return ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed();
  }
}
