package dev.fcp.midi.smf;

import java.util.Arrays;
import java.util.Objects;

/**
 * One message of a file. Two are equal if they come at the same tick with the same canonical bytes;
 * where they stand makes no difference.
 */
public final class SmfMessage {

  private final long absoluteTick;
  private final byte[] bytes;
  private final int offsetBytes;
  private final int encodedBytes;

  SmfMessage(long absoluteTick, byte[] bytes, int offsetBytes, int encodedBytes) {
    this.absoluteTick = absoluteTick;
    this.bytes = bytes;
    this.offsetBytes = offsetBytes;
    this.encodedBytes = encodedBytes;
  }

  /** When it comes, in ticks from the start of the track. */
  public long absoluteTick() {
    return absoluteTick;
  }

  /** A copy of its canonical bytes. */
  public byte[] bytes() {
    return bytes.clone();
  }

  /** Where its text begins in the file, in bytes; that is where its delta stands. */
  public int offsetBytes() {
    return offsetBytes;
  }

  /** How long its text is, with the delta, in bytes. */
  public int encodedBytes() {
    return encodedBytes;
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof SmfMessage message
        && absoluteTick == message.absoluteTick
        && Arrays.equals(bytes, message.bytes);
  }

  @Override
  public int hashCode() {
    return Objects.hash(absoluteTick, Arrays.hashCode(bytes));
  }

  @Override
  public String toString() {
    StringBuilder text = new StringBuilder("tick ").append(absoluteTick).append(':');
    for (int i = 0; i < Math.min(12, bytes.length); i++) {
      text.append(" %02X".formatted(bytes[i]));
    }
    return text + (bytes.length > 12 ? " ..." : "");
  }
}
