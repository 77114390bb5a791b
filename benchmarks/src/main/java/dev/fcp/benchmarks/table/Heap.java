package dev.fcp.benchmarks.table;

import java.lang.management.ManagementFactory;

/** The heap of this process. */
final class Heap {

  private Heap() {}

  /** Returns the used heap after repeated garbage collections. */
  static long usedBytes() {
    long least = Long.MAX_VALUE;
    for (int i = 0; i < 3; i++) {
      System.gc();
      least = Math.min(least, ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed());
    }
    return least;
  }
}
