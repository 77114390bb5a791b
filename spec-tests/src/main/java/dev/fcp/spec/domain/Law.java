package dev.fcp.spec.domain;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Objects;
import java.util.function.Supplier;

/** How a law says that it is broken. */
final class Law {

  private Law() {}

  static void require(String clause, boolean holds, Supplier<String> otherwise) {
    if (!holds) {
      throw new AssertionError(clause + " is broken: " + otherwise.get());
    }
  }

  static void same(String clause, Object expected, Object found, Supplier<String> where) {
    require(
        clause,
        Objects.equals(expected, found),
        () -> where.get() + "\n  expected " + expected + "\n  found    " + found);
  }

  static void sameBytes(String clause, byte[] expected, byte[] found, Supplier<String> where) {
    require(
        clause,
        Arrays.equals(expected, found),
        () -> where.get() + "\n  expected " + text(expected) + "\n  found    " + text(found));
  }

  static String text(byte[] bytes) {
    return new String(bytes, StandardCharsets.UTF_8);
  }
}
