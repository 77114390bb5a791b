package dev.fcp.midi.language;

import dev.fcp.eventlog.entity.EntityModel;
import dev.fcp.midi.song.Chunk;
import dev.fcp.midi.song.MessageKind;
import dev.fcp.midi.song.Note;
import dev.fcp.midi.song.SingleMessage;
import dev.fcp.midi.song.SongEntity;
import dev.fcp.midi.song.SongHeader;
import dev.fcp.midi.song.SongKey;
import dev.fcp.midi.song.Track;
import dev.fcp.verbs.ResultLine;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;

/**
 * What is different between two states of a song, in the words of those who play: a line for each
 * entity, {@code * note C4 at 1.1 in track "Piano": velocity 80 -> 96}.
 */
final class ChangeWords {

  private final SongPlaces before;
  private final SongPlaces after;

  ChangeWords(EntityModel<SongKey, SongEntity> before, EntityModel<SongKey, SongEntity> after) {
    this.before = new SongPlaces(before);
    this.after = new SongPlaces(after);
  }

  /** A line for each of these that is different, in their order. */
  List<ResultLine> lines(Collection<SongKey> keys) {
    List<ResultLine> lines = new ArrayList<>();
    for (SongKey key : keys) {
      Optional<SongEntity> old = before.find(key);
      Optional<SongEntity> now = after.find(key);
      if (!old.equals(now)) {
        lines.add(line(key, old, now));
      }
    }
    return lines;
  }

  private ResultLine line(SongKey key, Optional<SongEntity> old, Optional<SongEntity> now) {
    if (old.isEmpty()) {
      return ResultLine.created(told(after, key, now.orElseThrow()));
    }
    if (now.isEmpty()) {
      return ResultLine.deleted(told(before, key, old.get()));
    }
    if (old.get() instanceof SingleMessage was && now.get() instanceof SingleMessage is) {
      return ResultLine.changed(changed(key, was, is));
    }
    List<String> changes = changes(key, old.get(), now.get());
    return ResultLine.changed(
        told(before, key, old.get())
            + ": "
            + (changes.isEmpty() ? "place in the file" : String.join(", ", changes)));
  }

  private static String told(SongPlaces song, SongKey key, SongEntity entity) {
    return switch (entity) {
      case Note note ->
          "note "
              + Pitch.name(note.channel(), note.pitch())
              + at(song, key, note.on().tick())
              + " in "
              + song.track(key);
      case SingleMessage single ->
          isName(single)
              ? "name " + Texts.shown(single.message().text()) + " of " + song.track(key)
              : Signs.told(single.message())
                  + at(song, key, single.at().tick())
                  + " in "
                  + song.track(key);
      case Track track -> song.track(key);
      case SongHeader header -> "song";
      case Chunk chunk -> "chunk #" + key.item();
    };
  }

  private static boolean isName(SingleMessage single) {
    return single.kind() == MessageKind.TRACK_NAME;
  }

  private static String at(SongPlaces song, SongKey key, int tick) {
    return " at " + song.shown(key, tick);
  }

  private String changed(SongKey key, SingleMessage old, SingleMessage now) {
    List<String> changes = new ArrayList<>();
    String was = Signs.told(old.message());
    String is = Signs.told(now.message());
    if (!was.equals(is)) {
      changes.add(isName(old) && isName(now) ? renamed(old, now) : was + " -> " + rest(was, is));
    }
    addPlace(changes, key, old.at().tick(), now.at().tick());
    if (changes.isEmpty()) {
      changes.add(old.message().equals(now.message()) ? "order" : "bytes");
    }
    String subject =
        was.equals(is)
            ? told(before, key, old)
            : isName(old) || isName(now)
                ? before.track(key)
                : "in " + before.track(key) + at(before, key, old.at().tick());
    return subject + ": " + String.join(", ", changes);
  }

  private static String renamed(SingleMessage old, SingleMessage now) {
    return "name " + Texts.shown(old.message().text()) + " -> " + Texts.shown(now.message().text());
  }

  /** What another message says, without what both say first: that it is a tempo, or a volume. */
  private static String rest(String was, String is) {
    String mark = was.startsWith("cc ") ? " = " : " ";
    int end = is.indexOf(mark) + mark.length();
    return end >= mark.length() && was.startsWith(is.substring(0, end)) ? is.substring(end) : is;
  }

  private void addPlace(List<String> changes, SongKey key, int old, int now) {
    String was = before.shown(key, old);
    String is = after.shown(key, now);
    if (old != now) {
      changes.add("at " + was + " -> " + is);
    }
  }

  private List<String> changes(SongKey key, SongEntity old, SongEntity now) {
    List<String> changes = new ArrayList<>();
    if (old instanceof Note was && now instanceof Note is) {
      addNote(changes, key, was, is);
    } else if (old instanceof Track was && now instanceof Track is) {
      if (was.endTick() != is.endTick()) {
        changes.add(
            "end " + before.shown(key, was.endTick()) + " -> " + after.shown(key, is.endTick()));
      }
      changes.addAll(
          was.order().equals(is.order()) ? List.of() : List.of("place among the tracks"));
    } else if (old instanceof SongHeader was && now instanceof SongHeader is) {
      add(changes, "format", was.format(), is.format());
      changes.addAll(was.division().equals(is.division()) ? List.of() : List.of("ticks of a beat"));
    }
    return changes;
  }

  private void addNote(List<String> changes, SongKey key, Note old, Note now) {
    if (old.pitch() != now.pitch()) {
      changes.add(
          "pitch "
              + Pitch.name(old.channel(), old.pitch())
              + " -> "
              + Pitch.name(now.channel(), now.pitch()));
    }
    addPlace(changes, key, old.on().tick(), now.on().tick());
    add(changes, "length in ticks", old.duration(), now.duration());
    add(changes, "velocity", old.velocity(), now.velocity());
    add(changes, "channel", old.channel() + 1, now.channel() + 1);
    changes.addAll(old.release().equals(now.release()) ? List.of() : List.of("release"));
  }

  private static void add(List<String> changes, String what, int old, int now) {
    if (old != now) {
      changes.add("%s %d -> %d".formatted(what, old, now));
    }
  }
}
