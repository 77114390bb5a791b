/** Benchmarks of whole commands on large files: the time that a user waits. */
@NullMarked
package dev.fcp.benchmarks.command;

import org.jspecify.annotations.NullMarked;
