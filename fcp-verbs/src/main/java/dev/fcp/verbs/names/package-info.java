/** Finding what a person means by a name, and the nearest name when there is none. */
package dev.fcp.verbs.names;
