package dev.fcp.drawio.diagram;

import java.util.Objects;

/**
 * The key of an entity in a diagram: of the document itself, a page, or a cell of a page. Cell ids
 * may repeat across pages, so the key of a cell includes the page id.
 *
 * <p>An element without an id, or with a duplicate one, gets a <em>synthetic</em> id when the file
 * is read. Synthetic ids are never written. They end with U+0001, which is not allowed in XML, so
 * they never collide with the ids of a file.
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
      throw new IllegalArgumentException("the cell " + cell + " has no page");
    }
  }

  /** The key of the document. */
  public static DiagramKey document() {
    return DOCUMENT;
  }

  /** The key of a page. */
  public static DiagramKey page(String id) {
    return new DiagramKey(requireId(id, "page"), "");
  }

  /** The key of a cell or of a foreign element among the cells. */
  public static DiagramKey cell(String page, String id) {
    return new DiagramKey(requireId(page, "page"), requireId(id, "cell"));
  }

  /**
   * The synthetic id of an element that has no unique id in the file.
   *
   * @param ordinal its index among its siblings in the file, from 0
   */
  public static String syntheticId(int ordinal) {
    return "#" + ordinal + SYNTHETIC_SUFFIX;
  }

  /** Whether an id is synthetic. */
  public static boolean isSynthetic(String id) {
    return !id.isEmpty() && id.charAt(id.length() - 1) == SYNTHETIC_SUFFIX;
  }

  /**
   * The id to display to users: a synthetic id without its last character, any other id unchanged.
   */
  public static String displayId(String id) {
    return isSynthetic(id) ? id.substring(0, id.length() - 1) : id;
  }

  /** Whether this is the key of the document. */
  public boolean isDocument() {
    return page.isEmpty();
  }

  /** Whether this is the key of a page. */
  public boolean isPage() {
    return !page.isEmpty() && cell.isEmpty();
  }

  /** Whether this is the key of a cell or of a foreign element among the cells. */
  public boolean isCell() {
    return !cell.isEmpty();
  }

  /** The key of the page that contains this cell, or this key if it is a page. */
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
