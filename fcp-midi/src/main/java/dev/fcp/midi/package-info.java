/**
 * Songs as a kind of document: the events that can happen to them, and the domain that applies them
 * and takes them back. What a song is made of stands in {@link dev.fcp.midi.song}.
 *
 * <p>Throughout this module null arguments throw {@link NullPointerException}.
 */
package dev.fcp.midi;
