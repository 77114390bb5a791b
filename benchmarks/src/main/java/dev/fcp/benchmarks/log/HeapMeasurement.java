package dev.fcp.benchmarks.log;

import java.lang.management.ManagementFactory;
import java.lang.ref.Reference;
import java.util.function.Supplier;
import java.util.stream.Stream;

/**
 * Weighs logs by what the heap holds after a collection, with and without them. Four million
 * entries lie on the scales each time, in as many logs as it takes, so that what else moves in the
 * heap does not count.
 */
final class HeapMeasurement {

  private static final int ENTRIES = 4_000_000;

  private HeapMeasurement() {}

  /** What a log of that many entries holds for each, beyond the change itself. */
  static double bytesPerEntry(String peer, int entries) {
    int logs = ENTRIES / entries;
    long heldBytes =
        heldBytes(() -> Stream.generate(() -> Peers.filled(peer, entries)).limit(logs).toList());
    return (double) heldBytes / ENTRIES;
  }

  /** What the heap holds for the sake of this object. */
  static long heldBytes(Supplier<Object> factory) {
    // Once for nothing: what is loaded and compiled at first is not for the object's sake.
    measure(factory);
    return measure(factory);
  }

  private static long measure(Supplier<Object> factory) {
    long before = settledBytes();
    Object held = factory.get();
    try {
      return settledBytes() - before;
    } finally {
      Reference.reachabilityFence(held);
    }
  }

  /** What the heap holds when further collections find nothing more: references free in turns. */
  private static long settledBytes() {
    long min = usedBytes();
    for (long next = usedBytes(); next < min; next = usedBytes()) {
      min = next;
    }
    return min;
  }

  private static long usedBytes() {
    for (int i = 0; i < 3; i++) {
      System.gc();
    }
    return ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed();
  }
}
