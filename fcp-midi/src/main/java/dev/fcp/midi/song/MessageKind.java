package dev.fcp.midi.song;

/** The sorts of messages that have events of their own, and all others. */
public enum MessageKind {
  /** A controller gets a value, {@code Bc cc vv}. */
  CONTROL_CHANGE,
  /** The pitch wheel moves, {@code Ec ll mm}. */
  PITCH_BEND,
  /** {@code FF 51}, of three bytes. */
  TEMPO,
  /** {@code FF 58}, of four bytes, the second of them at most 30. */
  TIME_SIGNATURE,
  /** {@code FF 59}, of two bytes: -7 to 7 and 0 or 1. */
  KEY_SIGNATURE,
  /** {@code FF 03}. */
  TRACK_NAME,
  /** {@code FF 06}. */
  MARKER,
  /** Anything else: programs, aftertouch, lyrics, system exclusive, and single notes on and off. */
  OPAQUE
}
