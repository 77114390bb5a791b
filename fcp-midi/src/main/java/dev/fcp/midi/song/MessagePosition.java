package dev.fcp.midi.song;

import dev.fcp.eventlog.entity.OrderKey;
import java.util.Objects;

/**
 * A place in the list of messages of a track.
 *
 * @param tick from the start of the track, from 0 to {@link #MAX_TICK}
 * @param order the place among the messages of the same tick
 */
public record MessagePosition(int tick, OrderKey order) implements Comparable<MessagePosition> {

  /**
   * The last tick of a track. It is the longest time that a file can put between two messages, so
   * that whatever is removed, those that stay can be written. Files that go further are refused.
   */
  public static final int MAX_TICK = 0x0FFF_FFFF;

  public MessagePosition {
    requireTick("tick", tick);
    Objects.requireNonNull(order, "order");
  }

  /** The place of the nth message of a tick in a file, from 0. */
  public static MessagePosition atLoading(int tick, int ordinal) {
    return new MessagePosition(tick, OrderKey.initial(ordinal));
  }

  /** The place at another tick, with the same order key. */
  public MessagePosition withTick(int tick) {
    return new MessagePosition(tick, order);
  }

  static int requireTick(String name, long tick) {
    if (tick < 0 || tick > MAX_TICK) {
      throw new IllegalArgumentException(name + ": " + tick + " is not from 0 to " + MAX_TICK);
    }
    return (int) tick;
  }

  @Override
  public int compareTo(MessagePosition other) {
    int byTick = Integer.compare(tick, other.tick);
    return byTick != 0 ? byTick : order.compareTo(other.order);
  }
}
