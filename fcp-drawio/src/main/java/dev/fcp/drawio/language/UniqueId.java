package dev.fcp.drawio.language;

import java.text.Normalizer;
import java.util.Locale;
import java.util.Set;
import java.util.function.Predicate;
import java.util.regex.Pattern;

/** Creates unique, readable ids from texts. */
final class UniqueId {

  private static final int MAX_SLUG_LENGTH = 24;
  private static final Pattern COMBINING_MARKS = Pattern.compile("\\p{M}+");
  private static final Pattern NON_SLUG_CHARACTERS = Pattern.compile("[^a-z0-9]+");
  private static final Pattern OUTER_HYPHENS = Pattern.compile("^-+|-+$");

  private UniqueId() {}

  /**
   * Returns the preferred id, or an unused one of {@code preferred-2}, {@code preferred-3} and so
   * on; the lowest one if the used numbers have no gaps. Searches exponentially, so that few
   * candidates are tested even if many are used.
   *
   * @param usedCount about how many ids are used
   */
  static String of(Predicate<String> isUsed, int usedCount, String preferred) {
    if (!isUsed.test(preferred)) {
      return preferred;
    }
    long usedNumber = 1;
    long candidate = 2;
    while (isUsed.test(preferred + "-" + candidate)) {
      usedNumber = candidate;
      // Numbers above the count of used ids were chosen by users, so there are few of them.
      candidate = candidate <= usedCount ? 2 * candidate : candidate + 1;
    }
    while (candidate - usedNumber > 1) {
      long middle = (usedNumber + candidate) / 2;
      if (isUsed.test(preferred + "-" + middle)) {
        usedNumber = middle;
      } else {
        candidate = middle;
      }
    }
    return preferred + "-" + candidate;
  }

  static String of(Set<String> used, String preferred) {
    return of(used::contains, used.size(), preferred);
  }

  /**
   * Returns a readable id made from a text.
   *
   * @param fallback the start of the id if the text has no letters that can be part of an id
   */
  static String slug(String text, String fallback) {
    String unaccented =
        COMBINING_MARKS.matcher(Normalizer.normalize(text, Normalizer.Form.NFD)).replaceAll("");
    String hyphenated =
        NON_SLUG_CHARACTERS.matcher(unaccented.toLowerCase(Locale.ROOT)).replaceAll("-");
    String shortened =
        hyphenated.length() > MAX_SLUG_LENGTH
            ? hyphenated.substring(0, MAX_SLUG_LENGTH)
            : hyphenated;
    String slug = OUTER_HYPHENS.matcher(shortened).replaceAll("");
    boolean hasLetters = slug.chars().anyMatch(c -> c >= 'a');
    return hasLetters ? slug : slug.isEmpty() ? fallback : fallback + "-" + slug;
  }
}
