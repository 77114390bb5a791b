package dev.fcp.drawio.language;

import java.text.Normalizer;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;

/** Ids for what is new: made from its text, so that people can read them, and never used before. */
final class FreshId {

  private static final int LONGEST = 24;
  private static final Pattern MARKS = Pattern.compile("\\p{M}+");
  private static final Pattern OTHERS = Pattern.compile("[^a-z0-9]+");
  private static final Pattern EDGES = Pattern.compile("^-+|-+$");

  private FreshId() {}

  /**
   * The wanted id, or else a free one of {@code wanted-2}, {@code wanted-3} and so on: the first
   * where they are used without a gap. Asks for few of them, however many are used.
   */
  static String of(Set<String> used, String wanted) {
    if (!used.contains(wanted)) {
      return wanted;
    }
    long taken = 1;
    long free = 2;
    while (used.contains(wanted + "-" + free)) {
      taken = free;
      // Beyond their count they are numbers that somebody chose, so they end soon.
      free = free <= used.size() ? 2 * free : free + 1;
    }
    while (free - taken > 1) {
      long between = (taken + free) / 2;
      if (used.contains(wanted + "-" + between)) {
        taken = between;
      } else {
        free = between;
      }
    }
    return wanted + "-" + free;
  }

  /**
   * An id made from a text.
   *
   * @param otherwise what the id begins with if the text has no letters that an id could keep
   */
  static String of(Set<String> used, String text, String otherwise) {
    String plain = MARKS.matcher(Normalizer.normalize(text, Normalizer.Form.NFD)).replaceAll("");
    String words = OTHERS.matcher(plain.toLowerCase(Locale.ROOT)).replaceAll("-");
    String shortened = words.length() > LONGEST ? words.substring(0, LONGEST) : words;
    String slug = EDGES.matcher(shortened).replaceAll("");
    boolean named = slug.chars().anyMatch(c -> c >= 'a');
    return of(used, named ? slug : slug.isEmpty() ? otherwise : otherwise + "-" + slug);
  }
}
