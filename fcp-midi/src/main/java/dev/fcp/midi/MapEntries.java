package dev.fcp.midi;

import dev.fcp.eventlog.domain.Value;
import dev.fcp.midi.song.KeySignature;
import dev.fcp.midi.song.SingleMessage;
import dev.fcp.midi.song.SongKey;
import dev.fcp.midi.song.Tempo;
import dev.fcp.midi.song.TimeSignature;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** Events about entries that are one unit: tempos, signatures and the names of tracks. */
final class MapEntries {

  private static final String OLD = "old";
  private static final String NEW = "new";
  private static final String ENTRY = "Entry";
  private static final String TRACK_ID = "trackId";
  private static final String MESSAGE_ID = "messageId";

  private MapEntries() {}

  static Value.Fields encode(
      String type, SongKey key, Optional<SingleMessage> before, Optional<SingleMessage> after) {
    TreeMap<String, Value> fields = new TreeMap<>();
    fields.put("type", Value.of(type));
    fields.put(TRACK_ID, Value.of(key.track()));
    fields.put(MESSAGE_ID, Value.of(key.item()));
    int tick = after.or(() -> before).orElseThrow().at().tick();
    fields.put("absoluteTick", Value.of(tick));
    before.ifPresent(single -> add(OLD, single, fields));
    after.ifPresent(single -> add(NEW, single, fields));
    return Value.Fields.of(fields);
  }

  private static void add(String side, SingleMessage single, Map<String, Value> fields) {
    fields.put(side + ENTRY, SongUnits.entry(single));
    switch (single.kind()) {
      case TEMPO -> fields.put(side + "Bpm", Value.of(Tempo.of(single.message()).bpm()));
      case TIME_SIGNATURE -> {
        TimeSignature signature = TimeSignature.of(single.message());
        fields.put(side + "Num", Value.of(signature.numerator()));
        fields.put(side + "Denom", Value.of(signature.denominator()));
      }
      case KEY_SIGNATURE -> {
        KeySignature signature = KeySignature.of(single.message());
        fields.put(side + "Key", Value.of(signature.key()));
        fields.put(side + "Mode", Value.of(signature.mode().name().toLowerCase(Locale.ROOT)));
      }
      case TRACK_NAME -> fields.put(side + "Name", Value.of(single.message().text()));
      case CONTROL_CHANGE, PITCH_BEND, MARKER, OPAQUE ->
          throw new IllegalArgumentException("no entry: " + single);
    }
  }

  static SongKey key(Value.Fields in) {
    return SongKey.message(in.text(TRACK_ID), in.text(MESSAGE_ID));
  }

  static Optional<SingleMessage> before(Value.Fields in) {
    return in.find(OLD + ENTRY).map(SongUnits::entry);
  }

  static Optional<SingleMessage> after(Value.Fields in) {
    return in.find(NEW + ENTRY).map(SongUnits::entry);
  }
}
