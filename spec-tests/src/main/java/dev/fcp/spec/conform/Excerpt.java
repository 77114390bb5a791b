package dev.fcp.spec.conform;

/** A long value, cut around the place where it begins to differ from another one. */
final class Excerpt {

  /** The length up to which a value is shown whole. */
  static final int MAX_WHOLE_CHARS = 200;

  private static final int CHARS_BEFORE = 60;
  private static final int CHARS_AFTER = 60;

  private Excerpt() {}

  /** Returns a text, or the part of it around its first difference from another text. */
  static String of(String text, String other) {
    if (text.length() <= MAX_WHOLE_CHARS) {
      return text;
    }
    int length = Math.min(text.length(), other.length());
    int difference = 0;
    while (difference < length && text.charAt(difference) == other.charAt(difference)) {
      difference++;
    }
    int start = boundary(text, Math.max(0, difference - CHARS_BEFORE));
    int end = boundary(text, Math.min(text.length(), difference + CHARS_AFTER));
    return (start == 0 ? "" : "… (%,d characters) ".formatted(start))
        + text.substring(start, end)
        + (end == text.length() ? "" : " … (%,d characters)".formatted(text.length() - end));
  }

  /** Returns an index that does not divide a surrogate pair. */
  private static int boundary(String text, int index) {
    boolean isInPair =
        index > 0
            && index < text.length()
            && Character.isSurrogatePair(text.charAt(index - 1), text.charAt(index));
    return isInPair ? index - 1 : index;
  }
}
