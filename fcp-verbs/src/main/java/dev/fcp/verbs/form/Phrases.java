package dev.fcp.verbs.form;

import java.util.List;

/** Formats counts and lists for responses. */
public final class Phrases {

  /** The maximum number of words that a list shows. */
  private static final int MAX_LISTED = 8;

  private Phrases() {}

  /** {@code 1 note}, {@code 2 notes}. */
  public static String count(long count, String singular, String plural) {
    return count + " " + (count == 1 ? singular : plural);
  }

  /** The first words of a list, and the number of the others if there are any. */
  public static String abbreviatedList(List<String> words) {
    return words.size() <= MAX_LISTED
        ? String.join(", ", words)
        : String.join(", ", words.subList(0, MAX_LISTED))
            + " and "
            + (words.size() - MAX_LISTED)
            + " more";
  }
}
