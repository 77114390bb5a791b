package dev.fcp.midi.song;

import java.util.Objects;

/**
 * A note: a note-on and the note-off that ends it, as a reader of the track pairs them.
 *
 * @param on where it begins
 * @param off where it ends; not before it begins. At the same place the beginning comes first
 * @param channel from 0 to 15
 * @param pitch from 0 to 127; 60 is middle C
 * @param velocity from 1 to 127
 * @param release how it ends
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

  /** How long it sounds, in ticks. */
  public int duration() {
    return off.tick() - on.tick();
  }

  /** The message with which it begins. */
  public Message onMessage() {
    return Message.noteOn(channel, pitch, velocity);
  }

  /** The message with which it ends. */
  public Message offMessage() {
    return release.message(channel, pitch);
  }

  /** The same note at another time. */
  public Note withPositions(MessagePosition on, MessagePosition off) {
    return new Note(on, off, channel, pitch, velocity, release);
  }

  /** The same note on another channel. */
  public Note withChannel(int channel) {
    return new Note(on, off, channel, pitch, velocity, release);
  }

  /** The same note at another pitch. */
  public Note withPitch(int pitch) {
    return new Note(on, off, channel, pitch, velocity, release);
  }

  /** The same note with another velocity. */
  public Note withVelocity(int velocity) {
    return new Note(on, off, channel, pitch, velocity, release);
  }

  /** The same note with another end. */
  public Note withRelease(Release release) {
    return new Note(on, off, channel, pitch, velocity, release);
  }
}
