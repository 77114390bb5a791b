/** Runs operations and queries, and formats their responses. */
package dev.fcp.verbs.run;
