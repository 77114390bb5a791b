/**
 * The file format of draw.io. Files are read into entities and written so that unchanged parts keep
 * their text.
 *
 * <p>The entry point is {@link dev.fcp.drawio.file.DrawioFormat}. This package depends on the
 * entities of a diagram, not on its events.
 */
package dev.fcp.drawio.file;
