package dev.fcp.midi.song;

import java.util.List;
import java.util.Objects;

/**
 * A key signature.
 *
 * @param sharps the number of sharps, or of flats if negative, from -7 to 7
 * @param mode major or minor
 */
public record KeySignature(int sharps, KeyMode mode) {

  /** The mode of a key. */
  public enum KeyMode {
    /** Encoded as byte 0. */
    MAJOR,
    /** Encoded as byte 1. */
    MINOR
  }

  private static final int MAX_SHARPS = 7;

  /** The circle of fifths, from seven flats in major to seven sharps in minor. */
  private static final List<String> FIFTHS =
      List.of(
          "Cb", "Gb", "Db", "Ab", "Eb", "Bb", "F", "C", "G", "D", "A", "E", "B", "F#", "C#", "G#",
          "D#", "A#");

  public KeySignature {
    if (sharps < -MAX_SHARPS || sharps > MAX_SHARPS) {
      throw new IllegalArgumentException("sharps: " + sharps + " is not from -7 to 7");
    }
    Objects.requireNonNull(mode, "mode");
  }

  /** Whether the two data bytes of a message are a valid key signature. */
  static boolean isValid(int sharps, int mode) {
    return Math.abs((byte) sharps) <= MAX_SHARPS && mode <= 1;
  }

  /**
   * Decodes a key signature message.
   *
   * @throws IllegalArgumentException if the message is not a key signature
   */
  public static KeySignature of(Message message) {
    if (message.kind() != MessageKind.KEY_SIGNATURE) {
      throw new IllegalArgumentException("not a key signature: " + message);
    }
    Bytes data = message.data();
    return new KeySignature((byte) data.at(0), data.at(1) == 0 ? KeyMode.MAJOR : KeyMode.MINOR);
  }

  /**
   * Returns the signature of a key.
   *
   * @param key its tonic, such as {@code C}, {@code F#} or {@code Bb}
   * @throws IllegalArgumentException if there is no signature for that tonic and mode
   */
  public static KeySignature of(String key, KeyMode mode) {
    int index = FIFTHS.indexOf(key);
    int sharps = index - MAX_SHARPS - (mode == KeyMode.MINOR ? 3 : 0);
    if (index < 0 || sharps < -MAX_SHARPS || sharps > MAX_SHARPS) {
      throw new IllegalArgumentException("key: no signature for " + key + " " + mode);
    }
    return new KeySignature(sharps, mode);
  }

  /** The tonic, such as {@code C}, {@code F#} or {@code Bb}. */
  public String key() {
    return FIFTHS.get(sharps + MAX_SHARPS + (mode == KeyMode.MINOR ? 3 : 0));
  }

  /** Encodes this key signature as a message. */
  public Message message() {
    return Message.meta(Message.KEY_SIGNATURE, Bytes.of(sharps, mode == KeyMode.MAJOR ? 0 : 1));
  }
}
