package dev.fcp.midi.song;

import dev.fcp.eventlog.entity.OrderKey;
import java.util.Objects;

/**
 * A track, without its messages. Its name is that of the first track-name message in it.
 *
 * @param endTick where the file puts the end of the track, in ticks. A track never ends before its
 *     last message: what is shown and written is the later of both, see {@link
 *     TrackMessages#endTick}
 * @param trailing bytes of the chunk behind the end of the track
 * @param order the place among the tracks and chunks of the song
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

  /** The same track with another end. */
  public Track withEndTick(int endTick) {
    return new Track(endTick, trailing, order);
  }

  /** The same track at another place among the tracks. */
  public Track withOrder(OrderKey order) {
    return new Track(endTick, trailing, order);
  }
}
