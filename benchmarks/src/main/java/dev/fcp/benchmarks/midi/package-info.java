/** Benchmarks of reading and writing MIDI files, compared with the Java platform. */
@NullMarked
package dev.fcp.benchmarks.midi;

import org.jspecify.annotations.NullMarked;
