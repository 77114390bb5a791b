package dev.fcp.midi.song;

import java.util.Objects;

/**
 * A message of a track that is not part of a note. Its {@link MessageKind} determines which events
 * describe it.
 *
 * @param position the position in the track
 * @param message the message
 */
public record SingleMessage(MessagePosition position, Message message) implements SongEntity {
  public SingleMessage {
    Objects.requireNonNull(position, "position");
    Objects.requireNonNull(message, "message");
  }

  /** The kind of the message. */
  public MessageKind kind() {
    return message.kind();
  }

  /** A copy at another position. */
  public SingleMessage withPosition(MessagePosition position) {
    return new SingleMessage(position, message);
  }

  /** A copy with another message. */
  public SingleMessage withMessage(Message message) {
    return new SingleMessage(position, message);
  }
}
