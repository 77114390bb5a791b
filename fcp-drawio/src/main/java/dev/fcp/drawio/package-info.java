/**
 * The domain of diagrams and its events.
 *
 * <p>Throughout this module null arguments throw {@link NullPointerException}.
 */
package dev.fcp.drawio;
