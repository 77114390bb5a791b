package dev.fcp.eventlog.domain;

import com.google.common.hash.Hashing;
import java.nio.ByteBuffer;
import java.util.HexFormat;

/**
 * The digest of a model: a summary for people and a 128-bit hash. It detects accidental
 * differences; it does not protect against deliberate ones.
 *
 * @param version the version of the hash function; hashes of different versions cannot be compared
 * @param summary human-readable counts, such as {@code 5s 3e 1g}
 * @param high the upper 64 bits of the hash
 * @param low the lower 64 bits of the hash
 */
public record Digest(int version, String summary, long high, long low) {

  private static final HexFormat HEX = HexFormat.of();
  private static final int HASH_DIGITS = 32;

  /**
   * A digest that hashes a text, for domains that do not compute a hash themselves.
   *
   * @param content a text that is different for models with different content
   */
  public static Digest of(String summary, String content) {
    ByteBuffer hash = ByteBuffer.wrap(Hashing.murmur3_128().hashUnencodedChars(content).asBytes());
    return new Digest(1, summary, hash.getLong(), hash.getLong());
  }

  /**
   * A digest with a hash given as text.
   *
   * @param hex 32 hex digits, as returned by {@link #hex}
   * @throws IllegalArgumentException if it is not a hash
   */
  public static Digest ofHash(int version, String summary, String hex) {
    if (hex.length() != HASH_DIGITS) {
      throw new IllegalArgumentException("a hash has 32 hex digits, not " + hex);
    }
    long high = HexFormat.fromHexDigitsToLong(hex, 0, HASH_DIGITS / 2);
    long low = HexFormat.fromHexDigitsToLong(hex, HASH_DIGITS / 2, HASH_DIGITS);
    return new Digest(version, summary, high, low);
  }

  /** The hash as 32 hex digits. */
  public String hex() {
    return HEX.toHexDigits(high) + HEX.toHexDigits(low);
  }

  /** The first 8 hex digits, as shown to users. */
  public String shortHex() {
    return hex().substring(0, 8);
  }

  /** Whether two digests are of the same hash function and have the same hash. */
  public boolean matches(Digest other) {
    return version == other.version && high == other.high && low == other.low;
  }

  @Override
  public String toString() {
    return summary + " hash:" + shortHex();
  }
}
