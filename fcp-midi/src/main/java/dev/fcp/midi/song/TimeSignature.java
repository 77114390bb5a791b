package dev.fcp.midi.song;

/**
 * A time signature as its message holds it.
 *
 * @param numerator beats in a bar, from 0 to 255
 * @param halvings of a whole note that make a beat: 2 is a quarter; from 0 to {@link #MAX_HALVINGS}
 * @param clocksPerClick MIDI clocks between clicks of a metronome, from 0 to 255
 * @param thirtySecondsPerQuarter 32nd notes in 24 MIDI clocks, from 0 to 255; 8 is usual
 */
public record TimeSignature(
    int numerator, int halvings, int clocksPerClick, int thirtySecondsPerQuarter) {

  /** The most halvings whose denominator is a number of 32 bits. */
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
   * A signature such as 6/8, with a click on every beat.
   *
   * @throws IllegalArgumentException if the denominator is no power of two
   */
  public static TimeSignature of(int numerator, int denominator) {
    if (Integer.bitCount(denominator) != 1 || denominator < 0) {
      throw new IllegalArgumentException("denominator: " + denominator + " is no power of two");
    }
    int clocks = Math.min(96 / Math.min(denominator, 96), 0xFF);
    return new TimeSignature(numerator, Integer.numberOfTrailingZeros(denominator), clocks, 8);
  }

  /**
   * What a message says.
   *
   * @throws IllegalArgumentException if it is no time signature
   */
  public static TimeSignature of(Message message) {
    if (message.kind() != MessageKind.TIME_SIGNATURE) {
      throw new IllegalArgumentException("no time signature: " + message);
    }
    Bytes data = message.data();
    return new TimeSignature(data.at(0), data.at(1), data.at(2), data.at(3));
  }

  /** What a beat is: 4 stands for a quarter. */
  public int denominator() {
    return 1 << halvings;
  }

  /** The message that says it. */
  public Message message() {
    return Message.meta(
        Message.TIME_SIGNATURE,
        Bytes.of(numerator, halvings, clocksPerClick, thirtySecondsPerQuarter));
  }
}
