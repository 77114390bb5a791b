/** Text in which every character keeps its identity, so that anyone can undo their own edits. */
package dev.fcp.eventlog.plaintext;
