package dev.fcp.benchmarks.log;

import java.lang.management.ManagementFactory;
import java.lang.ref.Reference;
import java.util.function.Supplier;
import java.util.stream.Stream;

/**
 * Measures the memory of logs: the used heap after a garbage collection, with and without them.
 * Four million entries are measured each time, in as many logs as needed, so that other changes of
 * the heap are negligible.
 */
final class HeapMeasurement {

  private static final int ENTRIES = 4_000_000;

  private HeapMeasurement() {}

  /** Returns the bytes per entry of a log of the given size, without the change itself. */
  static double bytesPerEntry(String peer, int entries) {
    int logs = ENTRIES / entries;
    long heldBytes =
        heldBytes(() -> Stream.generate(() -> Peers.filled(peer, entries)).limit(logs).toList());
    return (double) heldBytes / ENTRIES;
  }

  /** Returns the heap that an object retains. */
  static long heldBytes(Supplier<Object> factory) {
    // Warm-up: classes that are loaded at first do not belong to the object.
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

  /**
   * Returns the used heap once further collections free nothing; references are freed over several
   * collections.
   */
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
