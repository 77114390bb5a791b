package dev.fcp.midi.language;

import dev.fcp.midi.song.Message;
import dev.fcp.midi.song.Note;
import dev.fcp.midi.song.SongEntity;
import dev.fcp.midi.song.SongKey;
import dev.fcp.verbs.form.NotDone;
import java.util.Optional;

/**
 * Two sounds of one pitch on one channel that a file cannot tell apart: the end that comes first is
 * taken for that of the note that began first, so that no note can lie within another.
 */
final class Overlap {

  private Overlap() {}

  /** What stands in the way of a note, as a refusal; empty if it is no such thing. */
  static Optional<NotDone> of(Score score, SongKey key, SongEntity entity) {
    if (!(entity instanceof Note note)) {
      return Optional.empty();
    }
    Part part = score.part(key.ofTrack());
    TimeMap time = score.time(part);
    for (Item item : part.items()) {
      if (!item.key().equals(key) && isInTheWay(item, note)) {
        return Optional.of(
            NotDone.because(
                told(note, time)
                    + " cannot be told apart from "
                    + told(item, time)
                    + " in "
                    + part.told(),
                "remove " + item.tag() + " @track:" + part.typed()));
      }
    }
    return Optional.empty();
  }

  private static boolean isInTheWay(Item item, Note note) {
    return switch (item) {
      case Item.Sound(var key, Note other) ->
          other.channel() == note.channel()
              && other.pitch() == note.pitch()
              && (other.on().compareTo(note.on()) < 0) != (other.off().compareTo(note.off()) < 0);
      case Item.Sign(var key, var single) -> isInTheWay(single.message(), item, note);
    };
  }

  private static boolean isInTheWay(Message message, Item item, Note note) {
    boolean alike =
        (message.isNoteOn() || message.isNoteOff())
            && message.channel() == note.channel()
            && message.bytes().at(1) == note.pitch();
    if (!alike) {
      return false;
    }
    return message.isNoteOn()
        ? item.at().compareTo(note.on()) < 0
        : item.at().compareTo(note.on()) > 0 && item.at().compareTo(note.off()) < 0;
  }

  private static String told(Note note, TimeMap time) {
    return "note "
        + Pitch.name(note.channel(), note.pitch())
        + " from "
        + time.shown(note.on().tick())
        + " to "
        + time.shown(note.off().tick());
  }

  private static String told(Item item, TimeMap time) {
    String told =
        item instanceof Item.Sound(var key, Note note)
            ? told(note, time)
            : Found.told(item) + " at " + time.shown(item.tick());
    return told + " " + item.tag();
  }
}
