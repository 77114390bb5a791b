package dev.fcp.spec.journal;

import java.util.Arrays;

/**
 * The bytes of a file, compared by content. A run of equal bytes at the end, which is preallocated
 * space, is stored as a count.
 */
final class FileContent {

  private final byte[] prefix;
  private final int sizeBytes;
  private final byte fillByte;
  private final int hash;

  FileContent(byte[] bytes) {
    int end = bytes.length;
    this.sizeBytes = bytes.length;
    this.fillByte = end == 0 ? 0 : bytes[end - 1];
    while (end > 0 && bytes[end - 1] == fillByte) {
      end--;
    }
    this.prefix = Arrays.copyOf(bytes, end);
    this.hash = 31 * (31 * Arrays.hashCode(prefix) + sizeBytes) + fillByte;
  }

  int sizeBytes() {
    return sizeBytes;
  }

  byte[] bytes() {
    byte[] bytes = Arrays.copyOf(prefix, sizeBytes);
    Arrays.fill(bytes, prefix.length, sizeBytes, fillByte);
    return bytes;
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof FileContent content
        && hash == content.hash
        && sizeBytes == content.sizeBytes
        && fillByte == content.fillByte
        && Arrays.equals(prefix, content.prefix);
  }

  @Override
  public int hashCode() {
    return hash;
  }
}
