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
 * Caches the most recently parsed files and the entities created from them in soft references. The
 * same bytes are then not parsed again on every save, and unchanged tracks are found without
 * comparing their notes. Thread-safe.
 *
 * <p>An edited song shares most entities with the cached ones, so that they use little additional
 * memory. A song that is read only to verify a written file is never edited, so its entities are
 * not cached.
 */
final class ParsedSongCache {

  /** Enough for the loaded version, the written version, and a few others. */
  private static final int MAX_CACHED_SONGS = 4;

  private final Cache<Source, CachedSong> cache =
      CacheBuilder.newBuilder()
          .maximumSize(MAX_CACHED_SONGS)
          .concurrencyLevel(1)
          .softValues()
          .build();

  /** The hash of the version that was written last. A collision only affects memory use. */
  private volatile int writtenHash;

  /** A parsed file and the entities created from it; they are empty if they are not cached. */
  private record CachedSong(SmfFile file, PersistentMap<SongKey, SongEntity> entities) {

    /**
     * Whether another song was probably derived from this one by edits; a sample of three entities
     * decides. Only then do the two songs share structure that need not be compared.
     */
    @SuppressWarnings("ReferenceEquality") // the same entity, not an equal one
    boolean isOriginOf(EntityModel<SongKey, SongEntity> other) {
      PersistentMap<SongKey, SongEntity> otherEntities = other.entities();
      return IntStream.of(0, otherEntities.size() / 2, otherEntities.size() - 1)
          .mapToObj(otherEntities::entryAt)
          .flatMap(Optional::stream)
          .anyMatch(entry -> entities.get(entry.getKey()) == entry.getValue());
    }

    /** The tracks of the file that are unchanged in another song, by id. */
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
    // The first song with the same bytes is more likely to be the edited one.
    cache.asMap().putIfAbsent(source, new CachedSong(file, entities));
  }

  /** Announces that these bytes will be read only to verify a written file. */
  void expectReadBack(byte[] bytes) {
    writtenHash = Source.of(bytes).hashCode();
  }

  /**
   * Returns the parsed file of a source, from the cache if possible.
   *
   * @throws SmfParseException if it cannot be read
   */
  SmfFile parse(Source source, SmfLimits limits) throws SmfParseException {
    @Nullable CachedSong cached = cache.getIfPresent(source);
    return cached != null ? cached.file() : SmfReader.read(source.bytes(), limits);
  }

  /**
   * The tracks of a song that are unchanged since the version that it was derived from, by id;
   * empty if that version is unknown.
   */
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

  /** Collects the ids of the tracks with differences. */
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
