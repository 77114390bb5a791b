/**
 * The conformance suite for event logs in any language: vectors, the driver protocol, a fuzzer with
 * a reference model, and reports.
 */
@NullMarked
package dev.fcp.spec.conform;

import org.jspecify.annotations.NullMarked;
