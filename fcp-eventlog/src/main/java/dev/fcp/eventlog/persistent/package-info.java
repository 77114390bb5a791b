/**
 * The immutable map and list on which all values of the engine are based: a modified copy shares
 * almost all nodes with the original.
 *
 * <p>Both use the same B+ tree. They are immutable and thread-safe, and contain no nulls.
 */
package dev.fcp.eventlog.persistent;
