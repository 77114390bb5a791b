/**
 * The mutable {@code EventLog} for owners of their own model, the same log as a value, and the
 * entries both are made of.
 *
 * <p>Throughout this module null arguments throw {@link NullPointerException}.
 */
package dev.fcp.eventlog;
