package dev.fcp.midi.song;

import java.util.List;

/** Messages of a track in order, each looked at where it lies. */
public interface MessageSequence {

  /** How many there are. */
  int size();

  /** When a message comes, in ticks from the start of the track. */
  int tick(int index);

  /** The first byte of a message, from 80 to FF. */
  int status(int index);

  /** One byte of a channel message, from 0 to 127; its status is byte 0. */
  int byteAt(int index, int offset);

  /** A message. */
  Message message(int index);

  /** The messages of a list. */
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
