package dev.fcp.midi;

import dev.fcp.eventlog.entity.EntityModel;
import dev.fcp.midi.song.Chunk;
import dev.fcp.midi.song.Message;
import dev.fcp.midi.song.MessageKind;
import dev.fcp.midi.song.Note;
import dev.fcp.midi.song.SingleMessage;
import dev.fcp.midi.song.SongEntity;
import dev.fcp.midi.song.SongHeader;
import dev.fcp.midi.song.SongKey;
import dev.fcp.midi.song.TimedMessage;
import dev.fcp.midi.song.Track;
import dev.fcp.midi.song.TrackMessages;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Gives the entities of a song the keys of the corresponding entities in another song. Files do not
 * contain keys, so corresponding entities are found by content: first tracks and chunks, then the
 * messages of matching tracks.
 */
final class SongKeyMatcher {

  private final EntityModel<SongKey, SongEntity> from;
  private final EntityModel<SongKey, SongEntity> to;

  /** The new keys of entities of the target. */
  private final Map<SongKey, SongKey> newKeys = new HashMap<>();

  SongKeyMatcher(EntityModel<SongKey, SongEntity> from, EntityModel<SongKey, SongEntity> to) {
    this.from = from;
    this.to = to;
  }

  EntityModel<SongKey, SongEntity> withMatchingKeys() {
    if (from.entities().equals(to.entities())) {
      return to;
    }
    matchChunks();
    matchTracks().forEach(this::matchMessages);
    List<Map.Entry<SongKey, SongEntity>> entities = new ArrayList<>(to.size());
    OrderPreserver orderPreserver = new OrderPreserver(to, this::newKey);
    for (Map.Entry<SongKey, SongEntity> entry : to.entities()) {
      SongKey key = entry.getKey();
      SongEntity trackWithEnd = withPreservedEnd(newKey(key), key, entry.getValue());
      entities.add(Map.entry(newKey(key), orderPreserver.withNewOrderKeys(key, trackWithEnd)));
    }
    return EntityModel.of(to.spec(), entities);
  }

  private SongKey newKey(SongKey key) {
    return newKeys.getOrDefault(key, key);
  }

  /** Gives a track the stored end of the matching track if the effective end stays the same. */
  private SongEntity withPreservedEnd(SongKey newKey, SongKey key, SongEntity entity) {
    if (entity instanceof Track track
        && from.find(newKey).orElse(entity) instanceof Track oldTrack) {
      int newEnd = TrackMessages.endTick(to, key.track());
      int lastTick = TrackMessages.lastTick(to, key.track());
      return track.withEndTick(
          Math.max(oldTrack.endTick(), lastTick) == newEnd ? oldTrack.endTick() : newEnd);
    }
    return entity;
  }

  private static List<SongKey> rootKeys(EntityModel<SongKey, SongEntity> song, boolean tracks) {
    List<SongKey> roots = new ArrayList<>();
    for (SongKey key : song.keysInOrder()) {
      if (key.isTrack() == tracks) {
        roots.add(key);
      }
    }
    return roots;
  }

  private void matchChunks() {
    List<SongKey> oldKeys = rootKeys(from, false);
    FeatureMatcher<SongKey> chunks =
        new FeatureMatcher<>(oldKeys, rootKeys(to, false))
            .matchBy(key -> chunkContent(from, key), key -> chunkContent(to, key))
            .matchBy(Optional::of, Optional::of);
    newKeys.putAll(chunks.matches());
    UnusedIds unusedIds = new UnusedIds(oldKeys);
    for (SongKey key : chunks.unmatched()) {
      newKeys.put(key, SongKey.chunk(unusedIds.unusedIdFor(key)));
    }
  }

  private static Optional<?> chunkContent(EntityModel<SongKey, SongEntity> song, SongKey key) {
    return song.find(key).map(entity -> song.spec().content(key, entity));
  }

  /** Matches the tracks of the target with tracks of the first song. */
  private Map<SongKey, Optional<SongKey>> matchTracks() {
    List<SongKey> oldKeys = rootKeys(from, true);
    FeatureMatcher<SongKey> tracks =
        new FeatureMatcher<>(oldKeys, rootKeys(to, true))
            .matchBy(key -> trackMessages(from, key), key -> trackMessages(to, key))
            .matchBy(key -> trackName(from, key), key -> trackName(to, key))
            .matchBy(Optional::of, Optional::of);
    Map<SongKey, Optional<SongKey>> partners = new HashMap<>();
    tracks.matches().forEach((key, matchingKey) -> partners.put(key, Optional.of(matchingKey)));
    newKeys.putAll(tracks.matches());
    UnusedIds unusedIds = new UnusedIds(oldKeys);
    for (SongKey key : tracks.unmatched()) {
      newKeys.put(key, SongKey.track(unusedIds.unusedIdFor(key)));
      partners.put(key, Optional.empty());
    }
    return partners;
  }

  private static Optional<?> trackMessages(EntityModel<SongKey, SongEntity> song, SongKey track) {
    return Optional.of(
        TrackMessages.of(song, track.track()).stream()
            .map(entry -> new TimedMessage(entry.position().tick(), entry.message()))
            .toList());
  }

  private static Optional<?> trackName(EntityModel<SongKey, SongEntity> song, SongKey track) {
    return TrackMessages.nameMessage(song, track.track()).map(Message::text);
  }

  private void matchMessages(SongKey track, Optional<SongKey> partner) {
    String id = newKeys.getOrDefault(track, track).track();
    List<SongKey> oldKeys = partner.map(key -> itemKeys(from, key)).orElse(List.of());
    FeatureMatcher<SongKey> items =
        new FeatureMatcher<>(oldKeys, itemKeys(to, track))
            .matchBy(key -> idAndContent(from, key), key -> idAndContent(to, key))
            .matchBy(key -> content(from, key), key -> content(to, key))
            .matchBy(key -> startAndSubject(from, key), key -> startAndSubject(to, key))
            .matchBy(key -> idAndKind(from, key), key -> idAndKind(to, key));
    newKeys.putAll(items.matches());
    UnusedIds unusedIds = new UnusedIds(oldKeys);
    for (SongKey key : items.unmatched()) {
      newKeys.put(key, SongKey.message(id, unusedIds.unusedIdFor(key)));
    }
  }

  private static List<SongKey> itemKeys(EntityModel<SongKey, SongEntity> song, SongKey track) {
    List<SongKey> items = new ArrayList<>();
    Set<SongKey> seen = new HashSet<>();
    for (SongKey key : song.keysInOrder(track)) {
      if (seen.add(key)) {
        items.add(key);
      }
    }
    return items;
  }

  /** Equal for entities of the same id and content. */
  private static Optional<?> idAndContent(EntityModel<SongKey, SongEntity> song, SongKey key) {
    return content(song, key).map(content -> List.of(key.item(), content));
  }

  private static Optional<?> content(EntityModel<SongKey, SongEntity> song, SongKey key) {
    return song.find(key).map(entity -> song.spec().content(key, entity));
  }

  /** Equal for entities that begin at the same tick and have the same subject. */
  private static Optional<?> startAndSubject(EntityModel<SongKey, SongEntity> song, SongKey key) {
    return song.find(key)
        .map(entity ->
            switch (entity) {
              case Note note -> List.of(note.on().tick(), note.channel(), note.pitch());
              case SingleMessage single ->
                  List.of(single.position().tick(), single.kind(), subject(single.message()));
              case SongHeader header -> List.of();
              case Track track -> List.of();
              case Chunk chunk -> List.of();
            });
  }

  /** The subject of a message: its status and its controller or meta type. */
  private static int subject(Message message) {
    boolean hasSubjectByte = message.isMeta() || message.kind() == MessageKind.CONTROL_CHANGE;
    return message.status() << 8 | (hasSubjectByte ? message.bytes().at(1) : 0);
  }

  /** Equal for entities of the same id and kind. */
  private static Optional<?> idAndKind(EntityModel<SongKey, SongEntity> song, SongKey key) {
    return song.find(key)
        .map(entity ->
            List.of(
                key.item(),
                entity instanceof SingleMessage single ? single.kind() : entity.getClass()));
  }

  /** Allocates ids that do not occur in the first song. */
  private static final class UnusedIds {
    private final Set<String> taken = new HashSet<>();

    UnusedIds(List<SongKey> oldKeys) {
      oldKeys.forEach(key -> taken.add(lastId(key)));
    }

    private static String lastId(SongKey key) {
      return key.isTrack() ? key.track() : key.item();
    }

    String unusedIdFor(SongKey key) {
      String id = lastId(key);
      for (int number = 1; !taken.add(id); number++) {
        id = lastId(key) + "+" + number;
      }
      return id;
    }
  }
}
