package dev.fcp.midi.song;

import java.math.BigDecimal;
import java.math.RoundingMode;

/**
 * A tempo.
 *
 * @param microsecondsPerQuarter from 0 to 2^24-1
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
   * The tempo nearest to some quarter notes a minute.
   *
   * @throws IllegalArgumentException if no message can hold it: less than 3.58 or nothing at all
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
   * What a message says.
   *
   * @throws IllegalArgumentException if it is no tempo
   */
  public static Tempo of(Message message) {
    if (message.kind() != MessageKind.TEMPO) {
      throw new IllegalArgumentException("no tempo: " + message);
    }
    Bytes data = message.data();
    return new Tempo(data.at(0) << 16 | data.at(1) << 8 | data.at(2));
  }

  /**
   * Quarter notes a minute, for people: decimal, rounded to six digits behind the point; {@code
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

  /** The message that says it. */
  public Message message() {
    int microseconds = microsecondsPerQuarter;
    return Message.meta(
        Message.TEMPO, Bytes.of(microseconds >> 16, microseconds >> 8, microseconds));
  }
}
