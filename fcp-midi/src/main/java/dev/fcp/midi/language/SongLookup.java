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

/** Looks up positions and track names of a song, indexed in a single pass. */
final class SongLookup {

  private final EntityModel<SongKey, SongEntity> song;
  private final SongHeader header;
  private final Map<String, SingleMessage> nameMessages = new HashMap<>();
  private final Map<String, TreeMap<Integer, TimeSignature>> signatures = new HashMap<>();
  private final Map<String, TimeMap> timeMaps = new HashMap<>();

  SongLookup(EntityModel<SongKey, SongEntity> song) {
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
      nameMessages.merge(
          key.track(),
          single,
          (first, second) -> first.position().compareTo(second.position()) <= 0 ? first : second);
    } else if (single.kind() == MessageKind.TIME_SIGNATURE) {
      signatures
          .computeIfAbsent(timeGroup(key), track -> new TreeMap<>())
          .put(single.position().tick(), TimeSignature.of(single.message()));
    }
  }

  /**
   * The key of the tracks that share time signatures: a single key for all tracks, or one for each
   * track if they are separate songs.
   */
  private String timeGroup(SongKey key) {
    return header.format() == SongView.FORMAT_OF_SEPARATE_SONGS ? key.track() : "";
  }

  Optional<SongEntity> find(SongKey key) {
    return song.find(key);
  }

  /** Formats a tick of a track as a position. */
  String formatPosition(SongKey key, int tick) {
    return timeMaps
        .computeIfAbsent(
            timeGroup(key),
            track -> TimeMap.of(header.division(), signatures.getOrDefault(track, new TreeMap<>())))
        .format(tick);
  }

  /** {@code track "Piano"}. */
  String trackLabel(SongKey key) {
    return Optional.ofNullable(nameMessages.get(key.track()))
        .map(nameMessage -> nameMessage.message().text())
        .filter(nameMessage -> !nameMessage.isBlank())
        .map(nameMessage -> "track " + SongTexts.display(nameMessage))
        .orElse("track #" + key.track());
  }
}
