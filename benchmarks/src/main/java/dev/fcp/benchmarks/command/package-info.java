/** Whole commands of the program on large files, as somebody who types them waits for them. */
@NullMarked
package dev.fcp.benchmarks.command;

import org.jspecify.annotations.NullMarked;
