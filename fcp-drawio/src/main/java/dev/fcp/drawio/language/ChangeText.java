package dev.fcp.drawio.language;

import java.util.Optional;

/** A value and the one in its place, in words. */
final class ChangeText {

  private ChangeText() {}

  /** {@code before -> after}; {@code none} stands for nothing. */
  static String of(Optional<String> before, Optional<String> after) {
    return before.orElse(NamedColor.NONE) + " -> " + after.orElse(NamedColor.NONE);
  }

  static String of(String before, String after) {
    return before + " -> " + after;
  }
}
