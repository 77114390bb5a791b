package dev.fcp.drawio.language;

import java.util.Optional;

/** A value and the one in its place, in words. */
final class Change {

  private Change() {}

  /** {@code before -> after}; {@code none} stands for nothing. */
  static String of(Optional<String> before, Optional<String> after) {
    return before.orElse(Palette.NONE) + " -> " + after.orElse(Palette.NONE);
  }

  static String of(String before, String after) {
    return before + " -> " + after;
  }
}
