package dev.fcp.midi.song;

import dev.fcp.eventlog.entity.OrderKey;
import java.util.Objects;

/**
 * A place in the list of messages of a track.
 *
 * @param tick from the start of the track, from 0 to {@link #LAST_TICK}
 * @param order the place among the messages of the same tick
 */
public record Moment(int tick, OrderKey order) implements Comparable<Moment> {

  /**
   * The last tick of a track. It is the longest time that a file can put between two messages, so
   * that whatever is removed, those that stay can be written. Files that go further are refused.
   */
  public static final int LAST_TICK = 0x0FFF_FFFF;

  public Moment {
    requireTick("tick", tick);
    Objects.requireNonNull(order, "order");
  }

  /** The place of the nth message of a tick in a file, from 0. */
  public static Moment atLoading(int tick, int ordinal) {
    return new Moment(tick, OrderKey.atLoading(ordinal));
  }

  /** The place at another tick, with the same order key. */
  public Moment withTick(int tick) {
    return new Moment(tick, order);
  }

  static int requireTick(String name, long tick) {
    if (tick < 0 || tick > LAST_TICK) {
      throw new IllegalArgumentException(name + ": " + tick + " is not from 0 to " + LAST_TICK);
    }
    return (int) tick;
  }

  @Override
  public int compareTo(Moment other) {
    int byTick = Integer.compare(tick, other.tick);
    return byTick != 0 ? byTick : order.compareTo(other.order);
  }
}
