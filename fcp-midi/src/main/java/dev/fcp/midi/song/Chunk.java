package dev.fcp.midi.song;

import dev.fcp.eventlog.entity.OrderKey;
import java.util.Objects;

/**
 * A chunk of an unknown type after the header.
 *
 * @param type four bytes; not {@code MTrk}
 * @param data the bytes after the chunk header
 * @param order the order key among the tracks and chunks of the song
 */
public record Chunk(Bytes type, Bytes data, OrderKey order) implements SongEntity {

  private static final Bytes TRACK = Bytes.of('M', 'T', 'r', 'k');

  public Chunk {
    if (type.size() != 4 || type.equals(TRACK)) {
      throw new IllegalArgumentException("type: " + type + " is not the type of a foreign chunk");
    }
    Objects.requireNonNull(data, "data");
    Objects.requireNonNull(order, "order");
  }

  /** A copy with another order key. */
  public Chunk withOrder(OrderKey order) {
    return new Chunk(type, data, order);
  }
}
