/** Steps, their origins, and the history: the tree of all steps of a document. */
package dev.fcp.eventlog.history;
