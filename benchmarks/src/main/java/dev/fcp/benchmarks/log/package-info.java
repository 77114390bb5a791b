/** Benchmarks of the event log, compared with an array, UndoFX and the undo manager of Swing. */
@NullMarked
package dev.fcp.benchmarks.log;

import org.jspecify.annotations.NullMarked;
