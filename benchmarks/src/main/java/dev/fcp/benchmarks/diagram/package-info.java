/** Benchmarks of reading and editing diagrams, compared with plain XML readers. */
@NullMarked
package dev.fcp.benchmarks.diagram;

import org.jspecify.annotations.NullMarked;
