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
final class Snapshots {

  private static final Set<String> TIMES =
      Set.of(SongUnits.TICK, SongUnits.DURATION, SongUnits.ORDER, SongUnits.OFF_ORDER);

  private static final String FIELD_NAME = "fieldName";
  private static final String OLD_VALUE = "oldValue";
  private static final String NEW_VALUE = "newValue";
  private static final String SEPARATOR = ",";

  private Snapshots() {}

  /** The parts of an entity by name. */
  static TreeMap<String, Value> of(SongEntity entity) {
    TreeMap<String, Value> parts = new TreeMap<>(SongUnits.of(entity));
    Optional.ofNullable(parts.remove(SongUnits.TIMING))
        .ifPresent(timing -> parts.putAll(timing.asFields().fields()));
    return parts;
  }

  /**
   * The entity of some parts; the opposite of {@link #of}.
   *
   * @throws IllegalArgumentException if there is none
   */
  static SongEntity entity(SongKey key, SortedMap<String, Value> parts) {
    if (!key.isMessage()) {
      return SongUnits.entity(key, parts);
    }
    TreeMap<String, Value> units = new TreeMap<>(parts);
    TreeMap<String, Value> timing = new TreeMap<>(parts);
    units.keySet().removeAll(TIMES);
    timing.keySet().retainAll(TIMES);
    units.put(SongUnits.TIMING, Value.Fields.of(timing));
    return SongUnits.entity(key, units);
  }

  /** Adds the changed units to the fields of an event. */
  static void addChange(Value.Fields before, Value.Fields after, Map<String, Value> fields) {
    Set<String> units = after.fields().keySet();
    if (!before.fields().keySet().equals(units)) {
      throw new IllegalArgumentException(
          "before, after: a message has all of " + units + " and " + before.fields().keySet());
    }
    boolean alone = units.size() == 1;
    fields.put(FIELD_NAME, Value.of(String.join(SEPARATOR, units)));
    fields.put(OLD_VALUE, alone ? before.at(units.iterator().next()) : before);
    fields.put(NEW_VALUE, alone ? after.at(units.iterator().next()) : after);
  }

  /** The units before a change. */
  static Value.Fields before(Value.Fields fields) {
    return units(fields, OLD_VALUE);
  }

  /** The units after a change. */
  static Value.Fields after(Value.Fields fields) {
    return units(fields, NEW_VALUE);
  }

  private static Value.Fields units(Value.Fields fields, String member) {
    String name = fields.text(FIELD_NAME);
    Value value = fields.at(member);
    return name.contains(SEPARATOR) ? value.asFields() : Value.Fields.of(Map.of(name, value));
  }
}
