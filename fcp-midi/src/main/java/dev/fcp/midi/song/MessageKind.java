package dev.fcp.midi.song;

/** The kinds of messages that have their own event types, and {@link #OPAQUE} for all others. */
public enum MessageKind {
  /** A control change, {@code Bc cc vv}. */
  CONTROL_CHANGE,
  /** A pitch bend, {@code Ec ll mm}. */
  PITCH_BEND,
  /** A tempo, {@code FF 51}, with three data bytes. */
  TEMPO,
  /** A time signature, {@code FF 58}, with four data bytes, the second of which is at most 30. */
  TIME_SIGNATURE,
  /** A key signature, {@code FF 59}, with two data bytes: -7 to 7, and 0 or 1. */
  KEY_SIGNATURE,
  /** A track name, {@code FF 03}. */
  TRACK_NAME,
  /** A marker, {@code FF 06}. */
  MARKER,
  /**
   * Any other message: program changes, aftertouch, lyrics, system exclusive, unpaired note-ons and
   * note-offs.
   */
  OPAQUE
}
