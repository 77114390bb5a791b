package dev.fcp.midi.language;

import dev.fcp.eventlog.entity.EntityModel;
import dev.fcp.midi.song.MessageKind;
import dev.fcp.midi.song.SongEntity;
import dev.fcp.midi.song.SongHeader;
import dev.fcp.midi.song.SongKey;
import dev.fcp.midi.song.TimeSignature;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;

/** A song as needed by verbs and queries: its tracks with their items, and its bars. Immutable. */
final class SongView {

  /** The format of a file whose tracks are independent songs. */
  static final int FORMAT_OF_SEPARATE_SONGS = 2;

  private final SongHeader header;
  private final List<TrackView> tracks;
  private final int chunkCount;

  private SongView(SongHeader header, List<TrackView> trackViews, int chunkCount) {
    this.header = header;
    this.tracks = List.copyOf(trackViews);
    this.chunkCount = chunkCount;
  }

  static SongView of(EntityModel<SongKey, SongEntity> song) {
    List<TrackView> trackViews = new ArrayList<>();
    int chunks = 0;
    for (SongKey key : song.keysInOrder()) {
      if (key.isTrack()) {
        trackViews.add(new TrackView(song, key, trackViews.size() + 1));
      } else {
        chunks++;
      }
    }
    SongHeader header = (SongHeader) song.at(SongKey.header());
    return new SongView(header, trackViews, chunks);
  }

  SongHeader header() {
    return header;
  }

  /** The tracks in the order of the file. */
  List<TrackView> tracks() {
    return tracks;
  }

  /** The number of chunks that are not tracks. */
  int chunkCount() {
    return chunkCount;
  }

  /** The view of a track, which must exist. */
  TrackView track(SongKey track) {
    return tracks.stream()
        .filter(trackView -> trackView.key().equals(track))
        .findFirst()
        .orElseThrow();
  }

  /** The title of the song: the name of its first track. */
  Optional<String> title() {
    return tracks.stream().findFirst().flatMap(TrackView::name);
  }

  /** Whether the tracks are independent songs, each with its own bars. */
  boolean hasSeparateSongs() {
    return header.format() == FORMAT_OF_SEPARATE_SONGS;
  }

  /** The tracks that share tempi and signatures with a track: all tracks, or only itself. */
  List<TrackView> tracksSharingTime(TrackView trackView) {
    return hasSeparateSongs() ? List.of(trackView) : tracks;
  }

  /** The bars and beats of a track. */
  TimeMap timeMap(TrackView trackView) {
    return timeMap(tracksSharingTime(trackView));
  }

  /** The bars and beats of the first track. */
  TimeMap timeMap() {
    return timeMap(tracks.isEmpty() || !hasSeparateSongs() ? tracks : tracks.subList(0, 1));
  }

  private TimeMap timeMap(List<TrackView> sharingTime) {
    TreeMap<Integer, TimeSignature> signatures = new TreeMap<>();
    for (TrackView trackView : sharingTime) {
      for (TrackItem.MessageItem message : trackView.messages(MessageKind.TIME_SIGNATURE)) {
        signatures.put(message.tick(), TimeSignature.of(message.message()));
      }
    }
    return TimeMap.of(header.division(), signatures);
  }

  /** The tick at which the last track ends. */
  int endTick() {
    return tracks.stream().mapToInt(TrackView::endTick).max().orElse(0);
  }
}
