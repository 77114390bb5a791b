/** The session, which owns a model value, and its state as a fold over journal records. */
package dev.fcp.eventlog.session;
