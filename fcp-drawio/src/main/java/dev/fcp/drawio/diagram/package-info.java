/** What a diagram is made of: a document, its pages, and the cells on them, as immutable values. */
package dev.fcp.drawio.diagram;
