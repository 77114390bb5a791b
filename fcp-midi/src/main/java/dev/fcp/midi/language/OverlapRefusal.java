package dev.fcp.midi.language;

import dev.fcp.midi.song.Message;
import dev.fcp.midi.song.Note;
import dev.fcp.midi.song.SongEntity;
import dev.fcp.midi.song.SongKey;
import dev.fcp.verbs.form.OperationRefusedException;
import java.util.Optional;

/**
 * Refusals for notes of the same pitch and channel that a file cannot represent: the first note-off
 * ends the note that began first, so a note cannot be within another one.
 */
final class OverlapRefusal {

  private OverlapRefusal() {}

  /**
   * Creates the refusal for a note that conflicts with another item; empty if there is no such
   * conflict.
   */
  static Optional<OperationRefusedException> find(
      SongView songView, SongKey key, SongEntity entity) {
    if (!(entity instanceof Note note)) {
      return Optional.empty();
    }
    TrackView trackView = songView.track(key.trackKey());
    TimeMap time = songView.timeMap(trackView);
    for (TrackItem item : trackView.itemsIn(note.channel(), note.pitch(), note.pitch())) {
      if (!item.key().equals(key) && blocks(item, note)) {
        return Optional.of(
            OperationRefusedException.because(
                describe(note, time)
                    + " cannot be told apart from "
                    + describe(item, time)
                    + " in "
                    + trackView.describe()));
      }
    }
    return Optional.empty();
  }

  private static boolean blocks(TrackItem item, Note note) {
    return switch (item) {
      case TrackItem.NoteItem(var key, Note other) ->
          other.channel() == note.channel()
              && other.pitch() == note.pitch()
              && (other.on().compareTo(note.on()) < 0) != (other.off().compareTo(note.off()) < 0);
      case TrackItem.MessageItem(var key, var single) -> blocks(single.message(), item, note);
    };
  }

  private static boolean blocks(Message message, TrackItem item, Note note) {
    boolean isSamePitch =
        (message.isNoteOn() || message.isNoteOff())
            && message.channel() == note.channel()
            && message.bytes().at(1) == note.pitch();
    if (!isSamePitch) {
      return false;
    }
    return message.isNoteOn()
        ? item.position().compareTo(note.on()) < 0
        : item.position().compareTo(note.on()) > 0 && item.position().compareTo(note.off()) < 0;
  }

  private static String describe(Note note, TimeMap time) {
    return "note "
        + Pitch.name(note.channel(), note.pitch())
        + " from "
        + time.format(note.on().tick())
        + " to "
        + time.format(note.off().tick());
  }

  private static String describe(TrackItem item, TimeMap time) {
    String description =
        item instanceof TrackItem.NoteItem(var key, Note note)
            ? describe(note, time)
            : ItemResolver.describe(item) + " at " + time.format(item.tick());
    return description + " " + item.tag();
  }
}
