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
final class SongEventCheck {

  private SongEventCheck() {}

  static void checkEntity(SongKey key, SongEntity entity) {
    Objects.requireNonNull(key, "key");
    boolean keyMatches =
        switch (Objects.requireNonNull(entity, "entity")) {
          case SongHeader header -> key.isHeader();
          case Track track -> key.isTrack();
          case Chunk chunk -> key.isChunk();
          case Note note -> key.isMessage();
          case SingleMessage single -> key.isMessage();
        };
    if (!keyMatches) {
      throw new IllegalArgumentException("key: " + key + " does not name " + entity);
    }
  }

  static void checkEntity(MessageKind kind, SongKey key, SingleMessage single) {
    checkEntity(key, single);
    if (single.kind() != kind) {
      throw new IllegalArgumentException(
          "message: " + key + " is of the kind " + single.kind() + ", not " + kind);
    }
  }

  static void checkOpaque(SongKey key, SongEntity entity) {
    checkEntity(key, entity);
    boolean matches =
        switch (entity) {
          case SingleMessage single -> single.kind() == MessageKind.OPAQUE;
          case Chunk chunk -> true;
          case SongHeader header -> false;
          case Track track -> false;
          case Note note -> false;
        };
    if (!matches) {
      throw new IllegalArgumentException("entity: " + key + " has events of its own: " + entity);
    }
  }

  static void checkModified(
      boolean keyMatches, SongKey key, Value.Fields before, Value.Fields after) {
    if (!keyMatches) {
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

  static void checkEntryChange(
      MessageKind kind,
      SongKey key,
      Optional<SingleMessage> before,
      Optional<SingleMessage> after) {
    before.ifPresent(single -> checkEntity(kind, key, single));
    after.ifPresent(single -> checkEntity(kind, key, single));
    if (before.equals(after)) {
      throw new IllegalArgumentException("before, after: " + key + " stays " + before);
    }
  }

  static void checkFormatChange(int before, int after) {
    SongHeader.NEW.withFormat(before);
    SongHeader.NEW.withFormat(after);
    if (before == after) {
      throw new IllegalArgumentException("before, after: the format stays " + before);
    }
  }
}
