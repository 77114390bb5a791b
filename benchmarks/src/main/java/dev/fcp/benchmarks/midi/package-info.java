/** Reading and writing of MIDI files, beside the Java platform. */
@NullMarked
package dev.fcp.benchmarks.midi;

import org.jspecify.annotations.NullMarked;
