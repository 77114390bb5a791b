package dev.fcp.midi.song;

import dev.fcp.eventlog.entity.OrderKey;
import java.util.Objects;

/**
 * The position of a message in a track: its tick and its order within the tick.
 *
 * @param tick the ticks from the start of the track, from 0 to {@link #MAX_TICK}
 * @param order the order key among the messages of the same tick
 */
public record MessagePosition(int tick, OrderKey order) implements Comparable<MessagePosition> {

  /**
   * The largest tick in a track. It is the largest delta time that a file can contain, so that the
   * remaining messages can always be written, whichever messages are removed. Files with larger
   * ticks are rejected.
   */
  public static final int MAX_TICK = 0x0FFF_FFFF;

  public MessagePosition {
    requireTick("tick", tick);
    Objects.requireNonNull(order, "order");
  }

  /** The position of the nth message of a tick in a file, counted from 0. */
  public static MessagePosition atLoading(int tick, int ordinal) {
    return new MessagePosition(tick, OrderKey.initial(ordinal));
  }

  /** A copy with another tick and the same order key. */
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
