package dev.fcp.midi;

import dev.fcp.eventlog.domain.CanonicalBytes;
import dev.fcp.eventlog.domain.Conflict;
import dev.fcp.eventlog.domain.EntityRef;
import dev.fcp.eventlog.domain.MalformedValueException;
import dev.fcp.eventlog.domain.Unit;
import dev.fcp.eventlog.domain.Value;
import dev.fcp.eventlog.entity.Change;
import dev.fcp.eventlog.entity.EntityModel;
import dev.fcp.eventlog.entity.EntitySpec;
import dev.fcp.eventlog.entity.EntitySpec.DerivedIndex;
import dev.fcp.eventlog.entity.EntitySpec.Reference;
import dev.fcp.eventlog.entity.EntitySpec.SortKey;
import dev.fcp.eventlog.entity.OrderKey;
import dev.fcp.midi.song.Chunk;
import dev.fcp.midi.song.MessagePosition;
import dev.fcp.midi.song.Note;
import dev.fcp.midi.song.SingleMessage;
import dev.fcp.midi.song.SongEntity;
import dev.fcp.midi.song.SongHeader;
import dev.fcp.midi.song.SongKey;
import dev.fcp.midi.song.Track;
import dev.fcp.midi.song.TrackMessages;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;

/**
 * The entity spec of songs: units, order and content.
 *
 * <p>A track contains its messages and must be empty when it is removed. A note has two positions.
 * Keys are not stored in the file. The notes of a song are the pairs of messages that a reader of
 * the file would find.
 */
final class SongSpec implements EntitySpec<SongKey, SongEntity> {

  /** The only instance. */
  static final SongSpec INSTANCE = new SongSpec();

  private static final int MAX_TRACKS = 0xFFFF;
  private static final String TRACK_COUNT = "tracks";
  private static final String NOTE_COUNT = "notes";

  private SongSpec() {}

  @Override
  public EntityRef ref(SongKey key) {
    if (key.isHeader()) {
      return new EntityRef("header", "");
    }
    if (key.isTrack()) {
      return new EntityRef("track", key.track());
    }
    // Ids may contain slashes, which must not be confused with the separator of track and message.
    String track = key.track().replace("%", "%25").replace("/", "%2F");
    return key.isChunk()
        ? new EntityRef("chunk", key.item())
        : new EntityRef("message", track + "/" + key.item());
  }

  @Override
  public Value encodeKey(SongKey key) {
    if (key.isHeader()) {
      return new Value.Sequence(List.of());
    }
    return new Value.Sequence(
        key.isTrack()
            ? List.of(Value.of(key.track()))
            : List.of(Value.of(key.track()), Value.of(key.item())));
  }

  @Override
  public SongKey decodeKey(Value value) {
    List<String> ids = value.asSequence().stream().map(Value::asText).toList();
    if (ids.isEmpty()) {
      return SongKey.header();
    }
    if (ids.size() > 2 || ids.get(ids.size() - 1).isEmpty()) {
      throw new MalformedValueException("not a key in a song: " + ids);
    }
    return ids.size() == 1 ? SongKey.track(ids.get(0)) : new SongKey(ids.get(0), ids.get(1));
  }

  @Override
  public SortedMap<String, Value> units(SongEntity entity) {
    return SongUnits.of(entity);
  }

  @Override
  public SongEntity entity(SongKey key, SortedMap<String, Value> units) {
    return SongUnits.entity(key, units);
  }

  /** None: the key of a message contains the id of its track. */
  @Override
  public List<Reference<SongKey>> referencesOf(SongKey key, SongEntity entity) {
    return List.of();
  }

  @Override
  public Optional<SongKey> scope(SongKey key) {
    return key.isMessage() ? Optional.of(key.trackKey()) : Optional.empty();
  }

  @Override
  public Optional<SortKey> sortKey(SongEntity entity) {
    return sortKeys(entity).stream().findFirst();
  }

  @Override
  public List<SortKey> sortKeys(SongEntity entity) {
    return switch (entity) {
      case SongHeader header -> List.of();
      case Track track -> List.of(new SortKey(0, track.order()));
      case Chunk chunk -> List.of(new SortKey(0, chunk.order()));
      case Note note -> List.of(sortKey(note.on()), sortKey(note.off()));
      case SingleMessage single -> List.of(sortKey(single.position()));
    };
  }

  private static SortKey sortKey(MessagePosition position) {
    return new SortKey(position.tick(), position.order());
  }

  @Override
  public SongEntity withOrderKeys(SongEntity entity, List<OrderKey> orderKeys) {
    OrderKey first = orderKeys.get(0);
    return switch (entity) {
      case SongHeader header -> header;
      case Track track -> track.withOrder(first);
      case Chunk chunk -> chunk.withOrder(first);
      case Note note ->
          note.withPositions(
              new MessagePosition(note.on().tick(), first),
              new MessagePosition(note.off().tick(), orderKeys.get(1)));
      case SingleMessage single ->
          single.withPosition(new MessagePosition(single.position().tick(), first));
    };
  }

  @Override
  public Value content(SongKey key, SongEntity entity) {
    return switch (entity) {
      case SongHeader header -> Value.Fields.of(SongUnits.of(header));
      case Track track -> sequence(SongUnits.hexValue(track.trailing()));
      case Chunk chunk ->
          sequence(SongUnits.hexValue(chunk.type()), SongUnits.hexValue(chunk.data()));
      case Note note ->
          sequence(
              Value.of(note.on().tick()),
              Value.of(note.off().tick()),
              SongUnits.hexValue(note.onMessage().bytes()),
              SongUnits.hexValue(note.offMessage().bytes()));
      case SingleMessage single ->
          sequence(
              Value.of(single.position().tick()), SongUnits.hexValue(single.message().bytes()));
    };
  }

  @Override
  public void appendContent(SongKey key, SongEntity entity, CanonicalBytes bytes) {
    if (entity instanceof Note note) {
      byte noteOnStatus = (byte) (0x90 | note.channel());
      byte noteOffStatus = (byte) (note.release().form().status() | note.channel());
      byte pitch = (byte) note.pitch();
      bytes
          .sequence(4)
          .integer(note.on().tick())
          .integer(note.off().tick())
          .hex(noteOnStatus, pitch, (byte) note.velocity())
          .hex(noteOffStatus, pitch, (byte) note.release().velocity());
    } else if (entity instanceof SingleMessage single) {
      byte[] message = single.message().bytes().toByteArray();
      bytes.sequence(2).integer(single.position().tick()).hex(message);
    } else {
      EntitySpec.super.appendContent(key, entity, bytes);
    }
  }

  private static Value sequence(Value... values) {
    return new Value.Sequence(List.of(values));
  }

  /** The tick at which a track ends. */
  @Override
  public Optional<Value> derivedContent(
      SongKey key, SongEntity entity, EntityModel<SongKey, SongEntity> model) {
    return entity instanceof Track
        ? Optional.of(Value.of(TrackMessages.endTick(model, key.track())))
        : Optional.empty();
  }

  @Override
  public Optional<String> storedName(SongKey key, SongEntity entity) {
    return Optional.empty();
  }

  @Override
  public boolean isSameKind(SongEntity from, SongEntity to) {
    return (from instanceof SingleMessage fromMessage && to instanceof SingleMessage toMessage)
        ? fromMessage.kind() == toMessage.kind()
        : from.getClass() == to.getClass();
  }

  @Override
  public Optional<String> countedAs(SongEntity entity) {
    return switch (entity) {
      case Track track -> Optional.of(TRACK_COUNT);
      case Note note -> Optional.of(NOTE_COUNT);
      case SongHeader header -> Optional.empty();
      case Chunk chunk -> Optional.empty();
      case SingleMessage single -> Optional.empty();
    };
  }

  @Override
  public String summary(Map<String, Integer> counts) {
    return "tracks:"
        + counts.getOrDefault(TRACK_COUNT, 0)
        + " notes:"
        + counts.getOrDefault(NOTE_COUNT, 0);
  }

  @Override
  public DerivedIndex<SongKey, SongEntity> emptyDerivedIndex() {
    return SongIndex.EMPTY;
  }

  @Override
  public EntityModel<SongKey, SongEntity> withMatchingKeys(
      EntityModel<SongKey, SongEntity> from, EntityModel<SongKey, SongEntity> to) {
    return new SongKeyMatcher(from, to).withMatchingKeys();
  }

  @Override
  public boolean canModifyInPlace(
      SongKey key,
      SongEntity before,
      SongEntity after,
      DerivedIndex<SongKey, SongEntity> from,
      DerivedIndex<SongKey, SongEntity> to) {
    return from.with(key, Optional.of(before), Optional.empty()) instanceof SongIndex indexBefore
        && to.with(key, Optional.of(after), Optional.empty()) instanceof SongIndex indexAfter
        && indexBefore.findBlocking(key, after).isEmpty()
        && indexAfter.findBlocking(key, before).isEmpty();
  }

  /** Rejects a change after which a reader of the file would pair notes differently. */
  @Override
  public Optional<Conflict> check(
      Change<SongKey, SongEntity> change, EntityModel<SongKey, SongEntity> model) {
    SongKey key = change.key();
    return switch (change) {
      case Change.Created<SongKey, SongEntity>(var createdKey, var entity) ->
          createdKey.isTrack() && model.counts().getOrDefault(TRACK_COUNT, 0) == MAX_TRACKS
              ? Optional.of(Conflict.because("a file holds at most " + MAX_TRACKS + " tracks"))
              : checkPairing(key, Optional.empty(), entity, model);
      case Change.Deleted<SongKey, SongEntity> deleted -> Optional.empty();
      case Change.Modified<SongKey, SongEntity> modified ->
          model
              .find(key)
              .flatMap(before ->
                  checkPairing(
                      key,
                      Optional.of(before),
                      modified(key, before, modified.units(), modified.after()),
                      model));
    };
  }

  private Optional<Conflict> checkPairing(
      SongKey key,
      Optional<SongEntity> before,
      SongEntity after,
      EntityModel<SongKey, SongEntity> model) {
    return model.derivedIndex().with(key, before, Optional.empty()) instanceof SongIndex index
        ? index
            .findBlocking(key, after)
            .map(blockingKey -> pairingConflict(key, blockingKey, model))
        : Optional.empty();
  }

  private Conflict pairingConflict(
      SongKey key, SongKey blockingKey, EntityModel<SongKey, SongEntity> model) {
    EntityRef entity = ref(key);
    String reason =
        entity
            + " would be paired differently by a reader of the file, because of "
            + ref(blockingKey)
            + model.find(blockingKey).map(blocking -> ", " + describe(blocking)).orElse("");
    return Conflict.at(new Unit(entity, SongUnits.TIMING), reason)
        .withBlockingUnits(List.of(new Unit(ref(blockingKey), SongUnits.TIMING)))
        .withSuggestion(
            "move, shorten or remove " + ref(blockingKey) + " first, or use another channel");
  }

  private static String describe(SongEntity entity) {
    return switch (entity) {
      case Note note -> "a note from tick " + note.on().tick() + " to " + note.off().tick();
      case SingleMessage single ->
          "a note-"
              + (single.message().isNoteOn() ? "on" : "off")
              + " without partner at tick "
              + single.position().tick();
      case SongHeader header -> "the header";
      case Track track -> "a track";
      case Chunk chunk -> "a chunk";
    };
  }
}
