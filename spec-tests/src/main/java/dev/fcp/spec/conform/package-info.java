/**
 * Logs in any language held to the clauses: vectors, the protocol of drivers, a fuzzer with a
 * model, and reports.
 */
@NullMarked
package dev.fcp.spec.conform;

import org.jspecify.annotations.NullMarked;
