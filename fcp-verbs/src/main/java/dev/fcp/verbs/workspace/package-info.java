/** The document that is worked on: opened, saved, taken back and forth, by what people type. */
package dev.fcp.verbs.workspace;
