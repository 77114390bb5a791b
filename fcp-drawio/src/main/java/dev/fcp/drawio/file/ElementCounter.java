package dev.fcp.drawio.file;

/** Counts the elements of one file, in all its texts, up to a limit. */
final class ElementCounter {

  private final int limit;
  private int count;

  ElementCounter(int limit) {
    this.limit = limit;
  }

  /** Counts one element. */
  void add(int offset) throws DrawioParseException {
    if (++count > limit) {
      throw new DrawioParseException(offset, "more than " + limit + " elements");
    }
  }
}
