package dev.fcp.midi;

import dev.fcp.eventlog.domain.Value;
import dev.fcp.midi.song.Chunk;
import dev.fcp.midi.song.MessageKind;
import dev.fcp.midi.song.Note;
import dev.fcp.midi.song.SingleMessage;
import dev.fcp.midi.song.SongEntity;
import dev.fcp.midi.song.SongHeader;
import dev.fcp.midi.song.SongKey;
import dev.fcp.midi.song.Track;
import java.util.Objects;
import java.util.Optional;

/** What every event must hold to be one; each failure names the component and the value. */
final class EventCheck {

  private EventCheck() {}

  static void held(SongKey key, SongEntity entity) {
    Objects.requireNonNull(key, "key");
    boolean fits =
        switch (Objects.requireNonNull(entity, "entity")) {
          case SongHeader header -> key.isHeader();
          case Track track -> key.isTrack();
          case Chunk chunk -> key.isChunk();
          case Note note -> key.isMessage();
          case SingleMessage single -> key.isMessage();
        };
    if (!fits) {
      throw new IllegalArgumentException("key: " + key + " does not name " + entity);
    }
  }

  static void held(MessageKind kind, SongKey key, SingleMessage single) {
    held(key, single);
    if (single.kind() != kind) {
      throw new IllegalArgumentException(
          "message: " + key + " is of the kind " + single.kind() + ", not " + kind);
    }
  }

  static void opaque(SongKey key, SongEntity entity) {
    held(key, entity);
    boolean fits =
        switch (entity) {
          case SingleMessage single -> single.kind() == MessageKind.OPAQUE;
          case Chunk chunk -> true;
          case SongHeader header -> false;
          case Track track -> false;
          case Note note -> false;
        };
    if (!fits) {
      throw new IllegalArgumentException("entity: " + key + " has events of its own: " + entity);
    }
  }

  static void modified(boolean fits, SongKey key, Value.Fields before, Value.Fields after) {
    if (!fits) {
      throw new IllegalArgumentException("key: " + key + " names another kind of entity");
    }
    if (before.isEmpty() && after.isEmpty()) {
      throw new IllegalArgumentException("before, after: " + key + " is not modified at all");
    }
    for (String unit : before.fields().keySet()) {
      if (before.find(unit).equals(after.find(unit))) {
        throw new IllegalArgumentException(
            "before, after: " + unit + " of " + key + " stays " + before.at(unit));
      }
    }
  }

  static void changed(
      MessageKind kind,
      SongKey key,
      Optional<SingleMessage> before,
      Optional<SingleMessage> after) {
    before.ifPresent(single -> held(kind, key, single));
    after.ifPresent(single -> held(kind, key, single));
    if (before.equals(after)) {
      throw new IllegalArgumentException("before, after: " + key + " stays " + before);
    }
  }

  static void changed(int before, int after) {
    SongHeader.NEW.withFormat(before);
    SongHeader.NEW.withFormat(after);
    if (before == after) {
      throw new IllegalArgumentException("before, after: the format stays " + before);
    }
  }
}
