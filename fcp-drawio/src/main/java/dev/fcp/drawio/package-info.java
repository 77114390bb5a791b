/**
 * The diagram domain: cells, their events, the draw.io file format and the verbs that edit it.
 *
 * <p>Throughout this module null arguments throw {@link NullPointerException}.
 */
package dev.fcp.drawio;
