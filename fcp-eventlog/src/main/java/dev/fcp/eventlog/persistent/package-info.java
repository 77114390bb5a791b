/**
 * The immutable map and list that all values of the engine stand on: a changed copy shares almost
 * everything with its origin.
 *
 * <p>Both stand on one tree. All of it is immutable and may be handed to other threads without
 * further care. Neither holds a null.
 */
package dev.fcp.eventlog.persistent;
