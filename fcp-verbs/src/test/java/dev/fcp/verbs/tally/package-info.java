/** A small domain with a language for the tests of this module: things and their counts. */
package dev.fcp.verbs.tally;
