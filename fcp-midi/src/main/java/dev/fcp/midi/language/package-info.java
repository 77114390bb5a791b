/**
 * The operation language of songs: verbs, queries and their parameters.
 *
 * <p>Bars, beats, channels and programs are counted from 1, as musicians do; middle C is {@code
 * C4}, which is pitch 60. Positions, pitches, names and ids in results can be used in operations.
 */
package dev.fcp.midi.language;
