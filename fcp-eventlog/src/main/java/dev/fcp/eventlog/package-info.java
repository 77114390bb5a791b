/**
 * Event logs: the mutable {@code EventLog}, the same log as an immutable value, and their entries.
 * They know no model.
 */
package dev.fcp.eventlog;
