/**
 * Files of draw.io: read into entities, and written so that what did not change keeps its text.
 *
 * <p>The way in and out is {@link dev.fcp.drawio.file.DrawioFormat}; it knows the entities of a
 * diagram and no events.
 */
package dev.fcp.drawio.file;
