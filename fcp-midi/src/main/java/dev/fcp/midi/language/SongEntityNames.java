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
 * The names by which users refer to the entities of a song: the names of tracks, the ids of notes
 * and messages.
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

  /** The names that follow from a key: {@code #id}. */
  List<EntityName> namesOf(SongKey key) {
    String id = key.isTrack() ? key.track() : key.item();
    return id.isEmpty() ? List.of() : List.of(new EntityName("#" + id, ref(key)));
  }

  private EntityRef ref(SongKey key) {
    return song.spec().ref(key);
  }
}
