package dev.fcp.midi.song;

import dev.fcp.eventlog.entity.OrderKey;
import java.util.Objects;

/**
 * A chunk behind the header that is no track.
 *
 * @param type four bytes; not {@code MTrk}
 * @param data the bytes of the chunk
 * @param order the place among the tracks and chunks of the song
 */
public record Chunk(Bytes type, Bytes data, OrderKey order) implements SongEntity {

  private static final Bytes TRACK = Bytes.of('M', 'T', 'r', 'k');

  public Chunk {
    if (type.size() != 4 || type.equals(TRACK)) {
      throw new IllegalArgumentException("type: " + type + " is no type of a foreign chunk");
    }
    Objects.requireNonNull(data, "data");
    Objects.requireNonNull(order, "order");
  }

  /** The same chunk at another place among the tracks. */
  public Chunk withOrder(OrderKey order) {
    return new Chunk(type, data, order);
  }
}
