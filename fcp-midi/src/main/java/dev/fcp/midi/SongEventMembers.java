package dev.fcp.midi;

import static java.util.function.UnaryOperator.identity;

import dev.fcp.eventlog.domain.Value;
import dev.fcp.eventlog.entity.EventMembers;
import dev.fcp.midi.song.KeySignature;
import dev.fcp.midi.song.SingleMessage;
import dev.fcp.midi.song.Tempo;
import dev.fcp.midi.song.TimeSignature;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

/** The JSON members of events, for each kind of entity. */
final class SongEventMembers {

  private static final String TRACK_ID = "trackId";
  private static final String ABSOLUTE_TICK = "absoluteTick";
  private static final String ENTRY_SUFFIX = "Entry";
  private static final String OLD = "old";
  private static final String NEW = "new";

  private static final Set<String> TIMING_FIELDS =
      Set.of(SongUnits.TICK, SongUnits.DURATION, SongUnits.ORDER, SongUnits.OFF_ORDER);

  static final EventMembers NOTE = snapshot("noteId", "noteSnapshot");
  static final EventMembers CC = snapshot("ccId", "ccSnapshot");
  static final EventMembers PITCH_BEND = snapshot("pbId", "pbSnapshot");
  static final EventMembers MARKER =
      withFieldName(EventMembers.ofKey(TRACK_ID, "markerId"))
          .entity("", SongEventMembers::markerParts, SongEventMembers::markerUnits);
  static final EventMembers MESSAGE = snapshot("messageId", "");
  static final EventMembers CHUNK =
      withFieldName(EventMembers.ofKey("", "chunkId"))
          .entity("chunkSnapshot", identity(), identity());
  static final EventMembers TRACK =
      EventMembers.ofKey(TRACK_ID).entity("trackSnapshot", identity(), identity());
  static final EventMembers HEADER = EventMembers.ofKey();
  static final EventMembers FORMAT =
      HEADER.unit(SongUnits.FORMAT, "oldFormat", "newFormat", SongUnits::checkFormat);

  /** Entities with a single unit: tempos, signatures and track names. */
  static final EventMembers ENTRY =
      EventMembers.ofKey(TRACK_ID, "messageId")
          .unit(SongUnits.ENTRY, OLD + ENTRY_SUFFIX, NEW + ENTRY_SUFFIX, SongUnits::decodeEntry)
          .derived(SongEventMembers::addReadableEntries);

  private SongEventMembers() {}

  private static EventMembers snapshot(String idMember, String snapshotMember) {
    return withFieldName(EventMembers.ofKey(TRACK_ID, idMember))
        .entity(snapshotMember, SongEventMembers::flatTiming, SongEventMembers::timingUnit);
  }

  private static EventMembers withFieldName(EventMembers members) {
    return members.namedUnits("fieldName", "oldValue", "newValue");
  }

  /** Moves the members of the timing unit to the top level. */
  private static Value.Fields flatTiming(Value.Fields units) {
    TreeMap<String, Value> parts = new TreeMap<>(units.fields());
    parts.remove(SongUnits.TIMING);
    parts.putAll(units.at(SongUnits.TIMING).asFields().fields());
    return Value.Fields.of(parts);
  }

  private static Value.Fields timingUnit(Value.Fields parts) {
    TreeMap<String, Value> units = new TreeMap<>();
    TreeMap<String, Value> timing = new TreeMap<>();
    parts
        .fields()
        .forEach((name, value) -> (TIMING_FIELDS.contains(name) ? timing : units).put(name, value));
    units.put(SongUnits.TIMING, Value.Fields.of(timing));
    return Value.Fields.of(units);
  }

  private static Value.Fields markerParts(Value.Fields units) {
    TreeMap<String, Value> parts = new TreeMap<>(flatTiming(units).fields());
    SingleMessage marker = SongUnits.decodeEntry(Value.Fields.of(parts));
    parts.put(ABSOLUTE_TICK, parts.remove(SongUnits.TICK));
    parts.put("text", Value.of(marker.message().text()));
    return Value.Fields.of(parts);
  }

  private static Value.Fields markerUnits(Value.Fields parts) {
    return timingUnit(
        Value.Fields.of(
            Map.of(
                SongUnits.TICK, parts.at(ABSOLUTE_TICK),
                SongUnits.ORDER, parts.at(SongUnits.ORDER),
                SongUnits.MESSAGE, parts.at(SongUnits.MESSAGE))));
  }

  private static void addReadableEntries(Map<String, Value> members) {
    for (String prefix : new String[] {OLD, NEW}) {
      Optional.ofNullable(members.get(prefix + ENTRY_SUFFIX))
          .map(SongUnits::decodeEntry)
          .ifPresent(entry -> {
            members.put(ABSOLUTE_TICK, Value.of(entry.position().tick()));
            addReadableEntry(prefix, entry, members);
          });
    }
  }

  private static void addReadableEntry(
      String prefix, SingleMessage entry, Map<String, Value> members) {
    switch (entry.kind()) {
      case TEMPO -> members.put(prefix + "Bpm", Value.of(Tempo.of(entry.message()).bpm()));
      case TIME_SIGNATURE -> {
        TimeSignature signature = TimeSignature.of(entry.message());
        members.put(prefix + "Num", Value.of(signature.numerator()));
        members.put(prefix + "Denom", Value.of(signature.denominator()));
      }
      case KEY_SIGNATURE -> {
        KeySignature signature = KeySignature.of(entry.message());
        members.put(prefix + "Key", Value.of(signature.key()));
        members.put(prefix + "Mode", Value.of(signature.mode().name().toLowerCase(Locale.ROOT)));
      }
      case TRACK_NAME -> members.put(prefix + "Name", Value.of(entry.message().text()));
      case CONTROL_CHANGE, PITCH_BEND, MARKER, OPAQUE ->
          throw new IllegalArgumentException("no entry: " + entry);
    }
  }
}
