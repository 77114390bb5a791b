/** The event log beside a bare array, UndoFX and the undo of Swing. */
@NullMarked
package dev.fcp.benchmarks.log;

import org.jspecify.annotations.NullMarked;
