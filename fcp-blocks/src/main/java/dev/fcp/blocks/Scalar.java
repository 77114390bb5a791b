package dev.fcp.blocks;

import dev.fcp.eventlog.domain.Value;
import dev.fcp.eventlog.json.ValueJson;

/** Values on one line: as they are where that is unambiguous, otherwise as a JSON string. */
final class Scalar {

  private Scalar() {}

  /** The text of a value in a file. */
  static String encode(String value) {
    boolean isPlain =
        !value.isEmpty()
            && value.equals(value.strip())
            && value.charAt(0) != '"'
            && value.chars().noneMatch(Character::isISOControl)
            && !BlockContent.isHeading(value);
    return isPlain ? value : ValueJson.write(Value.of(value));
  }

  /** The value of a text in a file; a malformed JSON string is the value itself. */
  static String decode(String text) {
    String stripped = text.strip();
    if (!stripped.startsWith("\"")) {
      return stripped;
    }
    try {
      return ValueJson.read(stripped).asText();
    } catch (IllegalArgumentException e) {
      // Written by hand: it is not JSON, or continues after the string.
      return stripped;
    }
  }
}
