package dev.fcp.midi.song;

import java.util.List;

/**
 * The messages of a track in order, with access to single bytes without creating {@link Message}
 * objects.
 */
public interface MessageSequence {

  /** The number of messages. */
  int size();

  /** The tick of a message, counted from the start of the track. */
  int tick(int index);

  /** The status byte of a message, from 80 to FF (hex). */
  int status(int index);

  /** A data byte of a channel message, from 0 to 127; the status is at offset 0. */
  int byteAt(int index, int offset);

  /** The message at an index. */
  Message message(int index);

  /** A view of a list of messages. */
  static MessageSequence of(List<TimedMessage> messages) {
    return new MessageSequence() {
      @Override
      public int size() {
        return messages.size();
      }

      @Override
      public int tick(int index) {
        return messages.get(index).tick();
      }

      @Override
      public int status(int index) {
        return message(index).status();
      }

      @Override
      public int byteAt(int index, int offset) {
        return message(index).bytes().at(offset);
      }

      @Override
      public Message message(int index) {
        return messages.get(index).message();
      }
    };
  }
}
