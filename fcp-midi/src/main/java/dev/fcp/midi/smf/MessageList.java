package dev.fcp.midi.smf;

import java.util.Arrays;
import java.util.Objects;

/**
 * The messages of a track in order. Each has a tick, counted from the start of the track, and
 * canonical bytes: the status, for meta messages the type, and the data, but not the length that
 * precedes the data of system exclusive and meta messages in a file. The end-of-track message is
 * not in the list. Immutable.
 */
public final class MessageList {

  /** No messages. */
  public static final MessageList EMPTY = new Builder().build();

  private final long[] ticks;
  private final int[] starts;
  private final byte[] pool;
  private final int size;

  /** Message i is in the pool, from starts[i] to starts[i + 1]. */
  MessageList(long[] ticks, int[] starts, byte[] pool, int size) {
    this.ticks = ticks;
    this.starts = starts;
    this.pool = pool;
    this.size = size;
  }

  /** Creates an empty builder. */
  public static Builder builder() {
    return new Builder();
  }

  /** The number of messages. */
  public int size() {
    return size;
  }

  /** The tick of a message, counted from the start of the track. */
  public long absoluteTick(int index) {
    return ticks[Objects.checkIndex(index, size)];
  }

  /** The tick of the last message; 0 if the list is empty. */
  public long lastTick() {
    return size == 0 ? 0 : ticks[size - 1];
  }

  /** The status byte of a message, from 80 to FF (hex). */
  public int status(int index) {
    return pool[starts[Objects.checkIndex(index, size)]] & 0xFF;
  }

  /** The number of bytes of a message. */
  public int lengthBytes(int index) {
    Objects.checkIndex(index, size);
    return starts[index + 1] - starts[index];
  }

  /** One byte of a message, from 0 to 255; the status is at offset 0. */
  public int byteAt(int index, int offset) {
    Objects.checkIndex(offset, lengthBytes(index));
    return pool[starts[index] + offset] & 0xFF;
  }

  /** Copies the bytes of a message. */
  public byte[] bytes(int index) {
    Objects.checkIndex(index, size);
    return Arrays.copyOfRange(pool, starts[index], starts[index + 1]);
  }

  /** Whether a message has the same tick and bytes as one of another list. */
  boolean messageEquals(int index, MessageList other, int otherIndex) {
    return ticks[index] == other.ticks[otherIndex]
        && Arrays.equals(
            pool,
            starts[index],
            starts[index + 1],
            other.pool,
            other.starts[otherIndex],
            other.starts[otherIndex + 1]);
  }

  /** A hash of the bytes of a message. */
  int bytesHash(int index) {
    int hash = 1;
    for (int offset = starts[index]; offset < starts[index + 1]; offset++) {
      hash = 31 * hash + pool[offset];
    }
    return hash;
  }

  /** Writes the canonical encoding of a message, without its delta time. */
  void writeTo(ByteOutput out, int index) {
    int start = starts[index];
    int end = starts[index + 1];
    int status = pool[start] & 0xFF;
    if (status < 0xF0) {
      out.bytes(pool, start, end);
      return;
    }
    int dataStart = start + (status == MessageSyntax.META ? 2 : 1);
    out.bytes(pool, start, dataStart);
    out.vlq(end - dataStart);
    out.bytes(pool, dataStart, end);
  }

  @Override
  public boolean equals(Object other) {
    return other == this || (other instanceof MessageList list && contentEquals(list));
  }

  private boolean contentEquals(MessageList list) {
    return size == list.size
        && Arrays.equals(ticks, 0, size, list.ticks, 0, size)
        && Arrays.equals(starts, 0, size + 1, list.starts, 0, size + 1)
        && Arrays.equals(pool, 0, starts[size], list.pool, 0, starts[size]);
  }

  @Override
  public int hashCode() {
    int hash = size;
    for (int i = 0; i < size; i++) {
      hash = 31 * (31 * hash + Long.hashCode(ticks[i])) + bytesHash(i);
    }
    return hash;
  }

  @Override
  public String toString() {
    return size + " messages until tick " + lastTick();
  }

  /** A builder of message lists. Not thread-safe. */
  public static final class Builder {

    private long[] ticks = new long[16];
    private int[] starts = new int[17];
    private byte[] pool = new byte[64];
    private int size;

    private Builder() {}

    /**
     * Adds a message.
     *
     * @param absoluteTick the tick; not before the previous message, and less than 2<sup>28</sup>
     *     ticks after it
     * @param bytes the canonical bytes
     * @throws IllegalArgumentException if a file cannot contain the message at this tick; the
     *     message names the reason
     */
    public Builder add(long absoluteTick, byte[] bytes) {
      MessageSyntax.requireValid(bytes);
      requireEncodableDelta(size == 0 ? 0 : ticks[size - 1], absoluteTick);
      startMessage(absoluteTick);
      put(bytes, 0, bytes.length);
      endMessage();
      return this;
    }

    /** The number of messages added so far. */
    public int size() {
      return size;
    }

    /** Creates a list of the messages added so far. */
    public MessageList build() {
      return new MessageList(
          Arrays.copyOf(ticks, size),
          Arrays.copyOf(starts, size + 1),
          Arrays.copyOf(pool, starts[size]),
          size);
    }

    /** Reserves the capacity that a chunk of this size typically needs. */
    Builder expectingTextBytes(int textBytes) {
      return expectingMessages(Math.max(16, Math.min(textBytes / 4, 1 << 16)));
    }

    /** Reserves capacity for a number of channel messages; must be called on an empty builder. */
    Builder expectingMessages(int messages) {
      ticks = new long[messages];
      starts = new int[messages + 1];
      pool = new byte[4 * messages];
      return this;
    }

    long lastTick() {
      return size == 0 ? 0 : ticks[size - 1];
    }

    /** Starts a message; {@link #endMessage} finishes it. */
    void startMessage(long absoluteTick) {
      if (size == ticks.length) {
        int newCapacity = Math.max(16, 2 * size);
        ticks = Arrays.copyOf(ticks, newCapacity);
        starts = Arrays.copyOf(starts, newCapacity + 1);
      }
      ticks[size] = absoluteTick;
      starts[size + 1] = starts[size];
    }

    void put(int value) {
      ensureCapacity(1);
      pool[starts[size + 1]++] = (byte) value;
    }

    void put(byte[] source, int start, int end) {
      ensureCapacity(end - start);
      System.arraycopy(source, start, pool, starts[size + 1], end - start);
      starts[size + 1] += end - start;
    }

    /** Adds a channel message with two data bytes, without checking its tick and its bytes. */
    void addChannelMessage(long absoluteTick, int status, int first, int second) {
      startMessage(absoluteTick);
      ensureCapacity(3);
      int offset = starts[size];
      pool[offset] = (byte) status;
      pool[offset + 1] = (byte) first;
      pool[offset + 2] = (byte) second;
      starts[size + 1] = offset + 3;
      size++;
    }

    /**
     * Adds a channel message with one or two data bytes, without checking its tick and its bytes.
     */
    void addChannelMessage(
        long absoluteTick, int status, byte[] source, int dataOffset, int count) {
      startMessage(absoluteTick);
      ensureCapacity(3);
      int offset = starts[size];
      pool[offset] = (byte) status;
      pool[offset + 1] = source[dataOffset];
      if (count == 2) {
        pool[offset + 2] = source[dataOffset + 1];
      }
      starts[size + 1] = offset + 1 + count;
      size++;
    }

    void endMessage() {
      size++;
    }

    private void ensureCapacity(int additionalBytes) {
      int required = Math.addExact(starts[size + 1], additionalBytes);
      if (required > pool.length) {
        pool = Arrays.copyOf(pool, Math.max(required, pool.length + (pool.length >> 1)));
      }
    }
  }

  /** Rejects a delta time that a file cannot represent. */
  static void requireEncodableDelta(long fromTick, long tick) {
    if (tick < fromTick || tick - fromTick > Vlq.MAX) {
      throw new IllegalArgumentException(
          "tick %d after tick %d: a delta time is from 0 to %d".formatted(tick, fromTick, Vlq.MAX));
    }
  }
}
