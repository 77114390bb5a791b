package dev.fcp.drawio.diagram;

/**
 * What a diagram is made of: the document, its pages, their cells, and elements among the cells
 * that are none. Immutable.
 *
 * <p>{@code content()} of an entity is the part of it that a file holds: two entities mean the same
 * to a reader of the file exactly if their contents are equal. Places in an order stay outside, and
 * so do differences of spelling that a file cannot show.
 */
public sealed interface DiagramEntity permits DocumentRoot, Page, Cell, ForeignElement {

  /** The part of this that a file holds, in one spelling. */
  DiagramEntity content();
}
