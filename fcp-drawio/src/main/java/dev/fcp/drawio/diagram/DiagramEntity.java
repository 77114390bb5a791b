package dev.fcp.drawio.diagram;

/**
 * An entity of a diagram: the document, a page, a cell, or a foreign element among the cells.
 * Immutable.
 *
 * <p>{@code content()} is the part of an entity that is stored in a file: two entities are the same
 * to a reader of the file if and only if their contents are equal. Order keys are not part of it,
 * nor are differences that a file cannot represent.
 */
public sealed interface DiagramEntity permits DocumentRoot, Page, Cell, ForeignElement {

  /** A normalized copy with only the content that is stored in a file. */
  DiagramEntity content();
}
