/**
 * The operation language: text to parsed operations, the registry of verbs, and session actions.
 *
 * <p>Throughout this module null arguments throw {@link NullPointerException}.
 */
package dev.fcp.verbs;
