package dev.fcp.midi.smf;

import com.google.common.cache.Cache;
import com.google.common.cache.CacheBuilder;
import dev.fcp.eventlog.domain.Source;
import dev.fcp.eventlog.entity.EntityModel;
import dev.fcp.eventlog.persistent.Changes;
import dev.fcp.eventlog.persistent.PersistentMap;
import dev.fcp.midi.song.SongEntity;
import dev.fcp.midi.song.SongKey;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Keeps what the last few files said, and the entities that were made of them, as long as memory
 * allows. So the same bytes are not parsed again at every save, and tracks in which nothing changed
 * since are found without looking at their notes. Safe for use by any number of threads.
 *
 * <p>A song that is edited shares its entities with those that are kept, so that they cost next to
 * nothing. A song that is read to see what was written is edited by nobody, and its entities go.
 */
final class ReadSongs {

  /** The version that was loaded, the one that is written, and some that come and go. */
  private static final int KEPT = 4;

  private final Cache<Source, ReadSong> songs =
      CacheBuilder.newBuilder().maximumSize(KEPT).concurrencyLevel(1).softValues().build();

  /** The hash of the version that was written last; it decides about memory and nothing else. */
  private volatile int written;

  /** A file, and the entities that were made of it as far as they are kept. */
  private record ReadSong(SmfFile file, PersistentMap<SongKey, SongEntity> song) {

    /**
     * Whether another song came from this one by edits, as far as three entities tell. Only then do
     * the two share what need not be compared.
     */
    @SuppressWarnings("ReferenceEquality") // the same entity, not an equal one
    boolean isOriginOf(EntityModel<SongKey, SongEntity> other) {
      PersistentMap<SongKey, SongEntity> entities = other.entities();
      return IntStream.of(0, entities.size() / 2, entities.size() - 1)
          .mapToObj(entities::at)
          .flatMap(Optional::stream)
          .anyMatch(entry -> song.get(entry.getKey()) == entry.getValue());
    }

    /** The tracks of the file that another song still has, by their ids. */
    Map<String, SmfContent.Track> unchanged(EntityModel<SongKey, SongEntity> other) {
      ChangedTracks changed = new ChangedTracks(new HashSet<>());
      song.changes(other.entities(), changed);
      Map<String, SmfContent.Track> tracks = new HashMap<>();
      Iterator<String> ids = SongOfFile.trackIds().iterator();
      for (SmfTrack track : file.tracks()) {
        String id = ids.next();
        if (!changed.ids().contains(id)) {
          tracks.put(id, track.content());
        }
      }
      return tracks;
    }
  }

  void put(Source source, SmfFile file, EntityModel<SongKey, SongEntity> song) {
    PersistentMap<SongKey, SongEntity> kept =
        source.hashCode() == written ? PersistentMap.empty() : song.entities();
    // The first song of the same bytes is more likely the one that is being edited.
    songs.asMap().putIfAbsent(source, new ReadSong(file, kept));
  }

  /** Expects that these bytes are read to see what was written. */
  void wrote(byte[] bytes) {
    written = Source.of(bytes).hashCode();
  }

  /**
   * What a version of a song says.
   *
   * @throws Damage if it cannot be read
   */
  SmfFile read(Source source, SmfLimits limits) throws Damage {
    @Nullable ReadSong known = songs.getIfPresent(source);
    return known != null ? known.file() : SmfReader.read(source.bytes(), limits);
  }

  /** Tracks that a song has from the version that it came from, by their ids; none if unknown. */
  Map<String, SmfContent.Track> unchanged(
      EntityModel<SongKey, SongEntity> song, List<Source> versions) {
    for (Source version : versions) {
      @Nullable ReadSong known = songs.getIfPresent(version);
      if (known != null && known.isOriginOf(song)) {
        return known.unchanged(song);
      }
    }
    return Map.of();
  }

  /** Collects the tracks of all that differs. */
  private record ChangedTracks(Set<String> ids) implements Changes<SongKey, SongEntity> {

    @Override
    public void onlyHere(SongKey key, SongEntity here) {
      ids.add(key.track());
    }

    @Override
    public void onlyThere(SongKey key, SongEntity there) {
      ids.add(key.track());
    }

    @Override
    public void bothDiffer(SongKey key, SongEntity here, SongEntity there) {
      ids.add(key.track());
    }
  }
}
