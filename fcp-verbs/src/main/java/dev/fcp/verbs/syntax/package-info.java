/** The syntax of operations: parses operation strings and formats them. */
package dev.fcp.verbs.syntax;
