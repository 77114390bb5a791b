package dev.fcp.spec.journal;

import java.util.Arrays;

/**
 * The bytes of a file, which are equal to those of another one by what they are. The run of equal
 * bytes at its end, space that was taken beforehand, is only counted.
 */
final class FileContent {

  private final byte[] start;
  private final int sizeBytes;
  private final byte rest;
  private final int hash;

  FileContent(byte[] bytes) {
    int end = bytes.length;
    this.sizeBytes = bytes.length;
    this.rest = end == 0 ? 0 : bytes[end - 1];
    while (end > 0 && bytes[end - 1] == rest) {
      end--;
    }
    this.start = Arrays.copyOf(bytes, end);
    this.hash = 31 * (31 * Arrays.hashCode(start) + sizeBytes) + rest;
  }

  int sizeBytes() {
    return sizeBytes;
  }

  byte[] bytes() {
    byte[] bytes = Arrays.copyOf(start, sizeBytes);
    Arrays.fill(bytes, start.length, sizeBytes, rest);
    return bytes;
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof FileContent content
        && hash == content.hash
        && sizeBytes == content.sizeBytes
        && rest == content.rest
        && Arrays.equals(start, content.start);
  }

  @Override
  public int hashCode() {
    return hash;
  }
}
