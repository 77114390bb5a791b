/** Benchmarks of the engine and its alternatives, run on request and not as tests. */
@NullMarked
package dev.fcp.benchmarks;

import org.jspecify.annotations.NullMarked;
