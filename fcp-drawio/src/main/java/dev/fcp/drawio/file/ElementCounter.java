package dev.fcp.drawio.file;

/** Counts the elements of a file and its compressed pages, and enforces a limit. */
final class ElementCounter {

  private final int limit;
  private int count;

  ElementCounter(int limit) {
    this.limit = limit;
  }

  /** Counts an element. */
  void add(int offset) throws DrawioParseException {
    if (++count > limit) {
      throw new DrawioParseException(offset, "more than " + limit + " elements");
    }
  }
}
