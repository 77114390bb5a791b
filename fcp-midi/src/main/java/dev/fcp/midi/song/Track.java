package dev.fcp.midi.song;

import dev.fcp.eventlog.entity.OrderKey;
import java.util.Objects;

/**
 * A track, without its messages. The first track-name message in it is its name.
 *
 * @param endTick the tick of the end-of-track message in the file. A track never ends before its
 *     last message: the effective end is the later of the two, see {@link TrackMessages#endTick}
 * @param trailing the bytes of the chunk after the end-of-track message
 * @param order the order key among the tracks and chunks of the song
 */
public record Track(int endTick, Bytes trailing, OrderKey order) implements SongEntity {
  public Track {
    MessagePosition.requireTick("endTick", endTick);
    Objects.requireNonNull(trailing, "trailing");
    Objects.requireNonNull(order, "order");
  }

  /** A track that ends with its last message. */
  public static Track empty(OrderKey order) {
    return new Track(0, Bytes.NONE, order);
  }

  /** A copy with another end. */
  public Track withEndTick(int endTick) {
    return new Track(endTick, trailing, order);
  }

  /** A copy with another order key. */
  public Track withOrder(OrderKey order) {
    return new Track(endTick, trailing, order);
  }
}
