/** The syntax of operations: parsing and writing operation strings. */
package dev.fcp.verbs.syntax;
