package dev.fcp.midi;

import dev.fcp.eventlog.domain.MalformedValueException;
import dev.fcp.eventlog.domain.Value;
import dev.fcp.midi.song.Note;
import dev.fcp.midi.song.SingleMessage;
import dev.fcp.midi.song.SongEntity;
import dev.fcp.midi.song.SongKey;
import dev.fcp.midi.song.Track;
import java.util.Map;
import java.util.TreeMap;

/**
 * The members of events about one kind of entity.
 *
 * @param id the member that holds its id
 * @param snapshot the member that holds all of it
 */
record Words(String id, String snapshot) {

  static final Words NOTE = new Words("noteId", "noteSnapshot");
  static final Words TRACK = new Words("trackId", "trackSnapshot");
  static final Words CC = new Words("ccId", "ccSnapshot");
  static final Words PITCH_BEND = new Words("pbId", "pbSnapshot");
  static final Words MARKER = new Words("markerId", "markerSnapshot");

  private static final Words MESSAGE = new Words("messageId", "messageSnapshot");
  private static final Words CHUNK = new Words("chunkId", "chunkSnapshot");

  private static final String TYPE = "type";
  private static final String TRACK_ID = "trackId";
  private static final String ABSOLUTE_TICK = "absoluteTick";
  private static final String TEXT = "text";
  private static final String BEFORE = "before";
  private static final String AFTER = "after";

  /** The names of an event about an entity. */
  TreeMap<String, Value> named(String type, SongKey key) {
    TreeMap<String, Value> fields = new TreeMap<>();
    fields.put(TYPE, Value.of(type));
    if (!key.track().isEmpty()) {
      fields.put(TRACK_ID, Value.of(key.track()));
    }
    if (!key.item().isEmpty()) {
      fields.put(id, Value.of(key.item()));
    }
    return fields;
  }

  /** The entity that an event is about. */
  SongKey key(Value.Fields in) {
    if (equals(TRACK)) {
      return SongKey.track(in.text(TRACK_ID));
    }
    return equals(CHUNK)
        ? SongKey.chunk(in.text(id))
        : SongKey.message(in.text(TRACK_ID), in.text(id));
  }

  Value.Fields whole(String type, SongKey key, SongEntity entity) {
    TreeMap<String, Value> fields = named(type, key);
    fields.put(snapshot, Value.Fields.of(Snapshots.of(entity)));
    return Value.Fields.of(fields);
  }

  private SongEntity entity(Value.Fields in) {
    return Snapshots.entity(key(in), in.at(snapshot).asFields().fields());
  }

  Note note(Value.Fields in) {
    return expect(Note.class, entity(in));
  }

  Track track(Value.Fields in) {
    return expect(Track.class, entity(in));
  }

  SingleMessage single(Value.Fields in) {
    return expect(SingleMessage.class, entity(in));
  }

  private static <T> T expect(Class<T> type, SongEntity entity) {
    if (!type.isInstance(entity)) {
      throw new MalformedValueException("expected a " + type.getSimpleName() + ": " + entity);
    }
    return type.cast(entity);
  }

  Value.Fields modified(String type, SongKey key, Value.Fields before, Value.Fields after) {
    TreeMap<String, Value> fields = named(type, key);
    Snapshots.addChange(before, after, fields);
    return Value.Fields.of(fields);
  }

  static Value.Fields framed(String type, SongKey key, Value.Fields before, Value.Fields after) {
    TreeMap<String, Value> fields = TRACK.named(type, key);
    fields.put(BEFORE, before);
    fields.put(AFTER, after);
    return Value.Fields.of(fields);
  }

  static Value.Fields before(Value.Fields in) {
    return in.at(BEFORE).asFields();
  }

  static Value.Fields after(Value.Fields in) {
    return in.at(AFTER).asFields();
  }

  static Value.Fields format(int before, int after) {
    return Value.Fields.of(
        Map.of(
            TYPE,
            Value.of("format_changed"),
            "oldFormat",
            Value.of(before),
            "newFormat",
            Value.of(after)));
  }

  static int format(Value.Fields in, String member) {
    long format = in.at(member).asWhole();
    if (format != (int) format) {
      throw new MalformedValueException(member + ": no format " + format);
    }
    return (int) format;
  }

  static Value.Fields marker(String type, SongKey key, SingleMessage marker) {
    TreeMap<String, Value> fields = MARKER.named(type, key);
    fields.put(TEXT, Value.of(marker.message().text()));
    fields.put(ABSOLUTE_TICK, Value.of(marker.at().tick()));
    fields.put(SongUnits.ORDER, SongUnits.order(marker.at().order()));
    fields.put(SongUnits.MESSAGE, SongUnits.hex(marker.message().bytes()));
    return Value.Fields.of(fields);
  }

  static SingleMessage marker(Value.Fields in) {
    return inline(in, ABSOLUTE_TICK);
  }

  private static SingleMessage inline(Value.Fields in, String tick) {
    return SongUnits.entry(
        Value.Fields.of(
            Map.of(
                SongUnits.TICK, in.at(tick),
                SongUnits.ORDER, in.at(SongUnits.ORDER),
                SongUnits.MESSAGE, in.at(SongUnits.MESSAGE))));
  }

  static Words opaqueOf(SongKey key) {
    return key.isChunk() ? CHUNK : MESSAGE;
  }

  static Words opaqueOf(Value.Fields in) {
    return in.find(CHUNK.id).isPresent() ? CHUNK : MESSAGE;
  }

  static Value.Fields opaque(String type, SongKey key, SongEntity entity) {
    if (!(entity instanceof SingleMessage single)) {
      return CHUNK.whole(type, key, entity);
    }
    TreeMap<String, Value> fields = MESSAGE.named(type, key);
    fields.putAll(SongUnits.entry(single).fields());
    return Value.Fields.of(fields);
  }

  static SongEntity opaque(Value.Fields in) {
    Words words = opaqueOf(in);
    return words.equals(CHUNK) ? words.entity(in) : inline(in, SongUnits.TICK);
  }
}
