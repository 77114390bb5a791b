package dev.fcp.midi.language;

import dev.fcp.eventlog.entity.EntityModel;
import dev.fcp.midi.song.MessageKind;
import dev.fcp.midi.song.SingleMessage;
import dev.fcp.midi.song.SongEntity;
import dev.fcp.midi.song.SongHeader;
import dev.fcp.midi.song.SongKey;
import dev.fcp.midi.song.TimeSignature;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** Where things stand in a song, and what its tracks are called: found in one walk through it. */
final class SongPlaces {

  private final EntityModel<SongKey, SongEntity> song;
  private final SongHeader header;
  private final Map<String, SingleMessage> names = new HashMap<>();
  private final Map<String, TreeMap<Integer, TimeSignature>> signatures = new HashMap<>();
  private final Map<String, TimeMap> times = new HashMap<>();

  SongPlaces(EntityModel<SongKey, SongEntity> song) {
    this.song = song;
    this.header = (SongHeader) song.find(SongKey.header()).orElseThrow();
    for (Map.Entry<SongKey, SongEntity> entry : song.entities()) {
      if (entry.getValue() instanceof SingleMessage single) {
        add(entry.getKey(), single);
      }
    }
  }

  private void add(SongKey key, SingleMessage single) {
    if (single.kind() == MessageKind.TRACK_NAME) {
      names.merge(
          key.track(), single, (one, other) -> one.at().compareTo(other.at()) <= 0 ? one : other);
    } else if (single.kind() == MessageKind.TIME_SIGNATURE) {
      signatures
          .computeIfAbsent(group(key), track -> new TreeMap<>())
          .put(single.at().tick(), TimeSignature.of(single.message()));
    }
  }

  /** The tracks that share their bars: all, or each its own. */
  private String group(SongKey key) {
    return header.format() == Score.SEPARATE_SONGS ? key.track() : "";
  }

  Optional<SongEntity> find(SongKey key) {
    return song.find(key);
  }

  /** A tick of a track as a position that can be typed. */
  String shown(SongKey key, int tick) {
    return times
        .computeIfAbsent(
            group(key),
            track -> TimeMap.of(header.division(), signatures.getOrDefault(track, new TreeMap<>())))
        .shown(tick);
  }

  /** {@code track "Piano"}. */
  String track(SongKey key) {
    return Optional.ofNullable(names.get(key.track()))
        .map(name -> name.message().text())
        .filter(name -> !name.isBlank())
        .map(name -> "track " + Texts.shown(name))
        .orElse("track #" + key.track());
  }
}
