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
 * A song under the names that its entities have in another one. No file holds names, so what is
 * equal in both songs must be found by its content: first tracks and chunks, then the messages of
 * tracks that belong together.
 */
final class SongRenaming {

  private final EntityModel<SongKey, SongEntity> from;
  private final EntityModel<SongKey, SongEntity> to;

  /** The new names of entities of the target. */
  private final Map<SongKey, SongKey> names = new HashMap<>();

  SongRenaming(EntityModel<SongKey, SongEntity> from, EntityModel<SongKey, SongEntity> to) {
    this.from = from;
    this.to = to;
  }

  EntityModel<SongKey, SongEntity> target() {
    if (from.entities().equals(to.entities())) {
      return to;
    }
    nameChunks();
    nameTracks().forEach(this::nameMessages);
    List<Map.Entry<SongKey, SongEntity>> entities = new ArrayList<>(to.size());
    KeptOrder order = new KeptOrder(to, this::name);
    for (Map.Entry<SongKey, SongEntity> entry : to.entities()) {
      SongKey key = entry.getKey();
      SongEntity ended = ended(name(key), key, entry.getValue());
      entities.add(Map.entry(name(key), order.placed(key, ended)));
    }
    return EntityModel.of(to.spec(), entities);
  }

  private SongKey name(SongKey key) {
    return names.getOrDefault(key, key);
  }

  /** A track as it is, but with the end of the other one if a reader sees no difference. */
  private SongEntity ended(SongKey name, SongKey key, SongEntity entity) {
    if (entity instanceof Track track && from.find(name).orElse(entity) instanceof Track old) {
      int end = TrackMessages.endTick(to, key.track());
      int last = TrackMessages.lastTick(to, key.track());
      return track.withEndTick(Math.max(old.endTick(), last) == end ? old.endTick() : end);
    }
    return entity;
  }

  private static List<SongKey> roots(EntityModel<SongKey, SongEntity> song, boolean tracks) {
    List<SongKey> roots = new ArrayList<>();
    for (SongKey key : song.inOrder()) {
      if (key.isTrack() == tracks) {
        roots.add(key);
      }
    }
    return roots;
  }

  private void nameChunks() {
    List<SongKey> old = roots(from, false);
    Matching<SongKey> chunks =
        new Matching<>(old, roots(to, false))
            .by(key -> chunk(from, key), key -> chunk(to, key))
            .by(Optional::of, Optional::of);
    names.putAll(chunks.matches());
    Fresh fresh = new Fresh(old);
    for (SongKey key : chunks.open()) {
      names.put(key, SongKey.chunk(fresh.id(key)));
    }
  }

  private static Optional<?> chunk(EntityModel<SongKey, SongEntity> song, SongKey key) {
    return song.find(key).map(entity -> song.spec().content(key, entity));
  }

  /** The tracks of the target, with those of the first song to which they belong. */
  private Map<SongKey, Optional<SongKey>> nameTracks() {
    List<SongKey> old = roots(from, true);
    Matching<SongKey> tracks =
        new Matching<>(old, roots(to, true))
            .by(key -> messages(from, key), key -> messages(to, key))
            .by(key -> title(from, key), key -> title(to, key))
            .by(Optional::of, Optional::of);
    Map<SongKey, Optional<SongKey>> partners = new HashMap<>();
    tracks.matches().forEach((key, match) -> partners.put(key, Optional.of(match)));
    names.putAll(tracks.matches());
    Fresh fresh = new Fresh(old);
    for (SongKey key : tracks.open()) {
      names.put(key, SongKey.track(fresh.id(key)));
      partners.put(key, Optional.empty());
    }
    return partners;
  }

  private static Optional<?> messages(EntityModel<SongKey, SongEntity> song, SongKey track) {
    return Optional.of(
        TrackMessages.of(song, track.track()).stream()
            .map(entry -> new TimedMessage(entry.at().tick(), entry.message()))
            .toList());
  }

  private static Optional<?> title(EntityModel<SongKey, SongEntity> song, SongKey track) {
    return TrackMessages.name(song, track.track()).map(Message::text);
  }

  private void nameMessages(SongKey track, Optional<SongKey> partner) {
    String id = names.getOrDefault(track, track).track();
    List<SongKey> old = partner.map(key -> items(from, key)).orElse(List.of());
    Matching<SongKey> items =
        new Matching<>(old, items(to, track))
            .by(key -> same(from, key), key -> same(to, key))
            .by(key -> content(from, key), key -> content(to, key))
            .by(key -> likeness(from, key), key -> likeness(to, key))
            .by(key -> kind(from, key), key -> kind(to, key));
    names.putAll(items.matches());
    Fresh fresh = new Fresh(old);
    for (SongKey key : items.open()) {
      names.put(key, SongKey.message(id, fresh.id(key)));
    }
  }

  private static List<SongKey> items(EntityModel<SongKey, SongEntity> song, SongKey track) {
    List<SongKey> items = new ArrayList<>();
    Set<SongKey> seen = new HashSet<>();
    for (SongKey key : song.inOrder(track)) {
      if (seen.add(key)) {
        items.add(key);
      }
    }
    return items;
  }

  /** Equal for entities of the same id and content. */
  private static Optional<?> same(EntityModel<SongKey, SongEntity> song, SongKey key) {
    return content(song, key).map(content -> List.of(key.item(), content));
  }

  private static Optional<?> content(EntityModel<SongKey, SongEntity> song, SongKey key) {
    return song.find(key).map(entity -> song.spec().content(key, entity));
  }

  /** Equal for what begins at the same tick and speaks of the same thing. */
  private static Optional<?> likeness(EntityModel<SongKey, SongEntity> song, SongKey key) {
    return song.find(key)
        .map(entity ->
            switch (entity) {
              case Note note -> List.of(note.on().tick(), note.channel(), note.pitch());
              case SingleMessage single ->
                  List.of(single.at().tick(), single.kind(), head(single.message()));
              case SongHeader header -> List.of();
              case Track track -> List.of();
              case Chunk chunk -> List.of();
            });
  }

  /** The part of a message that says what it is about: status, controller or type. */
  private static int head(Message message) {
    boolean about = message.isMeta() || message.kind() == MessageKind.CONTROL_CHANGE;
    return message.status() << 8 | (about ? message.bytes().at(1) : 0);
  }

  /** Equal for entities of the same id and kind. */
  private static Optional<?> kind(EntityModel<SongKey, SongEntity> song, SongKey key) {
    return song.find(key)
        .map(entity ->
            List.of(
                key.item(),
                entity instanceof SingleMessage single ? single.kind() : entity.getClass()));
  }

  /** Ids that none of the first song has. */
  private static final class Fresh {
    private final Set<String> taken = new HashSet<>();

    Fresh(List<SongKey> old) {
      old.forEach(key -> taken.add(last(key)));
    }

    private static String last(SongKey key) {
      return key.isTrack() ? key.track() : key.item();
    }

    String id(SongKey key) {
      String id = last(key);
      for (int number = 1; !taken.add(id); number++) {
        id = last(key) + "+" + number;
      }
      return id;
    }
  }
}
