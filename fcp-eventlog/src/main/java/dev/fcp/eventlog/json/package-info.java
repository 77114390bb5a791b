/** Values as JSON, as journals and events are written. Not exported: the API names no JSON type. */
package dev.fcp.eventlog.json;
