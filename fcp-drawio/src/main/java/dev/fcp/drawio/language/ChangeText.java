package dev.fcp.drawio.language;

import java.util.Optional;

/** Formats the change of a value. */
final class ChangeText {

  private ChangeText() {}

  /** Formats {@code before -> after}, with {@code none} for an absent value. */
  static String of(Optional<String> before, Optional<String> after) {
    return before.orElse(NamedColor.NONE) + " -> " + after.orElse(NamedColor.NONE);
  }

  static String of(String before, String after) {
    return before + " -> " + after;
  }
}
