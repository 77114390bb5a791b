package dev.fcp.midi.language;

import dev.fcp.midi.song.Message;
import dev.fcp.midi.song.MessagePosition;
import dev.fcp.midi.song.Note;
import dev.fcp.midi.song.SingleMessage;
import dev.fcp.midi.song.SongEntity;
import dev.fcp.midi.song.SongKey;
import java.util.Optional;

/** An item of a track: a note or another message. */
sealed interface TrackItem {

  /** The key in the song. */
  SongKey key();

  /** The position of the message, or of the note-on. */
  MessagePosition position();

  /** The message, or the note-on of a note. */
  Message message();

  /** The entity in the song. */
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

  /** The tick of {@link #position}. */
  default int tick() {
    return position().tick();
  }

  /** The channel, from 0; empty if this is not a channel message. */
  default Optional<Integer> channel() {
    return message().isChannelMessage() ? Optional.of(message().channel()) : Optional.empty();
  }

  /** The id within the track, as written in operations and results. */
  default String tag() {
    return "#" + key().item();
  }
}
