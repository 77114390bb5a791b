package dev.fcp.midi.song;

/**
 * A time signature, with all values of its message.
 *
 * @param numerator the beats per bar, from 0 to 255
 * @param halvings how many times a whole note is halved to get a beat: 2 means a quarter note; from
 *     0 to {@link #MAX_HALVINGS}
 * @param clocksPerClick the MIDI clocks between metronome clicks, from 0 to 255
 * @param thirtySecondsPerQuarter the number of 32nd notes in 24 MIDI clocks, from 0 to 255; usually
 *     8
 */
public record TimeSignature(
    int numerator, int halvings, int clocksPerClick, int thirtySecondsPerQuarter) {

  /** The largest number of halvings whose denominator fits into an {@code int}. */
  public static final int MAX_HALVINGS = 30;

  public TimeSignature {
    requireByte("numerator", numerator);
    requireByte("clocksPerClick", clocksPerClick);
    requireByte("thirtySecondsPerQuarter", thirtySecondsPerQuarter);
    if (halvings < 0 || halvings > MAX_HALVINGS) {
      throw new IllegalArgumentException(
          "halvings: " + halvings + " is not from 0 to " + MAX_HALVINGS);
    }
  }

  private static void requireByte(String name, int value) {
    if (value < 0 || value > 0xFF) {
      throw new IllegalArgumentException(name + ": " + value + " is not from 0 to 255");
    }
  }

  /**
   * Creates a time signature such as 6/8, with a metronome click on every beat.
   *
   * @throws IllegalArgumentException if the denominator is not a power of two
   */
  public static TimeSignature of(int numerator, int denominator) {
    if (Integer.bitCount(denominator) != 1 || denominator < 0) {
      throw new IllegalArgumentException("denominator: " + denominator + " is not a power of two");
    }
    int clocks = Math.min(96 / Math.min(denominator, 96), 0xFF);
    return new TimeSignature(numerator, Integer.numberOfTrailingZeros(denominator), clocks, 8);
  }

  /**
   * Decodes a time signature message.
   *
   * @throws IllegalArgumentException if the message is not a time signature
   */
  public static TimeSignature of(Message message) {
    if (message.kind() != MessageKind.TIME_SIGNATURE) {
      throw new IllegalArgumentException("not a time signature: " + message);
    }
    Bytes data = message.data();
    return new TimeSignature(data.at(0), data.at(1), data.at(2), data.at(3));
  }

  /** The note value of a beat; 4 means a quarter note. */
  public int denominator() {
    return 1 << halvings;
  }

  /** Encodes this time signature as a message. */
  public Message message() {
    return Message.meta(
        Message.TIME_SIGNATURE,
        Bytes.of(numerator, halvings, clocksPerClick, thirtySecondsPerQuarter));
  }
}
