/** How people and agents speak to diagrams: the verbs, the queries and the words they know. */
package dev.fcp.drawio.language;
