/** The document that is worked on: opened, saved, undone and redone, by what people type. */
package dev.fcp.verbs.workspace;
