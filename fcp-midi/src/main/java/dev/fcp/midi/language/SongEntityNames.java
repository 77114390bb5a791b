package dev.fcp.midi.language;

import dev.fcp.eventlog.domain.EntityRef;
import dev.fcp.eventlog.entity.EntityModel;
import dev.fcp.midi.song.MessageKind;
import dev.fcp.midi.song.SingleMessage;
import dev.fcp.midi.song.SongEntity;
import dev.fcp.midi.song.SongKey;
import dev.fcp.verbs.EntityName;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * By what names people know what is in a song: tracks by their names, notes and messages by their
 * ids.
 */
final class SongEntityNames {

  private final EntityModel<SongKey, SongEntity> song;

  SongEntityNames(EntityModel<SongKey, SongEntity> song) {
    this.song = song;
  }

  List<EntityName> all() {
    List<EntityName> names = new ArrayList<>();
    for (Map.Entry<SongKey, SongEntity> entry : song.entities()) {
      SongKey key = entry.getKey();
      if (entry.getValue() instanceof SingleMessage single
          && single.kind() == MessageKind.TRACK_NAME
          && !single.message().text().isBlank()) {
        names.add(new EntityName(single.message().text(), ref(SongKey.track(key.track()))));
      }
      names.addAll(namesOf(key));
    }
    return names;
  }

  /** The names that a key gives: {@code #id}. */
  List<EntityName> namesOf(SongKey key) {
    String id = key.isTrack() ? key.track() : key.item();
    return id.isEmpty() ? List.of() : List.of(new EntityName("#" + id, ref(key)));
  }

  private EntityRef ref(SongKey key) {
    return song.spec().ref(key);
  }
}
