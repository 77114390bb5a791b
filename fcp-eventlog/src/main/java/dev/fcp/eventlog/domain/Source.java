package dev.fcp.eventlog.domain;

import com.google.common.hash.Hashing;
import java.util.Arrays;
import java.util.zip.CRC32C;
import org.jspecify.annotations.Nullable;

/**
 * The bytes of one version of a document, named by their content. Immutable.
 *
 * <p>The bytes are copied on the way in and out; {@link #id()} is their SHA-256 in hex.
 */
public final class Source {

  private final byte[] bytes;

  /** Found when it is first asked for; a race finds the same twice. */
  private @Nullable String id;

  private Source(byte[] bytes) {
    this.bytes = bytes;
  }

  /** The version of a document with these bytes. */
  public static Source of(byte[] bytes) {
    return new Source(bytes.clone());
  }

  /** The name of the content: SHA-256 of the bytes, 64 hex digits. */
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
    // Not of the id, which costs much more and which few sources are ever asked for.
    CRC32C checksum = new CRC32C();
    checksum.update(bytes);
    return (int) checksum.getValue();
  }

  @Override
  public String toString() {
    return "source " + id().substring(0, 12) + " (" + bytes.length + " bytes)";
  }
}
