package dev.fcp.eventlog.entity;

import dev.fcp.eventlog.domain.CanonicalBytes;
import dev.fcp.eventlog.domain.Value;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.Optional;

/**
 * A sum of hashes modulo 2^128. In contrast to an exclusive or, equal terms do not cancel each
 * other out.
 */
record Hash128(long high, long low) {

  static final Hash128 ZERO = new Hash128(0, 0);

  private static final VarHandle LONGS =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

  private static final int BLOCK_BYTES = 2 * Long.BYTES;
  private static final long C1 = 0x87c37b91114253d5L;
  private static final long C2 = 0x4cf5ad432745937fL;

  /** The term of an entity's content. */
  static Hash128 ofContent(Value content) {
    return of(appendContentPrefix(new CanonicalBytes()).value(content));
  }

  /** The bytes before the content of an entity in its term. */
  static CanonicalBytes appendContentPrefix(CanonicalBytes bytes) {
    return bytes.text("entity");
  }

  /** The term of an entity and its predecessor, if it has one. */
  static Hash128 ofAdjacent(Optional<Value> predecessor, Value successor) {
    CanonicalBytes bytes = appendOrderPrefix(new CanonicalBytes());
    predecessor.ifPresentOrElse(bytes::value, bytes::absent);
    return of(bytes.value(successor));
  }

  /** The bytes before the labels of two neighbours; the first label may be absent. */
  static CanonicalBytes appendOrderPrefix(CanonicalBytes bytes) {
    return bytes.text("order");
  }

  /** The term of a scope: of the terms inside it and its derived content. */
  static Hash128 ofScope(Value label, Hash128 sum, Optional<Value> derivedContent) {
    CanonicalBytes bytes =
        new CanonicalBytes().text("scope").value(label).integer(sum.high).integer(sum.low);
    derivedContent.ifPresent(bytes::value);
    return of(bytes);
  }

  /** The term of these bytes: their MurmurHash3 (x64, 128 bits, seed 0), without garbage. */
  static Hash128 of(CanonicalBytes bytes) {
    byte[] buffer = bytes.buffer();
    int length = bytes.length();
    long h1 = 0;
    long h2 = 0;
    int i = 0;
    for (; i + BLOCK_BYTES <= length; i += BLOCK_BYTES) {
      h1 = (Long.rotateLeft(h1 ^ firstHalf(buffer, i), 27) + h2) * 5 + 0x52dce729;
      h2 = (Long.rotateLeft(h2 ^ secondHalf(buffer, i), 31) + h1) * 5 + 0x38495ab5;
    }
    // The rest of the bytes, which zeros fill up to a block.
    h1 ^= firstHalf(buffer, i) ^ length;
    h2 ^= secondHalf(buffer, i) ^ length;
    h1 += h2;
    h2 += h1;
    h1 = avalanche(h1);
    h2 = avalanche(h2);
    h1 += h2;
    return new Hash128(h2 + h1, h1);
  }

  private static long firstHalf(byte[] buffer, int block) {
    return Long.rotateLeft((long) LONGS.get(buffer, block) * C1, 31) * C2;
  }

  private static long secondHalf(byte[] buffer, int block) {
    return Long.rotateLeft((long) LONGS.get(buffer, block + Long.BYTES) * C2, 33) * C1;
  }

  private static long avalanche(long bits) {
    long mixed = (bits ^ bits >>> 33) * 0xff51afd7ed558ccdL;
    mixed = (mixed ^ mixed >>> 33) * 0xc4ceb9fe1a85ec53L;
    return mixed ^ mixed >>> 33;
  }

  Hash128 plus(Hash128 other) {
    long sum = low + other.low;
    long carry = Long.compareUnsigned(sum, low) < 0 ? 1 : 0;
    return new Hash128(high + other.high + carry, sum);
  }

  Hash128 minus(Hash128 other) {
    long borrow = Long.compareUnsigned(low, other.low) < 0 ? 1 : 0;
    return new Hash128(high - other.high - borrow, low - other.low);
  }
}
