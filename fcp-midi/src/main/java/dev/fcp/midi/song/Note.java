package dev.fcp.midi.song;

import java.util.Objects;

/**
 * A note: a note-on and the note-off that ends it, paired as a reader of the track pairs them.
 *
 * @param on the position of the note-on
 * @param off the position of the note-off; not before {@code on}. If the positions are equal, the
 *     note-on comes first
 * @param channel the channel, from 0 to 15
 * @param pitch the pitch, from 0 to 127; 60 is middle C
 * @param velocity the velocity of the note-on, from 1 to 127
 * @param release the form and the velocity of the note-off
 */
public record Note(
    MessagePosition on, MessagePosition off, int channel, int pitch, int velocity, Release release)
    implements SongEntity {

  public Note {
    if (off.compareTo(on) < 0) {
      throw new IllegalArgumentException("off: " + off + " is before " + on);
    }
    Message.requireChannel(channel);
    Message.requireData("pitch", pitch);
    Message.requireData("velocity", velocity);
    if (velocity == 0) {
      throw new IllegalArgumentException("velocity: a note-on with 0 begins no note");
    }
    Objects.requireNonNull(release, "release");
  }

  /** The duration in ticks. */
  public int duration() {
    return off.tick() - on.tick();
  }

  /** The note-on message. */
  public Message onMessage() {
    return Message.noteOn(channel, pitch, velocity);
  }

  /** The message that ends the note. */
  public Message offMessage() {
    return release.message(channel, pitch);
  }

  /** A copy at other positions. */
  public Note withPositions(MessagePosition on, MessagePosition off) {
    return new Note(on, off, channel, pitch, velocity, release);
  }

  /** A copy on another channel. */
  public Note withChannel(int channel) {
    return new Note(on, off, channel, pitch, velocity, release);
  }

  /** A copy with another pitch. */
  public Note withPitch(int pitch) {
    return new Note(on, off, channel, pitch, velocity, release);
  }

  /** A copy with another velocity. */
  public Note withVelocity(int velocity) {
    return new Note(on, off, channel, pitch, velocity, release);
  }

  /** A copy with another release. */
  public Note withRelease(Release release) {
    return new Note(on, off, channel, pitch, velocity, release);
  }
}
