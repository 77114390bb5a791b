package dev.fcp.midi.smf;

import java.util.Arrays;
import java.util.Objects;

/**
 * A message of a file. Two messages are equal if they have the same tick and the same canonical
 * bytes; their offsets are not compared.
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

  /** The tick, counted from the start of the track. */
  public long absoluteTick() {
    return absoluteTick;
  }

  /** Copies the canonical bytes. */
  public byte[] bytes() {
    return bytes.clone();
  }

  /** The offset of the encoded message in the file, in bytes; its delta time comes first. */
  public int offsetBytes() {
    return offsetBytes;
  }

  /** The length of the encoded message including its delta time, in bytes. */
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
