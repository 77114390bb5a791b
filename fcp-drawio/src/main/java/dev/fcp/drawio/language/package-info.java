/** The operation language of diagrams: verbs, queries and their parameters. */
package dev.fcp.drawio.language;
