/** The immutable map and list that all values of the engine stand on. */
package dev.fcp.eventlog.persistent;
