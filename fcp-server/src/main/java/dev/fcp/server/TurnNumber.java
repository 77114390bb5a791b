package dev.fcp.server;

import picocli.CommandLine.TypeConversionException;

/** The number of a turn as an argument, which may also be its name, such as {@code turn_000001}. */
record TurnNumber(long value) {

  private static final String PREFIX = "turn_";

  /** Reads an argument. */
  static TurnNumber of(String text) {
    try {
      return new TurnNumber(
          Long.parseLong(text.startsWith(PREFIX) ? text.substring(PREFIX.length()) : text));
    } catch (NumberFormatException e) {
      throw new TypeConversionException(
          "\"%s\" is not a turn, such as 1 or turn_000001".formatted(text));
    }
  }
}
