package dev.fcp.eventlog.journal;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/**
 * Finds bytes in large arrays, comparing eight at a time.
 *
 * <p>If {@code x} is a word in which the matching bytes were made zero, {@code (x - 0x01..01) & ~x
 * & 0x80..80} has the high bit of the lowest zero byte set, and no bit below it.
 */
final class ByteSearch {

  private static final VarHandle WORDS =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
  private static final long ONES = 0x0101010101010101L;
  private static final long HIGHS = 0x8080808080808080L;
  private static final long QUOTES = ONES * '"';
  private static final long ESCAPES = ONES * '\\';
  private static final long LINE_ENDS = ONES * '\n';

  private ByteSearch() {}

  /**
   * The index of the first line end at or after an offset; the length of the array if there is
   * none.
   */
  static int lineEnd(byte[] bytes, int from) {
    int at = from;
    for (; at + Long.BYTES <= bytes.length; at += Long.BYTES) {
      long found = zeros((long) WORDS.get(bytes, at) ^ LINE_ENDS);
      if (found != 0) {
        return at + position(found);
      }
    }
    while (at < bytes.length && bytes[at] != '\n') {
      at++;
    }
    return at;
  }

  /**
   * The index of the first quote or backslash at or after an offset; the length of the array if
   * there is none.
   */
  static int quoteOrEscape(byte[] bytes, int from) {
    int at = from;
    for (; at + Long.BYTES <= bytes.length; at += Long.BYTES) {
      long word = (long) WORDS.get(bytes, at);
      // The lowest bit of both is correct, because false positives occur only above a match.
      long found = zeros(word ^ QUOTES) | zeros(word ^ ESCAPES);
      if (found != 0) {
        return at + position(found);
      }
    }
    while (at < bytes.length && bytes[at] != '"' && bytes[at] != '\\') {
      at++;
    }
    return at;
  }

  private static long zeros(long word) {
    return (word - ONES) & ~word & HIGHS;
  }

  private static int position(long found) {
    return Long.numberOfTrailingZeros(found) >>> 3;
  }
}
