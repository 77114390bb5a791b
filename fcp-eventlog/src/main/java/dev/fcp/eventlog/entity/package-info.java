/**
 * The entity kit: declares the entities and changes of a domain and derives its operations from
 * them.
 */
package dev.fcp.eventlog.entity;
