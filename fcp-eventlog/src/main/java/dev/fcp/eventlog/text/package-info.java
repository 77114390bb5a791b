/** The text kit: text files of which each line is an entity, without changing what stays. */
package dev.fcp.eventlog.text;
