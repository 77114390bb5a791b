/** Operation strings: the text of one operation to its parts, and back. */
package dev.fcp.verbs.syntax;
