package dev.fcp.benchmarks.table;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntFunction;
import java.util.function.ToDoubleFunction;

/**
 * What some work cost the calling thread.
 *
 * @param cpuNanos its processor time
 * @param wallNanos the time that passed
 * @param bytes the memory that it allocated
 */
record Cost(double cpuNanos, double wallNanos, double bytes) {

  private static final int MIN_ROUNDS = 3;
  private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();

  /** Measures some work. */
  static Cost of(Runnable work) {
    long bytes = THREADS.getCurrentThreadAllocatedBytes();
    long cpu = THREADS.getCurrentThreadCpuTime();
    long start = System.nanoTime();
    work.run();
    long wall = System.nanoTime() - start;
    return new Cost(
        THREADS.getCurrentThreadCpuTime() - cpu,
        wall,
        THREADS.getCurrentThreadAllocatedBytes() - bytes);
  }

  /**
   * Measures rounds of work.
   *
   * @param maxSeconds begins no further round after this time, except the first three
   * @param prepare prepares a round, outside the measurement, and returns its work
   */
  static List<Cost> ofRounds(int rounds, double maxSeconds, IntFunction<Runnable> prepare) {
    long start = System.nanoTime();
    List<Cost> costs = new ArrayList<>();
    for (int i = 0;
        i < rounds && (i < MIN_ROUNDS || System.nanoTime() - start < maxSeconds * 1e9);
        i++) {
      costs.add(of(prepare.apply(i)));
    }
    return costs;
  }

  /** Returns a component of all costs, divided by {@code divisor}. */
  static double[] of(List<Cost> costs, ToDoubleFunction<Cost> component, double divisor) {
    return costs.stream().mapToDouble(cost -> component.applyAsDouble(cost) / divisor).toArray();
  }
}
