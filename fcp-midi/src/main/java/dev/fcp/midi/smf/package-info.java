/**
 * Standard MIDI Files as they stand: every message with its tick, its canonical bytes and the text
 * it came from, and everything around the messages that a file holds.
 *
 * <p>Knows files and bytes, not songs: no notes, no tempo map. Values are immutable and safe for
 * use by any number of threads. Throughout this package null arguments throw {@link
 * NullPointerException}.
 *
 * <pre>
 * file    = [RIFF size "RMID" chunk*  "data" size] header (track | other)* [rest] [pad chunk*]
 * header  = "MThd" length:32 format:16 trackCount:16 division:16 [more bytes]
 * track   = "MTrk" length:32 (delta message)* delta FF 2F 00 [bytes behind the end]
 * message = status data           channel message; the status may be left out if it is the last one
 *         | F0 length bytes       system exclusive, whole or its first packet
 *         | F7 length bytes       a further packet, or any bytes at all
 *         | FF type length bytes  meta
 * delta, length = at most four bytes of seven bits, the last one below 80
 * </pre>
 *
 * <p>Source: Standard MIDI Files 1.0 (RP-001); RIFF MIDI from the Multimedia Programming Interface.
 */
package dev.fcp.midi.smf;
