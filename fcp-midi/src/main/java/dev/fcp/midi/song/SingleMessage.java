package dev.fcp.midi.song;

import java.util.Objects;

/**
 * A message of a track that is no part of a note. What it says decides which events tell of it, see
 * {@link MessageKind}.
 *
 * @param at where it stands
 * @param message what it says
 */
public record SingleMessage(Moment at, Message message) implements SongEntity {
  public SingleMessage {
    Objects.requireNonNull(at, "at");
    Objects.requireNonNull(message, "message");
  }

  /** What sort of message it is. */
  public MessageKind kind() {
    return message.kind();
  }

  /** The same message at another place. */
  public SingleMessage withAt(Moment at) {
    return new SingleMessage(at, message);
  }

  /** Another message at the same place. */
  public SingleMessage withMessage(Message message) {
    return new SingleMessage(at, message);
  }
}
