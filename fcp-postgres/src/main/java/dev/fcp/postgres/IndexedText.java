package dev.fcp.postgres;

import java.nio.charset.StandardCharsets;
import java.util.Optional;

/**
 * Text by which rows are found, such as the id of an entity. An index of the database holds at most
 * 2,704 bytes of a row, with what else is in it.
 */
final class IndexedText {

  /** The maximum size in UTF-8. */
  static final int MAX_BYTES = 2000;

  /** How much of a text that is too long a message shows. */
  private static final int SHOWN_CHARS = 40;

  private IndexedText() {}

  /**
   * Why the database cannot find rows by a text; empty if it can.
   *
   * @param what what the text is
   */
  static Optional<String> problem(String what, String text) {
    if (!CanonicalJson.isStorable(text)) {
      return Optional.of(
          what + " contains U+0000 or an unpaired surrogate, which cannot be stored");
    }
    int size = sizeBytes(text);
    return size <= MAX_BYTES
        ? Optional.empty()
        : Optional.of(
            "%s has %d bytes in UTF-8, more than the limit of %d: %s…"
                .formatted(what, size, MAX_BYTES, shortened(text, SHOWN_CHARS)));
  }

  /**
   * Checks a text.
   *
   * @throws IllegalArgumentException if the database cannot find rows by it
   */
  static void require(String what, String text) {
    problem(what, text)
        .ifPresent(problem -> {
          throw new IllegalArgumentException(problem);
        });
  }

  /** Whether the database can find rows by a text. */
  static boolean isOne(String text) {
    return problem("", text).isEmpty();
  }

  /**
   * The text with U+FFFD instead of what the database cannot store, and without what is too much.
   */
  static String fitted(String text) {
    String storable = CanonicalJson.replaceNotStorable(text);
    return sizeBytes(storable) <= MAX_BYTES
        ? storable
        : shortened(storable, MAX_BYTES / 3 - 1) + "…";
  }

  private static int sizeBytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8).length;
  }

  /** The first characters of a text, of which each has at most 3 bytes; no pair is divided. */
  private static String shortened(String text, int length) {
    return text.substring(
        0, Character.isHighSurrogate(text.charAt(length - 1)) ? length - 1 : length);
  }
}
