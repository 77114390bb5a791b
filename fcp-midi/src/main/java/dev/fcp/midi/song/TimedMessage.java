package dev.fcp.midi.song;

import java.util.Objects;

/**
 * A message of a track with its time.
 *
 * @param tick from the start of the track, from 0 to {@link MessagePosition#MAX_TICK}
 * @param message what it says
 */
public record TimedMessage(int tick, Message message) {
  public TimedMessage {
    MessagePosition.requireTick("tick", tick);
    Objects.requireNonNull(message, "message");
  }
}
