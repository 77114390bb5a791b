package dev.fcp.midi.song;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;

/**
 * A message of a track, as bytes and without its time.
 *
 * <pre>
 * 8c pp vv   note off           Bc cc vv   control change     Ec ll mm   pitch bend
 * 9c pp vv   note on            Cc pp      program change     F0 ...     system exclusive
 * Ac pp vv   aftertouch (key)   Dc vv      aftertouch         F7 ...     its continuation, or escape
 * FF tt ...  meta: a type from 0 to 127 other than 2F (end of track), then its data
 * </pre>
 *
 * <p>The length that precedes the data of system exclusive and meta messages in a file is not part
 * of the bytes, and running status is expanded. Data bytes of channel messages are below 80 (hex).
 *
 * @param bytes the status byte and the bytes after it
 */
public record Message(Bytes bytes) {

  /** The status of system exclusive messages. */
  public static final int SYSTEM_EXCLUSIVE = 0xF0;

  /** The status of continuations of system exclusive messages, and of escaped bytes. */
  public static final int ESCAPE = 0xF7;

  /** The status of meta messages. */
  public static final int META = 0xFF;

  static final int TRACK_NAME = 0x03;
  static final int MARKER = 0x06;
  static final int END_OF_TRACK = 0x2F;
  static final int TEMPO = 0x51;
  static final int TIME_SIGNATURE = 0x58;
  static final int KEY_SIGNATURE = 0x59;

  public Message {
    int size = bytes.size();
    int status = size == 0 ? 0 : bytes.at(0);
    boolean isValid =
        switch (status >> 4) {
          case 0x8, 0x9, 0xA, 0xB, 0xE -> size == 3 && bytes.at(1) < 0x80 && bytes.at(2) < 0x80;
          case 0xC, 0xD -> size == 2 && bytes.at(1) < 0x80;
          case 0xF ->
              status == SYSTEM_EXCLUSIVE
                  || status == ESCAPE
                  || (status == META
                      && size >= 2
                      && bytes.at(1) < 0x80
                      && bytes.at(1) != END_OF_TRACK);
          default -> false;
        };
    if (!isValid) {
      throw new IllegalArgumentException("bytes: not a message of a track: " + bytes);
    }
  }

  /** Creates a message from bytes given as numbers. */
  public static Message of(int... bytes) {
    return new Message(Bytes.of(bytes));
  }

  /** A note-on message; with velocity 0 it ends the note. */
  public static Message noteOn(int channel, int pitch, int velocity) {
    return ofChannel(0x90, channel, requireData("pitch", pitch), velocity);
  }

  /** A note-off message. */
  public static Message noteOff(int channel, int pitch, int velocity) {
    return ofChannel(0x80, channel, requireData("pitch", pitch), velocity);
  }

  /** A control change; controller and value are from 0 to 127. */
  public static Message controlChange(int channel, int controller, int value) {
    return ofChannel(0xB0, channel, requireData("controller", controller), value);
  }

  /** A pitch bend to a value from 0 to 16383; 8192 is the center. */
  public static Message pitchBend(int channel, int value) {
    if (value < 0 || value > 0x3FFF) {
      throw new IllegalArgumentException("value: " + value + " is not from 0 to 16383");
    }
    return ofChannel(0xE0, channel, value & 0x7F, value >> 7);
  }

  /** A program change, which selects an instrument from 0 to 127. */
  public static Message programChange(int channel, int program) {
    return of(0xC0 | requireChannel(channel), requireData("program", program));
  }

  /** A meta message. */
  public static Message meta(int type, Bytes data) {
    return new Message(Bytes.of(META, type).append(data));
  }

  /** A meta message with text in UTF-8. */
  public static Message text(int type, String text) {
    return meta(type, Bytes.copyOf(text.getBytes(StandardCharsets.UTF_8)));
  }

  /** A track-name message with text in UTF-8. */
  public static Message trackName(String name) {
    return text(TRACK_NAME, name);
  }

  /** A marker message with text in UTF-8. */
  public static Message marker(String text) {
    return text(MARKER, text);
  }

  private static Message ofChannel(int status, int channel, int first, int second) {
    return of(status | requireChannel(channel), first, requireData("value", second));
  }

  static int requireChannel(int channel) {
    if (channel < 0 || channel > 15) {
      throw new IllegalArgumentException("channel: " + channel + " is not from 0 to 15");
    }
    return channel;
  }

  static int requireData(String name, int value) {
    if (value < 0 || value > 127) {
      throw new IllegalArgumentException(name + ": " + value + " is not from 0 to 127");
    }
    return value;
  }

  /** The status byte, from 80 to FF (hex). */
  public int status() {
    return bytes.at(0);
  }

  /** Whether this is a channel message. */
  public boolean isChannelMessage() {
    return status() < 0xF0;
  }

  /**
   * The channel, from 0 to 15.
   *
   * @throws IllegalStateException if this is not a channel message
   */
  public int channel() {
    if (!isChannelMessage()) {
      throw new IllegalStateException(this + " has no channel");
    }
    return status() & 0x0F;
  }

  /** Whether this is a meta message. */
  public boolean isMeta() {
    return status() == META;
  }

  /** Whether this is a meta message of a type. */
  public boolean isMeta(int type) {
    return isMeta() && bytes.at(1) == type;
  }

  /** The bytes after the status, or after the type of a meta message. */
  public Bytes data() {
    return bytes.from(isMeta() ? 2 : 1);
  }

  /** Whether this message begins a note. */
  public boolean isNoteOn() {
    return status() >> 4 == 0x9 && bytes.at(2) > 0;
  }

  /** Whether this message ends a note: a note-off, or a note-on with velocity 0. */
  public boolean isNoteOff() {
    return status() >> 4 == 0x8 || (status() >> 4 == 0x9 && bytes.at(2) == 0);
  }

  /** The data as text, decoded as UTF-8 if it is valid UTF-8, otherwise as Latin-1. */
  public String text() {
    byte[] data = data().toByteArray();
    try {
      return StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(data)).toString();
    } catch (CharacterCodingException e) {
      // Old files use other encodings; Latin-1 at least maps every byte to a character.
      return new String(data, StandardCharsets.ISO_8859_1);
    }
  }

  /** The kind of this message. */
  public MessageKind kind() {
    return switch (status() >> 4) {
      case 0xB -> MessageKind.CONTROL_CHANGE;
      case 0xE -> MessageKind.PITCH_BEND;
      default -> isMeta() ? metaKind() : MessageKind.OPAQUE;
    };
  }

  private MessageKind metaKind() {
    int size = bytes.size() - 2;
    return switch (bytes.at(1)) {
      case TRACK_NAME -> MessageKind.TRACK_NAME;
      case MARKER -> MessageKind.MARKER;
      case TEMPO -> size == 3 ? MessageKind.TEMPO : MessageKind.OPAQUE;
      case TIME_SIGNATURE ->
          size == 4 && bytes.at(3) <= TimeSignature.MAX_HALVINGS
              ? MessageKind.TIME_SIGNATURE
              : MessageKind.OPAQUE;
      case KEY_SIGNATURE ->
          size == 2 && KeySignature.isValid(bytes.at(2), bytes.at(3))
              ? MessageKind.KEY_SIGNATURE
              : MessageKind.OPAQUE;
      default -> MessageKind.OPAQUE;
    };
  }

  @Override
  public String toString() {
    return bytes.hex();
  }
}
