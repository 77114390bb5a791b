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
 * @param idMember the member that holds its id
 * @param snapshotMember the member that holds all of it
 */
record EventFields(String idMember, String snapshotMember) {

  static final EventFields NOTE = new EventFields("noteId", "noteSnapshot");
  static final EventFields TRACK = new EventFields("trackId", "trackSnapshot");
  static final EventFields CC = new EventFields("ccId", "ccSnapshot");
  static final EventFields PITCH_BEND = new EventFields("pbId", "pbSnapshot");
  static final EventFields MARKER = new EventFields("markerId", "markerSnapshot");

  private static final EventFields MESSAGE = new EventFields("messageId", "messageSnapshot");
  private static final EventFields CHUNK = new EventFields("chunkId", "chunkSnapshot");

  private static final String TYPE = "type";
  private static final String TRACK_ID = "trackId";
  private static final String ABSOLUTE_TICK = "absoluteTick";
  private static final String TEXT = "text";
  private static final String BEFORE = "before";
  private static final String AFTER = "after";

  /** The names of an event about an entity. */
  TreeMap<String, Value> idFields(String type, SongKey key) {
    TreeMap<String, Value> fields = new TreeMap<>();
    fields.put(TYPE, Value.of(type));
    if (!key.track().isEmpty()) {
      fields.put(TRACK_ID, Value.of(key.track()));
    }
    if (!key.item().isEmpty()) {
      fields.put(idMember, Value.of(key.item()));
    }
    return fields;
  }

  /** The entity that an event is about. */
  SongKey decodeKey(Value.Fields fields) {
    if (equals(TRACK)) {
      return SongKey.track(fields.text(TRACK_ID));
    }
    return equals(CHUNK)
        ? SongKey.chunk(fields.text(idMember))
        : SongKey.message(fields.text(TRACK_ID), fields.text(idMember));
  }

  Value.Fields encodeEntity(String type, SongKey key, SongEntity entity) {
    TreeMap<String, Value> fields = idFields(type, key);
    fields.put(snapshotMember, Value.Fields.of(EntitySnapshotCodec.encode(entity)));
    return Value.Fields.of(fields);
  }

  private SongEntity decodeEntity(Value.Fields fields) {
    return EntitySnapshotCodec.decode(
        decodeKey(fields), fields.at(snapshotMember).asFields().fields());
  }

  Note decodeNote(Value.Fields fields) {
    return requireType(Note.class, decodeEntity(fields));
  }

  Track decodeTrack(Value.Fields fields) {
    return requireType(Track.class, decodeEntity(fields));
  }

  SingleMessage decodeMessage(Value.Fields fields) {
    return requireType(SingleMessage.class, decodeEntity(fields));
  }

  private static <T> T requireType(Class<T> type, SongEntity entity) {
    if (!type.isInstance(entity)) {
      throw new MalformedValueException("expected a " + type.getSimpleName() + ": " + entity);
    }
    return type.cast(entity);
  }

  Value.Fields encodeModification(
      String type, SongKey key, Value.Fields before, Value.Fields after) {
    TreeMap<String, Value> fields = idFields(type, key);
    EntitySnapshotCodec.encodeChange(before, after, fields);
    return Value.Fields.of(fields);
  }

  static Value.Fields encodeBeforeAndAfter(
      String type, SongKey key, Value.Fields before, Value.Fields after) {
    TreeMap<String, Value> fields = TRACK.idFields(type, key);
    fields.put(BEFORE, before);
    fields.put(AFTER, after);
    return Value.Fields.of(fields);
  }

  static Value.Fields decodeBefore(Value.Fields fields) {
    return fields.at(BEFORE).asFields();
  }

  static Value.Fields decodeAfter(Value.Fields fields) {
    return fields.at(AFTER).asFields();
  }

  static Value.Fields encodeFormatChange(int before, int after) {
    return Value.Fields.of(
        Map.of(
            TYPE,
            Value.of("format_changed"),
            "oldFormat",
            Value.of(before),
            "newFormat",
            Value.of(after)));
  }

  static int decodeFormat(Value.Fields fields, String member) {
    long format = fields.at(member).asLong();
    if (format != (int) format) {
      throw new MalformedValueException(member + ": no format " + format);
    }
    return (int) format;
  }

  static Value.Fields encodeMarker(String type, SongKey key, SingleMessage marker) {
    TreeMap<String, Value> fields = MARKER.idFields(type, key);
    fields.put(TEXT, Value.of(marker.message().text()));
    fields.put(ABSOLUTE_TICK, Value.of(marker.position().tick()));
    fields.put(SongUnits.ORDER, SongUnits.orderValue(marker.position().order()));
    fields.put(SongUnits.MESSAGE, SongUnits.hexValue(marker.message().bytes()));
    return Value.Fields.of(fields);
  }

  static SingleMessage decodeMarker(Value.Fields fields) {
    return decodeInlineEntry(fields, ABSOLUTE_TICK);
  }

  private static SingleMessage decodeInlineEntry(Value.Fields fields, String tickMember) {
    return SongUnits.decodeEntry(
        Value.Fields.of(
            Map.of(
                SongUnits.TICK, fields.at(tickMember),
                SongUnits.ORDER, fields.at(SongUnits.ORDER),
                SongUnits.MESSAGE, fields.at(SongUnits.MESSAGE))));
  }

  static EventFields forOpaque(SongKey key) {
    return key.isChunk() ? CHUNK : MESSAGE;
  }

  static EventFields forOpaque(Value.Fields fields) {
    return fields.find(CHUNK.idMember).isPresent() ? CHUNK : MESSAGE;
  }

  static Value.Fields encodeOpaque(String type, SongKey key, SongEntity entity) {
    if (!(entity instanceof SingleMessage single)) {
      return CHUNK.encodeEntity(type, key, entity);
    }
    TreeMap<String, Value> fields = MESSAGE.idFields(type, key);
    fields.putAll(SongUnits.encodeEntry(single).fields());
    return Value.Fields.of(fields);
  }

  static SongEntity decodeOpaque(Value.Fields fields) {
    EventFields eventFields = forOpaque(fields);
    return eventFields.equals(CHUNK)
        ? eventFields.decodeEntity(fields)
        : decodeInlineEntry(fields, SongUnits.TICK);
  }
}
