/** Benchmarks of the file journal, compared with raw writes and embedded databases. */
@NullMarked
package dev.fcp.benchmarks.journal;

import org.jspecify.annotations.NullMarked;
