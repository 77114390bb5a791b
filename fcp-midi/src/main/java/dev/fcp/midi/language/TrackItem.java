package dev.fcp.midi.language;

import dev.fcp.midi.song.Message;
import dev.fcp.midi.song.MessagePosition;
import dev.fcp.midi.song.Note;
import dev.fcp.midi.song.SingleMessage;
import dev.fcp.midi.song.SongEntity;
import dev.fcp.midi.song.SongKey;
import java.util.Optional;

/** Something that stands in a track: a note or another message. */
sealed interface TrackItem {

  /** Its name in the song. */
  SongKey key();

  /** Where it stands, or begins. */
  MessagePosition position();

  /** What it says; of a note, how it begins. */
  Message message();

  /** What it is in the song. */
  SongEntity entity();

  /** A note. */
  record NoteItem(SongKey key, Note note) implements TrackItem {
    @Override
    public MessagePosition position() {
      return note.on();
    }

    @Override
    public Message message() {
      return note.onMessage();
    }

    @Override
    public SongEntity entity() {
      return note;
    }
  }

  /** Any other message. */
  record MessageItem(SongKey key, SingleMessage single) implements TrackItem {
    @Override
    public MessagePosition position() {
      return single.position();
    }

    @Override
    public Message message() {
      return single.message();
    }

    @Override
    public SongEntity entity() {
      return single;
    }
  }

  /** The first tick of it. */
  default int tick() {
    return position().tick();
  }

  /** The channel, from 0; empty for what concerns all of them. */
  default Optional<Integer> channel() {
    return message().isChannelMessage() ? Optional.of(message().channel()) : Optional.empty();
  }

  /** The name of it within its track, as operations and answers write it. */
  default String tag() {
    return "#" + key().item();
  }
}
