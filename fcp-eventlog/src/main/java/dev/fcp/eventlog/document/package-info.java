/** A file and the session on it as one thing. */
package dev.fcp.eventlog.document;
