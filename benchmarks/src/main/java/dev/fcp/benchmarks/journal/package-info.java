/** The file journal beside a bare file and embedded databases, on the disk of the machine. */
@NullMarked
package dev.fcp.benchmarks.journal;

import org.jspecify.annotations.NullMarked;
