/** The entity kit: a store of entities and its three changes, from which a domain is made. */
package dev.fcp.eventlog.entity;
