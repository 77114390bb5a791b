package dev.fcp.midi;

import dev.fcp.eventlog.domain.Value;
import dev.fcp.eventlog.entity.OrderKey;
import dev.fcp.midi.song.Bytes;
import dev.fcp.midi.song.Chunk;
import dev.fcp.midi.song.Division;
import dev.fcp.midi.song.Message;
import dev.fcp.midi.song.Moment;
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

/** The units of the entities of a song, and the entities of units. */
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
        units.put(EXTRA, hex(header.extra()));
        units.put(TRAILING, hex(header.trailing()));
        header.wrapper().ifPresent(wrapper -> units.put(WRAPPER, wrapper(wrapper)));
      }
      case Track track -> {
        units.put(END_TICK, Value.of(track.endTick()));
        units.put(TRAILING, hex(track.trailing()));
        units.put(ORDER, order(track.order()));
      }
      case Chunk chunk -> {
        units.put(TYPE, hex(chunk.type()));
        units.put(DATA, hex(chunk.data()));
        units.put(ORDER, order(chunk.order()));
      }
      case Note note -> {
        units.put(TIMING, timing(note));
        units.put(CHANNEL, Value.of(note.channel()));
        units.put(PITCH, Value.of(note.pitch()));
        units.put(VELOCITY, Value.of(note.velocity()));
        units.put(RELEASE, release(note.release()));
      }
      case SingleMessage single -> addSingle(single, units);
    }
    return units;
  }

  private static void addSingle(SingleMessage single, Map<String, Value> units) {
    Message message = single.message();
    switch (single.kind()) {
      case TEMPO, TIME_SIGNATURE, KEY_SIGNATURE, TRACK_NAME -> units.put(ENTRY, entry(single));
      case CONTROL_CHANGE -> {
        units.put(TIMING, timing(single.at()));
        units.put(CHANNEL, Value.of(message.channel()));
        units.put(CONTROLLER, Value.of(message.data().at(0)));
        units.put(VALUE, Value.of(message.data().at(1)));
      }
      case PITCH_BEND -> {
        units.put(TIMING, timing(single.at()));
        units.put(CHANNEL, Value.of(message.channel()));
        units.put(VALUE, Value.of(message.data().at(0) | message.data().at(1) << 7));
      }
      case MARKER, OPAQUE -> {
        units.put(TIMING, timing(single.at()));
        units.put(MESSAGE, hex(message.bytes()));
      }
    }
  }

  /** Where and what a single message is, as one value. */
  static Value.Fields entry(SingleMessage single) {
    return Value.Fields.of(
        Map.of(
            TICK, Value.of(single.at().tick()),
            ORDER, order(single.at().order()),
            MESSAGE, hex(single.message().bytes())));
  }

  private static Value timing(Moment at) {
    return Value.Fields.of(Map.of(TICK, Value.of(at.tick()), ORDER, order(at.order())));
  }

  private static Value timing(Note note) {
    return Value.Fields.of(
        Map.of(
            TICK, Value.of(note.on().tick()),
            DURATION, Value.of(note.duration()),
            ORDER, order(note.on().order()),
            OFF_ORDER, order(note.off().order())));
  }

  private static Value release(Release release) {
    String form =
        switch (release.form()) {
          case NOTE_OFF -> "note-off";
          case NOTE_ON -> "note-on";
        };
    return Value.Fields.of(Map.of(FORM, Value.of(form), VELOCITY, Value.of(release.velocity())));
  }

  static Value hex(Bytes bytes) {
    return Value.of(bytes.hex());
  }

  static Value order(OrderKey order) {
    return Value.of(order.digits());
  }

  private static Value wrapper(Wrapper wrapper) {
    return Value.Fields.of(Map.of(BEFORE, hex(wrapper.before()), AFTER, hex(wrapper.after())));
  }

  /**
   * The entity of these units.
   *
   * @throws IllegalArgumentException if there is none
   */
  static SongEntity entity(SongKey key, SortedMap<String, Value> units) {
    SongEntity entity = entity(key, new Units(Value.Fields.of(units)));
    if (!of(entity).equals(units)) {
      throw new IllegalArgumentException(key + " has units of another kind: " + units.keySet());
    }
    return entity;
  }

  private static SongEntity entity(SongKey key, Units units) {
    if (key.isHeader()) {
      return new SongHeader(
          units.whole(FORMAT),
          new Division(units.whole(DIVISION)),
          units.bytes(EXTRA),
          units.bytes(TRAILING),
          units.part(WRAPPER).map(part -> new Wrapper(part.bytes(BEFORE), part.bytes(AFTER))));
    }
    if (key.isTrack()) {
      return new Track(units.whole(END_TICK), units.bytes(TRAILING), units.order(ORDER));
    }
    return key.isChunk()
        ? new Chunk(units.bytes(TYPE), units.bytes(DATA), units.order(ORDER))
        : units.has(PITCH) ? note(units) : single(units);
  }

  private static Note note(Units units) {
    Units timing = units.part(TIMING).orElseThrow(() -> units.missing(TIMING));
    Units release = units.part(RELEASE).orElseThrow(() -> units.missing(RELEASE));
    int tick = timing.whole(TICK);
    long end = (long) tick + timing.whole(DURATION);
    return new Note(
        new Moment(tick, timing.order(ORDER)),
        new Moment((int) Math.min(end, Integer.MAX_VALUE), timing.order(OFF_ORDER)),
        units.whole(CHANNEL),
        units.whole(PITCH),
        units.whole(VELOCITY),
        new Release(form(release.text(FORM)), release.whole(VELOCITY)));
  }

  private static Release.Form form(String name) {
    return switch (name) {
      case "note-off" -> Release.Form.NOTE_OFF;
      case "note-on" -> Release.Form.NOTE_ON;
      default -> throw new IllegalArgumentException("form: \"" + name + "\" ends no note");
    };
  }

  private static SingleMessage single(Units units) {
    if (units.has(ENTRY)) {
      return entry(units.value(ENTRY));
    }
    Units timing = units.part(TIMING).orElseThrow(() -> units.missing(TIMING));
    Moment at = new Moment(timing.whole(TICK), timing.order(ORDER));
    if (units.has(MESSAGE)) {
      return new SingleMessage(at, new Message(units.bytes(MESSAGE)));
    }
    Message message =
        units.has(CONTROLLER)
            ? Message.controlChange(
                units.whole(CHANNEL), units.whole(CONTROLLER), units.whole(VALUE))
            : Message.pitchBend(units.whole(CHANNEL), units.whole(VALUE));
    return new SingleMessage(at, message);
  }

  /**
   * The single message of an entry.
   *
   * @throws IllegalArgumentException if it is none
   */
  static SingleMessage entry(Value value) {
    Units entry = new Units(value.asFields());
    return new SingleMessage(
        new Moment(entry.whole(TICK), entry.order(ORDER)), new Message(entry.bytes(MESSAGE)));
  }

  /** Units by name, read as what they should be. */
  private record Units(Value.Fields fields) {

    boolean has(String name) {
      return fields.find(name).isPresent();
    }

    Value value(String name) {
      return fields.find(name).orElseThrow(() -> missing(name));
    }

    int whole(String name) {
      try {
        return Math.toIntExact(value(name).asWhole());
      } catch (ArithmeticException e) {
        throw new IllegalArgumentException(name + ": " + value(name) + " is too large", e);
      }
    }

    String text(String name) {
      return value(name).asText();
    }

    Bytes bytes(String name) {
      return Bytes.ofHex(text(name));
    }

    OrderKey order(String name) {
      return new OrderKey(text(name));
    }

    Optional<Units> part(String name) {
      return fields.find(name).map(value -> new Units(value.asFields()));
    }

    IllegalArgumentException missing(String name) {
      return new IllegalArgumentException(name + ": missing among " + fields.fields().keySet());
    }
  }
}
