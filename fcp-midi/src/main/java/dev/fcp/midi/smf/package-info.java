/**
 * Reads and writes Standard MIDI Files without loss: every message with its tick, its canonical
 * bytes and its encoding in the file, and all other bytes of the file.
 *
 * <p>{@link dev.fcp.midi.smf.SongFormat} converts files to songs and back; the other public types
 * represent bytes and messages, without notes or a tempo map. Values are immutable and thread-safe.
 * Throughout this package null arguments throw {@link NullPointerException}.
 *
 * <pre>
 * file    = [RIFF size "RMID" chunk*  "data" size] header (track | other)* [rest] [pad chunk*]
 * header  = "MThd" length:32 format:16 trackCount:16 division:16 [more bytes]
 * track   = "MTrk" length:32 (delta message)* delta FF 2F 00 [bytes after the end]
 * message = status data           channel message; the status may be omitted if it is the last one
 *         | F0 length bytes       system exclusive, whole or its first packet
 *         | F7 length bytes       a further packet, or arbitrary bytes
 *         | FF type length bytes  meta
 * delta, length = at most four bytes of seven bits, the last one below 80
 * </pre>
 *
 * <p>Source: Standard MIDI Files 1.0 (RP-001); RIFF MIDI from the Multimedia Programming Interface.
 */
package dev.fcp.midi.smf;
