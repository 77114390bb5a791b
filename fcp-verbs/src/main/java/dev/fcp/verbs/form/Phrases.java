package dev.fcp.verbs.form;

import java.util.List;

/** Numbers and lists in words, for answers. */
public final class Phrases {

  /** A list tells this many of its words at most. */
  private static final int TOLD = 8;

  private Phrases() {}

  /** {@code 1 note}, {@code 2 notes}. */
  public static String counted(long count, String one, String several) {
    return count + " " + (count == 1 ? one : several);
  }

  /** The first words of a list, with the number of the others. */
  public static String some(List<String> words) {
    return words.size() <= TOLD
        ? String.join(", ", words)
        : String.join(", ", words.subList(0, TOLD)) + " and " + (words.size() - TOLD) + " more";
  }
}
