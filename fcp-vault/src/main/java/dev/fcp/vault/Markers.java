package dev.fcp.vault;

import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The markers of a vault: comments with a ULID, which a reader of the text does not see. New ones
 * begin with a prefix; they are found whatever their prefix is, because the setting may change.
 *
 * @param prefix letters, digits and hyphens
 */
record Markers(String prefix) {

  private static final String ULID = "([0-7][0-9A-HJKMNP-TV-Z]{25})";
  private static final Pattern MARKER =
      Pattern.compile(
          "\\s*<!--\\s*[A-Za-z0-9-]+:(?:thread:ULID|event:ULID:(?:begin|(end)))\\s*-->\\s*"
              .replace("ULID", ULID));

  String begin(String ulid) {
    return "<!-- %s:event:%s:begin -->".formatted(prefix, ulid);
  }

  String end(String ulid) {
    return "<!-- %s:event:%s:end -->".formatted(prefix, ulid);
  }

  String thread(String ulid) {
    return "<!-- %s:thread:%s -->".formatted(prefix, ulid);
  }

  /** Whether a text is a ULID, in upper or lower case. */
  static boolean isUlid(String text) {
    return text.toUpperCase(Locale.ROOT).matches(ULID);
  }

  /** Whether a line is a marker. */
  static boolean isMarker(String line) {
    return matcher(line).isPresent();
  }

  /** Whether a line is the marker after the events of a timeline. */
  static boolean isEnd(String line) {
    return matcher(line).filter(it -> it.group(3) != null).isPresent();
  }

  /** The ULID of the marker of a thread, if a line is one. */
  static Optional<String> threadIn(String line) {
    return matcher(line).map(it -> it.group(1));
  }

  private static Optional<Matcher> matcher(String line) {
    return line.contains("<!--")
        ? Optional.of(MARKER.matcher(line)).filter(Matcher::matches)
        : Optional.empty();
  }
}
