package dev.fcp.drawio.diagram;

import java.util.Objects;

/**
 * The name of an entity within a document: the document itself, a page, or a cell of a page. Ids
 * may repeat across pages, so a cell is named by both.
 *
 * <p>What has no id of its own in the file, or repeats one, gets a <em>synthetic</em> id when it is
 * read. A synthetic id is never written. It ends with U+0001, which no XML file can hold, so that
 * it never meets an id of a file.
 *
 * @param page the id of the page; empty for the document
 * @param cell the id of the cell; empty for a page and for the document
 */
public record DiagramKey(String page, String cell) implements Comparable<DiagramKey> {

  private static final char SYNTHETIC_SUFFIX = '\u0001';
  private static final DiagramKey DOCUMENT = new DiagramKey("", "");

  public DiagramKey {
    Objects.requireNonNull(page, "page");
    Objects.requireNonNull(cell, "cell");
    if (page.isEmpty() && !cell.isEmpty()) {
      throw new IllegalArgumentException("the cell " + cell + " stands on no page");
    }
  }

  /** The name of the document. */
  public static DiagramKey document() {
    return DOCUMENT;
  }

  /** The name of a page. */
  public static DiagramKey page(String id) {
    return new DiagramKey(requireId(id, "page"), "");
  }

  /** The name of a cell, or of another element among the cells. */
  public static DiagramKey cell(String page, String id) {
    return new DiagramKey(requireId(page, "page"), requireId(id, "cell"));
  }

  /**
   * The id of something that has none in the file.
   *
   * @param ordinal its place among its siblings in the file, from 0
   */
  public static String syntheticId(int ordinal) {
    return "#" + ordinal + SYNTHETIC_SUFFIX;
  }

  /** Whether an id is one that no file holds. */
  public static boolean isSynthetic(String id) {
    return !id.isEmpty() && id.charAt(id.length() - 1) == SYNTHETIC_SUFFIX;
  }

  /** An id as people see it: that of something without one in the file without its last sign. */
  public static String displayId(String id) {
    return isSynthetic(id) ? id.substring(0, id.length() - 1) : id;
  }

  /** Whether this names the document. */
  public boolean isDocument() {
    return page.isEmpty();
  }

  /** Whether this names a page. */
  public boolean isPage() {
    return !page.isEmpty() && cell.isEmpty();
  }

  /** Whether this names a cell, or another element among the cells. */
  public boolean isCell() {
    return !cell.isEmpty();
  }

  /** The name of the page on which this stands, or of this page. */
  public DiagramKey pageKey() {
    return isPage() ? this : page(page);
  }

  @Override
  public int compareTo(DiagramKey other) {
    int order = page.compareTo(other.page);
    return order != 0 ? order : cell.compareTo(other.cell);
  }

  @Override
  public String toString() {
    return isDocument()
        ? "document"
        : isPage() ? "page " + displayId(page) : displayId(page) + "/" + displayId(cell);
  }

  private static String requireId(String id, String kind) {
    if (id.isEmpty()) {
      throw new IllegalArgumentException("an empty " + kind + " id");
    }
    return id;
  }
}
