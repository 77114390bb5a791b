/**
 * The mutable {@code EventLog} for owners of their own model, the same log as a value, and the
 * entries both are made of.
 */
package dev.fcp.eventlog;
