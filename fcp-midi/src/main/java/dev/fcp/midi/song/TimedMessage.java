package dev.fcp.midi.song;

import java.util.Objects;

/**
 * A message of a track with its tick.
 *
 * @param tick the ticks from the start of the track, from 0 to {@link MessagePosition#MAX_TICK}
 * @param message the message
 */
public record TimedMessage(int tick, Message message) {
  public TimedMessage {
    MessagePosition.requireTick("tick", tick);
    Objects.requireNonNull(message, "message");
  }
}
