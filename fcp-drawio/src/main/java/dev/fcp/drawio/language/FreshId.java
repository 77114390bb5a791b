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

  /** The wanted id, or else the first free one of {@code wanted-2}, {@code wanted-3} and so on. */
  static String of(Set<String> used, String wanted) {
    String id = wanted;
    for (int i = 2; used.contains(id); i++) {
      id = wanted + "-" + i;
    }
    return id;
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
