package dev.fcp.eventlog.domain;

import com.google.common.hash.Hashing;
import java.nio.ByteBuffer;
import java.util.HexFormat;

/**
 * The fingerprint of a model: a summary for people and a 128-bit hash. It finds accidents; it is no
 * protection against someone who wants to deceive.
 *
 * @param version of the hash function; hashes of different versions say nothing about each other
 * @param summary counts a person recognises, for instance {@code 5s 3e 1g}
 * @param high the upper 64 bits of the hash
 * @param low the lower 64 bits of the hash
 */
public record Digest(int version, String summary, long high, long low) {

  private static final HexFormat HEX = HexFormat.of();

  /**
   * A digest of content that is given as text, for domains that compute no hash of their own.
   *
   * @param content a text that differs for any two models with different content
   */
  public static Digest of(String summary, String content) {
    ByteBuffer hash = ByteBuffer.wrap(Hashing.murmur3_128().hashUnencodedChars(content).asBytes());
    return new Digest(1, summary, hash.getLong(), hash.getLong());
  }

  /** The hash as 32 hex digits. */
  public String hex() {
    return HEX.toHexDigits(high) + HEX.toHexDigits(low);
  }

  /** The first 8 hex digits, as shown to people. */
  public String shortHex() {
    return hex().substring(0, 8);
  }

  /** Whether two fingerprints of the same hash function have the same hash. */
  public boolean matches(Digest other) {
    return version == other.version && high == other.high && low == other.low;
  }

  @Override
  public String toString() {
    return summary + " hash:" + shortHex();
  }
}
