/**
 * Verbs and queries: how people and agents speak to songs.
 *
 * <p>Bars, beats, channels and programs are counted from 1, as musicians do; middle C is {@code
 * C4}, which is pitch 60. What is shown can be typed: positions, pitches, names and ids.
 */
package dev.fcp.midi.language;
