package dev.fcp.spec.generator;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Smaller tapes than one that breaks a law: first with ever shorter pieces cut out, then with ever
 * smaller numbers, over and over until nothing more succeeds or the limit is reached.
 */
final class Tapes {

  private int[] best;
  private int left;
  private int piece;
  private int at;
  private int lowering;
  private boolean progress;

  Tapes(int[] first, int limit) {
    this.best = first;
    this.left = limit;
    restart();
  }

  private void restart() {
    piece = Math.max(1, best.length / 2);
    at = best.length - piece;
    lowering = 0;
    progress = false;
  }

  /** Another tape to try, or null. */
  int @Nullable [] next() {
    while (left > 0) {
      int[] candidate = piece > 0 ? cut() : lowered();
      if (candidate != null) {
        left--;
        return candidate;
      }
      if (piece == 0 && at >= best.length) {
        if (!progress) {
          return null;
        }
        restart();
      }
    }
    return null;
  }

  /** Takes a tape that still breaks the law, if it is smaller than the best so far. */
  boolean accept(int[] tape) {
    boolean smaller =
        tape.length < best.length || (tape.length == best.length && Arrays.compare(tape, best) < 0);
    if (smaller) {
      best = tape;
      progress = true;
      lowering = 0;
    }
    return smaller;
  }

  private int @Nullable [] cut() {
    if (at < 0) {
      piece /= 2;
      at = piece == 0 ? 0 : best.length - piece;
      return null;
    }
    int from = Math.min(at, Math.max(0, best.length - piece));
    at -= Math.max(1, piece / 2);
    if (from + piece > best.length) {
      return null;
    }
    int[] shorter = new int[best.length - piece];
    System.arraycopy(best, 0, shorter, 0, from);
    System.arraycopy(best, from + piece, shorter, from, shorter.length - from);
    return shorter;
  }

  private int @Nullable [] lowered() {
    if (at >= best.length) {
      return null;
    }
    int number = best[at];
    int lower =
        switch (lowering++) {
          case 0 -> 0;
          case 1 -> number / 2;
          case 2 -> number - 1;
          default -> number;
        };
    if (lower >= number) {
      at++;
      lowering = 0;
      return null;
    }
    int[] smaller = best.clone();
    smaller[at] = lower;
    return smaller;
  }
}
