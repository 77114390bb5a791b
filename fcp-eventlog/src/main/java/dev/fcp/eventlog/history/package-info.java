/** Steps, where they come from, and the tree of all steps ever made. */
package dev.fcp.eventlog.history;
