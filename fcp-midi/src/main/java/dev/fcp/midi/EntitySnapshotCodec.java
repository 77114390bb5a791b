package dev.fcp.midi;

import dev.fcp.eventlog.domain.Value;
import dev.fcp.midi.song.SongEntity;
import dev.fcp.midi.song.SongKey;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Entities and changed units as they stand in events: an entity as its units, the times among the
 * others; changes as a field with its old and its new value.
 *
 * <pre>
 * {"fieldName":"velocity","oldValue":64,"newValue":80}
 * {"fieldName":"channel,pitch","oldValue":{"channel":0,"pitch":60},"newValue":{...}}
 * </pre>
 */
final class EntitySnapshotCodec {

  private static final Set<String> TIMING_FIELDS =
      Set.of(SongUnits.TICK, SongUnits.DURATION, SongUnits.ORDER, SongUnits.OFF_ORDER);

  private static final String FIELD_NAME = "fieldName";
  private static final String OLD_VALUE = "oldValue";
  private static final String NEW_VALUE = "newValue";
  private static final String SEPARATOR = ",";

  private EntitySnapshotCodec() {}

  /** The parts of an entity by name. */
  static TreeMap<String, Value> encode(SongEntity entity) {
    TreeMap<String, Value> fields = new TreeMap<>(SongUnits.of(entity));
    Optional.ofNullable(fields.remove(SongUnits.TIMING))
        .ifPresent(timing -> fields.putAll(timing.asFields().fields()));
    return fields;
  }

  /**
   * The entity of some parts; the opposite of {@link #encode}.
   *
   * @throws IllegalArgumentException if there is none
   */
  static SongEntity decode(SongKey key, SortedMap<String, Value> fields) {
    if (!key.isMessage()) {
      return SongUnits.entity(key, fields);
    }
    TreeMap<String, Value> units = new TreeMap<>(fields);
    TreeMap<String, Value> timing = new TreeMap<>(fields);
    units.keySet().removeAll(TIMING_FIELDS);
    timing.keySet().retainAll(TIMING_FIELDS);
    units.put(SongUnits.TIMING, Value.Fields.of(timing));
    return SongUnits.entity(key, units);
  }

  /** Adds the changed units to the fields of an event. */
  static void encodeChange(Value.Fields before, Value.Fields after, Map<String, Value> fields) {
    Set<String> units = after.fields().keySet();
    if (!before.fields().keySet().equals(units)) {
      throw new IllegalArgumentException(
          "before, after: a message has all of " + units + " and " + before.fields().keySet());
    }
    boolean isSingleUnit = units.size() == 1;
    fields.put(FIELD_NAME, Value.of(String.join(SEPARATOR, units)));
    fields.put(OLD_VALUE, isSingleUnit ? before.at(units.iterator().next()) : before);
    fields.put(NEW_VALUE, isSingleUnit ? after.at(units.iterator().next()) : after);
  }

  /** The units before a change. */
  static Value.Fields decodeBefore(Value.Fields fields) {
    return decodeUnits(fields, OLD_VALUE);
  }

  /** The units after a change. */
  static Value.Fields decodeAfter(Value.Fields fields) {
    return decodeUnits(fields, NEW_VALUE);
  }

  private static Value.Fields decodeUnits(Value.Fields fields, String member) {
    String name = fields.text(FIELD_NAME);
    Value value = fields.at(member);
    return name.contains(SEPARATOR) ? value.asFields() : Value.Fields.of(Map.of(name, value));
  }
}
