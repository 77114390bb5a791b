/** A small domain with a language, to hold the language's machinery by: things and how many. */
package dev.fcp.verbs.tally;
