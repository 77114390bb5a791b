package dev.fcp.eventlog.entity;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/**
 * MurmurHash3 x64 128 with the seed 0, by Austin Appleby, in the public domain; the value is that
 * of Guava's {@code murmur3_128}. It is here because Guava copies the bytes and wraps every step,
 * which for contents of some hundred bytes takes longer than the hash.
 */
final class Murmur3 {

  private static final VarHandle LONGS =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

  private static final long C1 = 0x87c37b91114253d5L;
  private static final long C2 = 0x4cf5ad432745937fL;
  private static final int BLOCK = 2 * Long.BYTES;

  private Murmur3() {}

  /** The hash of the first bytes. */
  static Hash128 hash(byte[] bytes, int length) {
    long h1 = 0;
    long h2 = 0;
    int end = length - length % BLOCK;
    for (int i = 0; i < end; i += BLOCK) {
      h1 ^= mix1((long) LONGS.get(bytes, i));
      h1 = (Long.rotateLeft(h1, 27) + h2) * 5 + 0x52dce729;
      h2 ^= mix2((long) LONGS.get(bytes, i + Long.BYTES));
      h2 = (Long.rotateLeft(h2, 31) + h1) * 5 + 0x38495ab5;
    }
    h1 ^= mix1(rest(bytes, end, length)) ^ length;
    h2 ^= mix2(rest(bytes, end + Long.BYTES, length)) ^ length;
    h1 += h2;
    h2 += h1;
    h1 = spread(h1);
    h2 = spread(h2);
    h1 += h2;
    return new Hash128(h2 + h1, h1);
  }

  /** Up to eight bytes from one place on, the first the lowest; 0 where there is none. */
  private static long rest(byte[] bytes, int from, int to) {
    long rest = 0;
    for (int i = Math.min(to, from + Long.BYTES) - 1; i >= from; i--) {
      rest = (rest << 8) | (bytes[i] & 0xFF);
    }
    return rest;
  }

  private static long mix1(long block) {
    return Long.rotateLeft(block * C1, 31) * C2;
  }

  private static long mix2(long block) {
    return Long.rotateLeft(block * C2, 33) * C1;
  }

  private static long spread(long hash) {
    long spread = (hash ^ (hash >>> 33)) * 0xff51afd7ed558ccdL;
    spread = (spread ^ (spread >>> 33)) * 0xc4ceb9fe1a85ec53L;
    return spread ^ (spread >>> 33);
  }
}
