/**
 * The operation language of a domain: its verbs and queries, found through {@link
 * java.util.ServiceLoader}.
 *
 * <p>Throughout this module null arguments throw {@link NullPointerException}.
 */
package dev.fcp.verbs;
