package dev.fcp.midi;

import dev.fcp.eventlog.domain.Value;
import dev.fcp.eventlog.entity.OrderKey;
import dev.fcp.midi.song.Bytes;
import dev.fcp.midi.song.Chunk;
import dev.fcp.midi.song.Division;
import dev.fcp.midi.song.Message;
import dev.fcp.midi.song.MessagePosition;
import dev.fcp.midi.song.Note;
import dev.fcp.midi.song.Release;
import dev.fcp.midi.song.SingleMessage;
import dev.fcp.midi.song.SongEntity;
import dev.fcp.midi.song.SongHeader;
import dev.fcp.midi.song.SongHeader.Wrapper;
import dev.fcp.midi.song.SongKey;
import dev.fcp.midi.song.Track;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/** Converts the entities of a song to their units and back. */
final class SongUnits {

  static final String TIMING = "timing";
  static final String ENTRY = "entry";
  static final String PITCH = "pitch";
  static final String CHANNEL = "channel";
  static final String VELOCITY = "velocity";
  static final String RELEASE = "release";
  static final String CONTROLLER = "controller";
  static final String VALUE = "value";
  static final String MESSAGE = "message";
  static final String FORMAT = "format";
  static final String ORDER = "order";

  static final String TICK = "tick";
  static final String DURATION = "duration";
  static final String OFF_ORDER = "offOrder";

  private static final String DIVISION = "division";
  private static final String EXTRA = "extra";
  private static final String TRAILING = "trailing";
  private static final String WRAPPER = "wrapper";
  private static final String BEFORE = "before";
  private static final String AFTER = "after";
  private static final String END_TICK = "endTick";
  private static final String TYPE = "type";
  private static final String DATA = "data";
  private static final String FORM = "form";

  private SongUnits() {}

  static SortedMap<String, Value> of(SongEntity entity) {
    TreeMap<String, Value> units = new TreeMap<>();
    switch (entity) {
      case SongHeader header -> {
        units.put(FORMAT, Value.of(header.format()));
        units.put(DIVISION, Value.of(header.division().word()));
        units.put(EXTRA, hexValue(header.extra()));
        units.put(TRAILING, hexValue(header.trailing()));
        header.wrapper().ifPresent(wrapper -> units.put(WRAPPER, wrapperValue(wrapper)));
      }
      case Track track -> {
        units.put(END_TICK, Value.of(track.endTick()));
        units.put(TRAILING, hexValue(track.trailing()));
        units.put(ORDER, orderValue(track.order()));
      }
      case Chunk chunk -> {
        units.put(TYPE, hexValue(chunk.type()));
        units.put(DATA, hexValue(chunk.data()));
        units.put(ORDER, orderValue(chunk.order()));
      }
      case Note note -> {
        units.put(TIMING, timingValue(note));
        units.put(CHANNEL, Value.of(note.channel()));
        units.put(PITCH, Value.of(note.pitch()));
        units.put(VELOCITY, Value.of(note.velocity()));
        units.put(RELEASE, releaseValue(note.release()));
      }
      case SingleMessage single -> addMessageUnits(single, units);
    }
    return units;
  }

  private static void addMessageUnits(SingleMessage single, Map<String, Value> units) {
    Message message = single.message();
    switch (single.kind()) {
      case TEMPO, TIME_SIGNATURE, KEY_SIGNATURE, TRACK_NAME ->
          units.put(ENTRY, encodeEntry(single));
      case CONTROL_CHANGE -> {
        units.put(TIMING, timingValue(single.position()));
        units.put(CHANNEL, Value.of(message.channel()));
        units.put(CONTROLLER, Value.of(message.data().at(0)));
        units.put(VALUE, Value.of(message.data().at(1)));
      }
      case PITCH_BEND -> {
        units.put(TIMING, timingValue(single.position()));
        units.put(CHANNEL, Value.of(message.channel()));
        units.put(VALUE, Value.of(message.data().at(0) | message.data().at(1) << 7));
      }
      case MARKER, OPAQUE -> {
        units.put(TIMING, timingValue(single.position()));
        units.put(MESSAGE, hexValue(message.bytes()));
      }
    }
  }

  /** Encodes the position and the bytes of a single message as one value. */
  static Value.Fields encodeEntry(SingleMessage single) {
    return Value.Fields.of(
        Map.of(
            TICK, Value.of(single.position().tick()),
            ORDER, orderValue(single.position().order()),
            MESSAGE, hexValue(single.message().bytes())));
  }

  private static Value timingValue(MessagePosition position) {
    return Value.Fields.of(
        Map.of(TICK, Value.of(position.tick()), ORDER, orderValue(position.order())));
  }

  private static Value timingValue(Note note) {
    return Value.Fields.of(
        Map.of(
            TICK, Value.of(note.on().tick()),
            DURATION, Value.of(note.duration()),
            ORDER, orderValue(note.on().order()),
            OFF_ORDER, orderValue(note.off().order())));
  }

  private static Value releaseValue(Release release) {
    String form =
        switch (release.form()) {
          case NOTE_OFF -> "note-off";
          case NOTE_ON -> "note-on";
        };
    return Value.Fields.of(Map.of(FORM, Value.of(form), VELOCITY, Value.of(release.velocity())));
  }

  static Value hexValue(Bytes bytes) {
    return Value.of(bytes.hex());
  }

  static Value orderValue(OrderKey order) {
    return Value.of(order.digits());
  }

  private static Value wrapperValue(Wrapper wrapper) {
    return Value.Fields.of(
        Map.of(BEFORE, hexValue(wrapper.before()), AFTER, hexValue(wrapper.after())));
  }

  /**
   * Creates an entity from its units.
   *
   * @throws IllegalArgumentException if the units are invalid for this kind of entity
   */
  static SongEntity entity(SongKey key, SortedMap<String, Value> units) {
    SongEntity entity = readEntity(key, new UnitReader(Value.Fields.of(units)));
    if (!of(entity).equals(units)) {
      throw new IllegalArgumentException(key + " has units of another kind: " + units.keySet());
    }
    return entity;
  }

  private static SongEntity readEntity(SongKey key, UnitReader units) {
    if (key.isHeader()) {
      return new SongHeader(
          units.requireInt(FORMAT),
          new Division(units.requireInt(DIVISION)),
          units.requireBytes(EXTRA),
          units.requireBytes(TRAILING),
          units
              .optionalFields(WRAPPER)
              .map(fields -> new Wrapper(fields.requireBytes(BEFORE), fields.requireBytes(AFTER))));
    }
    if (key.isTrack()) {
      return new Track(
          units.requireInt(END_TICK), units.requireBytes(TRAILING), units.requireOrderKey(ORDER));
    }
    return key.isChunk()
        ? new Chunk(
            units.requireBytes(TYPE), units.requireBytes(DATA), units.requireOrderKey(ORDER))
        : units.has(PITCH) ? readNote(units) : readMessage(units);
  }

  private static Note readNote(UnitReader units) {
    UnitReader timing = units.optionalFields(TIMING).orElseThrow(() -> units.missingUnit(TIMING));
    UnitReader release =
        units.optionalFields(RELEASE).orElseThrow(() -> units.missingUnit(RELEASE));
    int tick = timing.requireInt(TICK);
    long endTick = (long) tick + timing.requireInt(DURATION);
    return new Note(
        new MessagePosition(tick, timing.requireOrderKey(ORDER)),
        new MessagePosition(
            (int) Math.min(endTick, Integer.MAX_VALUE), timing.requireOrderKey(OFF_ORDER)),
        units.requireInt(CHANNEL),
        units.requireInt(PITCH),
        units.requireInt(VELOCITY),
        new Release(parseReleaseForm(release.requireText(FORM)), release.requireInt(VELOCITY)));
  }

  private static Release.ReleaseForm parseReleaseForm(String name) {
    return switch (name) {
      case "note-off" -> Release.ReleaseForm.NOTE_OFF;
      case "note-on" -> Release.ReleaseForm.NOTE_ON;
      default -> throw new IllegalArgumentException("form: \"" + name + "\" ends no note");
    };
  }

  private static SingleMessage readMessage(UnitReader units) {
    if (units.has(ENTRY)) {
      return decodeEntry(units.requireValue(ENTRY));
    }
    UnitReader timing = units.optionalFields(TIMING).orElseThrow(() -> units.missingUnit(TIMING));
    MessagePosition position =
        new MessagePosition(timing.requireInt(TICK), timing.requireOrderKey(ORDER));
    if (units.has(MESSAGE)) {
      return new SingleMessage(position, new Message(units.requireBytes(MESSAGE)));
    }
    Message message =
        units.has(CONTROLLER)
            ? Message.controlChange(
                units.requireInt(CHANNEL), units.requireInt(CONTROLLER), units.requireInt(VALUE))
            : Message.pitchBend(units.requireInt(CHANNEL), units.requireInt(VALUE));
    return new SingleMessage(position, message);
  }

  /** Rejects an invalid value of {@link #FORMAT}. */
  static void checkFormat(Value value) {
    SongHeader.NEW.withFormat(
        new UnitReader(Value.Fields.of(Map.of(FORMAT, value))).requireInt(FORMAT));
  }

  /**
   * Decodes the single message of an entry.
   *
   * @throws IllegalArgumentException if the value is not a valid entry
   */
  static SingleMessage decodeEntry(Value value) {
    UnitReader entry = new UnitReader(value.asFields());
    return new SingleMessage(
        new MessagePosition(entry.requireInt(TICK), entry.requireOrderKey(ORDER)),
        new Message(entry.requireBytes(MESSAGE)));
  }

  /** Reads units by name with the expected types. */
  private record UnitReader(Value.Fields fields) {

    boolean has(String name) {
      return fields.find(name).isPresent();
    }

    Value requireValue(String name) {
      return fields.find(name).orElseThrow(() -> missingUnit(name));
    }

    int requireInt(String name) {
      try {
        return Math.toIntExact(requireValue(name).asLong());
      } catch (ArithmeticException e) {
        throw new IllegalArgumentException(name + ": " + requireValue(name) + " is too large", e);
      }
    }

    String requireText(String name) {
      return requireValue(name).asText();
    }

    Bytes requireBytes(String name) {
      return Bytes.ofHex(requireText(name));
    }

    OrderKey requireOrderKey(String name) {
      return new OrderKey(requireText(name));
    }

    Optional<UnitReader> optionalFields(String name) {
      return fields.find(name).map(value -> new UnitReader(value.asFields()));
    }

    IllegalArgumentException missingUnit(String name) {
      return new IllegalArgumentException(name + ": missing among " + fields.fields().keySet());
    }
  }
}
