/** Journals: the records of a session, and where they are kept. */
package dev.fcp.eventlog.journal;
