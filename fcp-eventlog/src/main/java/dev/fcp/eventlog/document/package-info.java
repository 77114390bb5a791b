/**
 * Documents: sessions and their files, which are opened, saved and checked for external changes.
 */
package dev.fcp.eventlog.document;
