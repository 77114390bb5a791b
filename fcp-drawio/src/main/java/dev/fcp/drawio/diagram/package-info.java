/** The entities of a diagram as immutable values: the document, its pages and their cells. */
package dev.fcp.drawio.diagram;
