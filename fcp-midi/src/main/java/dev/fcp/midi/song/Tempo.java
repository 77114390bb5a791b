package dev.fcp.midi.song;

import java.math.BigDecimal;
import java.math.RoundingMode;

/**
 * A tempo.
 *
 * @param microsecondsPerQuarter the duration of a quarter note in microseconds, from 0 to 2^24-1
 */
public record Tempo(int microsecondsPerQuarter) {

  private static final BigDecimal MICROSECONDS_PER_MINUTE = BigDecimal.valueOf(60_000_000);
  private static final int DECIMAL_DIGITS = 6;

  public Tempo {
    if (microsecondsPerQuarter < 0 || microsecondsPerQuarter > 0xFF_FFFF) {
      throw new IllegalArgumentException(
          "microsecondsPerQuarter: " + microsecondsPerQuarter + " is not from 0 to 16777215");
    }
  }

  /**
   * Returns the tempo nearest to a number of quarter notes per minute.
   *
   * @throws IllegalArgumentException if the number is not positive, or too small for a message
   *     (below 3.58)
   */
  public static Tempo ofBpm(BigDecimal bpm) {
    if (bpm.signum() <= 0) {
      throw new IllegalArgumentException("bpm: " + bpm + " is not above 0");
    }
    BigDecimal microseconds = MICROSECONDS_PER_MINUTE.divide(bpm, 0, RoundingMode.HALF_EVEN);
    if (microseconds.compareTo(BigDecimal.valueOf(0xFF_FFFF)) > 0) {
      throw new IllegalArgumentException("bpm: " + bpm + " is slower than a message can say");
    }
    return new Tempo(microseconds.intValueExact());
  }

  /**
   * Decodes a tempo message.
   *
   * @throws IllegalArgumentException if the message is not a tempo
   */
  public static Tempo of(Message message) {
    if (message.kind() != MessageKind.TEMPO) {
      throw new IllegalArgumentException("not a tempo: " + message);
    }
    Bytes data = message.data();
    return new Tempo(data.at(0) << 16 | data.at(1) << 8 | data.at(2));
  }

  /**
   * The quarter notes per minute as decimal text, rounded to six digits after the point; {@code
   * infinite} for 0 microseconds.
   */
  public String bpm() {
    return microsecondsPerQuarter == 0
        ? "infinite"
        : MICROSECONDS_PER_MINUTE
            .divide(
                BigDecimal.valueOf(microsecondsPerQuarter), DECIMAL_DIGITS, RoundingMode.HALF_EVEN)
            .stripTrailingZeros()
            .toPlainString();
  }

  /** Encodes this tempo as a message. */
  public Message message() {
    int microseconds = microsecondsPerQuarter;
    return Message.meta(
        Message.TEMPO, Bytes.of(microseconds >> 16, microseconds >> 8, microseconds));
  }
}
