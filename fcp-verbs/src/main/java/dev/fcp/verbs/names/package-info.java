/** Resolves names to items, and suggests the nearest name if none matches. */
package dev.fcp.verbs.names;
