package dev.fcp.midi.smf;

import com.google.common.cache.Cache;
import com.google.common.cache.CacheBuilder;
import dev.fcp.eventlog.domain.Source;
import dev.fcp.eventlog.entity.EntityModel;
import dev.fcp.eventlog.persistent.PersistentMap;
import dev.fcp.eventlog.persistent.PersistentMap.MapDifferenceConsumer;
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
final class ParsedSongCache {

  /** The version that was loaded, the one that is written, and some that come and go. */
  private static final int MAX_CACHED_SONGS = 4;

  private final Cache<Source, CachedSong> cache =
      CacheBuilder.newBuilder()
          .maximumSize(MAX_CACHED_SONGS)
          .concurrencyLevel(1)
          .softValues()
          .build();

  /** The hash of the version that was written last; it decides about memory and nothing else. */
  private volatile int writtenHash;

  /** A file, and the entities that were made of it as far as they are kept. */
  private record CachedSong(SmfFile file, PersistentMap<SongKey, SongEntity> entities) {

    /**
     * Whether another song came from this one by edits, as far as three entities show. Only then do
     * the two share what need not be compared.
     */
    @SuppressWarnings("ReferenceEquality") // the same entity, not an equal one
    boolean isOriginOf(EntityModel<SongKey, SongEntity> other) {
      PersistentMap<SongKey, SongEntity> otherEntities = other.entities();
      return IntStream.of(0, otherEntities.size() / 2, otherEntities.size() - 1)
          .mapToObj(otherEntities::entryAt)
          .flatMap(Optional::stream)
          .anyMatch(entry -> entities.get(entry.getKey()) == entry.getValue());
    }

    /** The tracks of the file that another song still has, by their ids. */
    Map<String, SmfContent.TrackChunk> unchangedTracks(EntityModel<SongKey, SongEntity> other) {
      ChangedTracks changedTracks = new ChangedTracks(new HashSet<>());
      entities.forEachDifference(other.entities(), changedTracks);
      Map<String, SmfContent.TrackChunk> tracks = new HashMap<>();
      Iterator<String> trackIds = SongDecoder.trackIds().iterator();
      for (SmfTrack track : file.tracks()) {
        String id = trackIds.next();
        if (!changedTracks.ids().contains(id)) {
          tracks.put(id, track.content());
        }
      }
      return tracks;
    }
  }

  void put(Source source, SmfFile file, EntityModel<SongKey, SongEntity> song) {
    PersistentMap<SongKey, SongEntity> entities =
        source.hashCode() == writtenHash ? PersistentMap.empty() : song.entities();
    // The first song of the same bytes is more likely the one that is being edited.
    cache.asMap().putIfAbsent(source, new CachedSong(file, entities));
  }

  /** Expects that these bytes are read to see what was written. */
  void expectReadBack(byte[] bytes) {
    writtenHash = Source.of(bytes).hashCode();
  }

  /**
   * What a version of a song says.
   *
   * @throws SmfParseException if it cannot be read
   */
  SmfFile parse(Source source, SmfLimits limits) throws SmfParseException {
    @Nullable CachedSong cached = cache.getIfPresent(source);
    return cached != null ? cached.file() : SmfReader.read(source.bytes(), limits);
  }

  /** Tracks that a song has from the version that it came from, by their ids; none if unknown. */
  Map<String, SmfContent.TrackChunk> unchangedTracks(
      EntityModel<SongKey, SongEntity> song, List<Source> versions) {
    for (Source version : versions) {
      @Nullable CachedSong cached = cache.getIfPresent(version);
      if (cached != null && cached.isOriginOf(song)) {
        return cached.unchangedTracks(song);
      }
    }
    return Map.of();
  }

  /** Collects the tracks of all that differs. */
  private record ChangedTracks(Set<String> ids)
      implements MapDifferenceConsumer<SongKey, SongEntity> {

    @Override
    public void onlyInThis(SongKey key, SongEntity here) {
      ids.add(key.track());
    }

    @Override
    public void onlyInOther(SongKey key, SongEntity there) {
      ids.add(key.track());
    }

    @Override
    public void valueDiffers(SongKey key, SongEntity here, SongEntity there) {
      ids.add(key.track());
    }
  }
}
