package dev.fcp.eventlog.entity;

import com.google.common.hash.HashFunction;
import com.google.common.hash.Hashing;
import dev.fcp.eventlog.domain.CanonicalBytes;
import dev.fcp.eventlog.domain.Value;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Optional;

/**
 * A sum of hashes modulo 2^128. In contrast to an exclusive or, equal terms do not cancel each
 * other out.
 */
record Hash128(long high, long low) {

  static final Hash128 ZERO = new Hash128(0, 0);

  private static final HashFunction MURMUR3 = Hashing.murmur3_128();

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

  /** The term of these bytes. */
  static Hash128 of(CanonicalBytes bytes) {
    byte[] hash = MURMUR3.hashBytes(bytes.buffer(), 0, bytes.length()).asBytes();
    ByteBuffer buffer = ByteBuffer.wrap(hash).order(ByteOrder.LITTLE_ENDIAN);
    long low = buffer.getLong();
    return new Hash128(buffer.getLong(), low);
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
