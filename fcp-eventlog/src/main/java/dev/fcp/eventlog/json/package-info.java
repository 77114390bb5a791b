/**
 * The JSON form of values, as used in journals and events. Not exported; the API contains no JSON
 * types.
 */
package dev.fcp.eventlog.json;
