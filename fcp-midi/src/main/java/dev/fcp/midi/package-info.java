/**
 * The domain of songs and its events. The entities of a song are in {@link dev.fcp.midi.song}.
 *
 * <p>Throughout this module null arguments throw {@link NullPointerException}.
 */
package dev.fcp.midi;
