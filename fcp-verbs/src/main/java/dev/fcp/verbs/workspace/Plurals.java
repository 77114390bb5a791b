package dev.fcp.verbs.workspace;

/** Formats counts. */
final class Plurals {

  private Plurals() {}

  /** {@code 1 step}, {@code 2 steps}. */
  static String count(long number, String noun) {
    return number + " " + noun + (number == 1 ? "" : "s");
  }
}
