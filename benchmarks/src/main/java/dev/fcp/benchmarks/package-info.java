/** Measurements of the engine beside its peers, run on request and never as tests. */
@NullMarked
package dev.fcp.benchmarks;

import org.jspecify.annotations.NullMarked;
