/**
 * The text kit: domains for text files in which each line is an entity; unchanged lines keep their
 * spelling.
 */
package dev.fcp.eventlog.text;
