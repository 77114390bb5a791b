/** Standard MIDI Files: their bytes, chunk by chunk and message by message. */
package dev.fcp.midi.smf;
