package dev.fcp.spec.generator;

import java.io.IOException;
import java.util.List;
import java.util.function.IntPredicate;
import java.util.stream.IntStream;

/**
 * The share of the declared tries that tests make. The system property {@code fcp.tries} sets it,
 * such as 0.1 for a tenth; the default is 1. With less than a tenth, tests that check their
 * coverage fail.
 */
public final class Tries {

  /** The minimum number of tries that are made. */
  private static final int LEAST = 5;

  private static final double PART = Double.parseDouble(System.getProperty("fcp.tries", "1"));

  /** Odd, so that a sweep over alternating cases does not always meet the same one. */
  private static final int STRIDE = (int) Math.ceil(1 / PART) | 1;

  private Tries() {}

  /** Whether all declared tries are made. */
  public static boolean areAll() {
    return PART >= 1;
  }

  /** Returns how many of a declared number of tries are made. */
  public static int of(int declared) {
    return Math.max((int) Math.round(declared * PART), Math.min(declared, LEAST));
  }

  /**
   * Returns the points of a sweep from 0 to a size, exclusive: all points, or the first, the last
   * and evenly spaced ones between them.
   */
  public static IntStream sweep(int size) {
    return sweep(size, point -> false);
  }

  /** As {@link #sweep(int)}, but always including the border points and their neighbours. */
  public static IntStream sweep(int size, IntPredicate isBorder) {
    return IntStream.range(0, size)
        .filter(point ->
            point % STRIDE == 0
                || point == size - 1
                || IntStream.rangeClosed(Math.max(0, point - 1), Math.min(point + 1, size - 1))
                    .anyMatch(isBorder));
  }

  /**
   * The items of a sweep over a list: all of them, or the first, the last and some between them.
   */
  public static <T> List<T> sweep(List<T> items) {
    return sweep(items.size()).mapToObj(items::get).toList();
  }

  /** The action at a point of a sweep. */
  @FunctionalInterface
  public interface Point {

    /** Visits a point and returns whether the sweep has further points. */
    boolean hasNext(int point) throws IOException;
  }

  /**
   * Sweeps from 0 as long as there are further points, and visits all or some of them, always
   * including the first and the last.
   *
   * @return the last point
   */
  public static int sweep(Point each) throws IOException {
    int last = 0;
    while (each.hasNext(last)) {
      last += STRIDE;
    }
    int beyond = Math.max(0, last - STRIDE);
    while (last > beyond + 1 && !each.hasNext(last - 1)) {
      last--;
    }
    return last;
  }
}
