package dev.fcp.eventlog.domain;

import com.google.common.hash.Hashing;
import java.util.Arrays;
import java.util.zip.CRC32C;
import org.jspecify.annotations.Nullable;

/**
 * The bytes of one version of a file, identified by their hash. Immutable.
 *
 * <p>The bytes are copied when they are passed in or returned; {@link #id()} is their SHA-256 in
 * hex.
 */
public final class Source {

  private final byte[] bytes;

  /** Computed on first use; races are harmless, because they compute the same value. */
  private @Nullable String id;

  private Source(byte[] bytes) {
    this.bytes = bytes;
  }

  /** A source with a copy of these bytes. */
  public static Source of(byte[] bytes) {
    return new Source(bytes.clone());
  }

  /** The id: the SHA-256 of the bytes, 64 hex digits. */
  public String id() {
    String cached = id;
    if (cached == null) {
      cached = Hashing.sha256().hashBytes(bytes).toString();
      id = cached;
    }
    return cached;
  }

  /** The size in bytes. */
  public int sizeBytes() {
    return bytes.length;
  }

  /** A copy of the bytes. */
  public byte[] bytes() {
    return bytes.clone();
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof Source source && Arrays.equals(bytes, source.bytes);
  }

  @Override
  public int hashCode() {
    // Not derived from the id, which is much more expensive and rarely needed.
    CRC32C checksum = new CRC32C();
    checksum.update(bytes);
    return (int) checksum.getValue();
  }

  @Override
  public String toString() {
    return "source " + id().substring(0, 12) + " (" + bytes.length + " bytes)";
  }
}
