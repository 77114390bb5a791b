/** A file and its journal as one thing. */
package dev.fcp.eventlog.document;
