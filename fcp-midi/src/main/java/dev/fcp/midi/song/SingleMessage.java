package dev.fcp.midi.song;

import java.util.Objects;

/**
 * A message of a track that is no part of a note. What it says decides which events describe it, see
 * {@link MessageKind}.
 *
 * @param position where it stands
 * @param message what it says
 */
public record SingleMessage(MessagePosition position, Message message) implements SongEntity {
  public SingleMessage {
    Objects.requireNonNull(position, "position");
    Objects.requireNonNull(message, "message");
  }

  /** What sort of message it is. */
  public MessageKind kind() {
    return message.kind();
  }

  /** The same message at another place. */
  public SingleMessage withPosition(MessagePosition position) {
    return new SingleMessage(position, message);
  }

  /** Another message at the same place. */
  public SingleMessage withMessage(Message message) {
    return new SingleMessage(position, message);
  }
}
