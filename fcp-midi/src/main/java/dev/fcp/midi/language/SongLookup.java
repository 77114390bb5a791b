package dev.fcp.midi.language;

import dev.fcp.eventlog.entity.EntityModel;
import dev.fcp.midi.song.SongEntity;
import dev.fcp.midi.song.SongKey;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/** Looks up positions and track names of a song; the bars of a track are read once. */
final class SongLookup {

  private final EntityModel<SongKey, SongEntity> song;
  private final SongView songView;
  private final Map<String, TimeMap> timeMaps = new HashMap<>();

  SongLookup(EntityModel<SongKey, SongEntity> song) {
    this.song = song;
    this.songView = SongView.of(song);
  }

  Optional<SongEntity> find(SongKey key) {
    return song.find(key);
  }

  /** Formats a tick of a track as a position. */
  String formatPosition(SongKey key, int tick) {
    return timeMaps
        .computeIfAbsent(
            songView.hasSeparateSongs() ? key.track() : "",
            unused -> songView.timeMap(new TrackView(song, key.trackKey(), 0)))
        .format(tick);
  }

  /** {@code track "Piano"}. */
  String trackLabel(SongKey key) {
    return new TrackView(song, key.trackKey(), 0).describe();
  }
}
