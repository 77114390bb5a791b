/** Folders of files on disk: finding what changed in them, watching them and writing to them. */
package dev.fcp.eventlog.folder;
