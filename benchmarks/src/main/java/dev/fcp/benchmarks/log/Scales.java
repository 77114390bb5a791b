package dev.fcp.benchmarks.log;

import java.lang.management.ManagementFactory;
import java.lang.ref.Reference;
import java.util.function.Supplier;
import java.util.stream.Stream;

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
    int logs = ENTRIES / entries;
    long held =
        heldBytes(() -> Stream.generate(() -> Peers.filled(peer, entries)).limit(logs).toList());
    return (double) held / ENTRIES;
  }

  /** What the heap holds for the sake of this object. */
  static long heldBytes(Supplier<Object> object) {
    long before = usedBytes();
    Object made = object.get();
    try {
      return usedBytes() - before;
    } finally {
      Reference.reachabilityFence(made);
    }
  }

  private static long usedBytes() {
    for (int i = 0; i < 3; i++) {
      System.gc();
    }
    return ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed();
  }
}
