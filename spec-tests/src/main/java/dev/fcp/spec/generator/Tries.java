package dev.fcp.spec.generator;

import java.io.IOException;
import java.util.List;
import java.util.function.IntPredicate;
import java.util.stream.IntStream;

/**
 * How much the tests try: all that they declare, or a part of it. The system property {@code
 * fcp.tries} is that part, such as 0.1 for a tenth; it is 1 if it is not set. With less than a
 * tenth, tests that check which cases they have met fail.
 */
public final class Tries {

  /** Of a declared number of tries, at least so many are left. */
  private static final int LEAST = 5;

  private static final double PART = Double.parseDouble(System.getProperty("fcp.tries", "1"));

  /** Odd, so that what comes in turns is not always met on the same turn. */
  private static final int STRIDE = (int) Math.ceil(1 / PART) | 1;

  private Tries() {}

  /** Whether all that is declared is tried. */
  public static boolean areAll() {
    return PART >= 1;
  }

  /** How many of a declared number of tries are made. */
  public static int of(int declared) {
    return Math.max((int) Math.round(declared * PART), Math.min(declared, LEAST));
  }

  /**
   * The points of a sweep from 0 up to a size, which is excluded: all of them, or the first and the
   * last and some between them at equal distances.
   */
  public static IntStream sweep(int size) {
    return sweep(size, point -> false);
  }

  /** The same; the borders of what is swept are always among them, each with its neighbours. */
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

  /** What is done at a point of a sweep. */
  @FunctionalInterface
  public interface Point {

    /** Tells whether the sweep has further points. */
    boolean hasNext(int point) throws IOException;
  }

  /**
   * Sweeps from 0 on as long as there are further points, over all or some of them; the first and
   * the last are always among them.
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
