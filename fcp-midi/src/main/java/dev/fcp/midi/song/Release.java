package dev.fcp.midi.song;

import java.util.Objects;

/**
 * The way a note ends: the form of its last message, and the release velocity.
 *
 * @param form the message that ends the note
 * @param velocity the release velocity, from 0 to 127; 0 for a note-on
 */
public record Release(ReleaseForm form, int velocity) {

  /** The two messages that end a note. */
  public enum ReleaseForm {
    /** A note-off, {@code 8c pp vv}. */
    NOTE_OFF(0x80),
    /** A note-on with velocity 0, {@code 9c pp 00}. */
    NOTE_ON(0x90);

    private final int status;

    ReleaseForm(int status) {
      this.status = status;
    }

    /** The status byte of the message on channel 0. */
    public int status() {
      return status;
    }
  }

  /** A note-off with velocity 64, the default value in the MIDI specification. */
  public static final Release DEFAULT = new Release(ReleaseForm.NOTE_OFF, 64);

  static final Release OF_NOTE_ON = new Release(ReleaseForm.NOTE_ON, 0);

  public Release {
    Objects.requireNonNull(form, "form");
    Message.requireData("velocity", velocity);
    if (form == ReleaseForm.NOTE_ON && velocity != 0) {
      throw new IllegalArgumentException("velocity: a note-on with " + velocity + " ends no note");
    }
  }

  /** The message that ends a note with this channel and pitch. */
  public Message message(int channel, int pitch) {
    return switch (form) {
      case NOTE_OFF -> Message.noteOff(channel, pitch, velocity);
      case NOTE_ON -> Message.noteOn(channel, pitch, 0);
    };
  }
}
