package dev.fcp.spec.domain;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Objects;
import java.util.function.Supplier;

/** Assertions whose failures name the broken clause. */
final class LawAssertions {

  private LawAssertions() {}

  static void require(String clause, boolean holds, Supplier<String> message) {
    if (!holds) {
      throw new AssertionError(clause + " is broken: " + message.get());
    }
  }

  static void requireEqual(
      String clause, Object expected, Object actual, Supplier<String> context) {
    require(
        clause,
        Objects.equals(expected, actual),
        () -> context.get() + "\n  expected " + expected + "\n  found    " + actual);
  }

  static void requireEqualBytes(
      String clause, byte[] expected, byte[] actual, Supplier<String> context) {
    require(
        clause,
        Arrays.equals(expected, actual),
        () -> context.get() + "\n  expected " + utf8(expected) + "\n  found    " + utf8(actual));
  }

  static String utf8(byte[] bytes) {
    return new String(bytes, StandardCharsets.UTF_8);
  }
}
