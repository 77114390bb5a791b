package dev.fcp.drawio.file;

/** Counts the elements of one file, in all its texts, up to a limit. */
final class ElementCount {

  private final int limit;
  private int count;

  ElementCount(int limit) {
    this.limit = limit;
  }

  /** Counts one element. */
  void add(int offset) throws Damage {
    if (++count > limit) {
      throw new Damage(offset, "more than " + limit + " elements");
    }
  }
}
