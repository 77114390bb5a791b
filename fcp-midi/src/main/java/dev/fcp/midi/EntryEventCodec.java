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
final class EntryEventCodec {

  private static final String OLD_PREFIX = "old";
  private static final String NEW_PREFIX = "new";
  private static final String ENTRY_SUFFIX = "Entry";
  private static final String TRACK_ID = "trackId";
  private static final String MESSAGE_ID = "messageId";

  private EntryEventCodec() {}

  static Value.Fields encode(
      String type, SongKey key, Optional<SingleMessage> before, Optional<SingleMessage> after) {
    TreeMap<String, Value> fields = new TreeMap<>();
    fields.put("type", Value.of(type));
    fields.put(TRACK_ID, Value.of(key.track()));
    fields.put(MESSAGE_ID, Value.of(key.item()));
    int tick = after.or(() -> before).orElseThrow().position().tick();
    fields.put("absoluteTick", Value.of(tick));
    before.ifPresent(single -> addEntry(OLD_PREFIX, single, fields));
    after.ifPresent(single -> addEntry(NEW_PREFIX, single, fields));
    return Value.Fields.of(fields);
  }

  private static void addEntry(String prefix, SingleMessage single, Map<String, Value> fields) {
    fields.put(prefix + ENTRY_SUFFIX, SongUnits.encodeEntry(single));
    switch (single.kind()) {
      case TEMPO -> fields.put(prefix + "Bpm", Value.of(Tempo.of(single.message()).bpm()));
      case TIME_SIGNATURE -> {
        TimeSignature signature = TimeSignature.of(single.message());
        fields.put(prefix + "Num", Value.of(signature.numerator()));
        fields.put(prefix + "Denom", Value.of(signature.denominator()));
      }
      case KEY_SIGNATURE -> {
        KeySignature signature = KeySignature.of(single.message());
        fields.put(prefix + "Key", Value.of(signature.key()));
        fields.put(prefix + "Mode", Value.of(signature.mode().name().toLowerCase(Locale.ROOT)));
      }
      case TRACK_NAME -> fields.put(prefix + "Name", Value.of(single.message().text()));
      case CONTROL_CHANGE, PITCH_BEND, MARKER, OPAQUE ->
          throw new IllegalArgumentException("no entry: " + single);
    }
  }

  static SongKey decodeKey(Value.Fields fields) {
    return SongKey.message(fields.text(TRACK_ID), fields.text(MESSAGE_ID));
  }

  static Optional<SingleMessage> decodeBefore(Value.Fields fields) {
    return fields.find(OLD_PREFIX + ENTRY_SUFFIX).map(SongUnits::decodeEntry);
  }

  static Optional<SingleMessage> decodeAfter(Value.Fields fields) {
    return fields.find(NEW_PREFIX + ENTRY_SUFFIX).map(SongUnits::decodeEntry);
  }
}
