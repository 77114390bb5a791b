package dev.fcp.midi;

import dev.fcp.eventlog.entity.OrderKey;
import dev.fcp.midi.song.Bytes;
import dev.fcp.midi.song.Chunk;
import dev.fcp.midi.song.Division;
import dev.fcp.midi.song.KeySignature;
import dev.fcp.midi.song.KeySignature.KeyMode;
import dev.fcp.midi.song.Message;
import dev.fcp.midi.song.MessagePosition;
import dev.fcp.midi.song.Note;
import dev.fcp.midi.song.Release;
import dev.fcp.midi.song.SingleMessage;
import dev.fcp.midi.song.SongEntity;
import dev.fcp.midi.song.SongHeader;
import dev.fcp.midi.song.SongKey;
import dev.fcp.midi.song.Tempo;
import dev.fcp.midi.song.TimeSignature;
import dev.fcp.midi.song.Track;
import java.util.List;
import java.util.Optional;

/** At least one event of each type, in the order of declaration. */
final class SampleSongEvents {

  private static final SongDomain DOMAIN = new SongDomain();

  private static final OrderKey FIRST = OrderKey.initial(0);
  private static final SongKey TRACK = SongKey.track("t1");
  private static final SongKey NOTE = key("n960.60");
  private static final SongKey CC = key("m0.1");
  private static final SongKey BEND = key("m480.0");
  private static final SongKey ENTRY = key("m0.0");
  private static final SongKey CHUNK = SongKey.chunk("c3");

  private SampleSongEvents() {}

  private static SongKey key(String id) {
    return SongKey.message("t1", id);
  }

  static List<SongEvent> all() {
    return List.of(
        DOMAIN.added(NOTE, note()),
        removed(NOTE, note()),
        between(NOTE, note(), note().withVelocity(100)),
        between(NOTE, note(), note().withPitch(72).withChannel(3)),
        DOMAIN.added(TRACK, track()),
        removed(TRACK, track()),
        between(TRACK, track(), track().withEndTick(7680)),
        DOMAIN.added(ENTRY, name("Piano")),
        between(ENTRY, name("Piano"), name("\u00c4ther")),
        DOMAIN.added(CC, cc(64)),
        removed(CC, cc(64)),
        between(CC, cc(64), cc(90)),
        DOMAIN.added(BEND, bend(8192)),
        removed(BEND, bend(8192)),
        between(BEND, bend(8192), bend(16383)),
        DOMAIN.added(ENTRY, tempo(500_000)),
        between(ENTRY, tempo(500_000), tempo(444_444)),
        between(ENTRY, time(4, 4), time(6, 8)),
        between(ENTRY, major("C"), minor("F#")),
        removed(ENTRY, minor("F#")),
        DOMAIN.added(BEND, marker("Verse")),
        removed(BEND, marker("Verse")),
        between(BEND, marker("Verse"), marker("Chorus")),
        between(SongKey.header(), SongHeader.NEW.withFormat(0), SongHeader.NEW.withFormat(1)),
        between(SongKey.header(), SongHeader.NEW, header()),
        DOMAIN.added(ENTRY, program(5)),
        removed(CHUNK, chunk("00ff")),
        between(ENTRY, program(5), program(6)),
        between(CHUNK, chunk("00ff"), chunk("00fe")));
  }

  private static SongEvent removed(SongKey key, SongEntity entity) {
    return DOMAIN.invert(DOMAIN.added(key, entity));
  }

  private static SongEvent between(SongKey key, SongEntity from, SongEntity to) {
    return DOMAIN.between(key, from, to).orElseThrow();
  }

  static Note note() {
    MessagePosition on = MessagePosition.atLoading(960, 0);
    return new Note(on, MessagePosition.atLoading(1440, 2), 0, 60, 80, Release.DEFAULT);
  }

  static Track track() {
    return new Track(3840, Bytes.of(0), FIRST);
  }

  static Chunk chunk(String hex) {
    return new Chunk(Bytes.of('X', 'F', 'I', 'H'), Bytes.ofHex(hex), FIRST);
  }

  static SongHeader header() {
    return new SongHeader(
        1,
        Division.smpte(25, 40),
        Bytes.of(1),
        Bytes.of(2),
        Optional.of(new SongHeader.Wrapper(Bytes.NONE, Bytes.of(3, 4))));
  }

  private static SingleMessage messageAt(int tick, Message message) {
    return new SingleMessage(MessagePosition.atLoading(tick, 0), message);
  }

  private static SingleMessage cc(int value) {
    return messageAt(0, Message.controlChange(9, 7, value));
  }

  private static SingleMessage bend(int value) {
    return messageAt(480, Message.pitchBend(0, value));
  }

  private static SingleMessage marker(String text) {
    return messageAt(480, Message.marker(text));
  }

  static SingleMessage program(int program) {
    return messageAt(0, Message.programChange(0, program));
  }

  private static SingleMessage name(String name) {
    return messageAt(0, Message.trackName(name));
  }

  private static SingleMessage tempo(int microseconds) {
    return messageAt(0, new Tempo(microseconds).message());
  }

  private static SingleMessage time(int numerator, int denominator) {
    return messageAt(1920, TimeSignature.of(numerator, denominator).message());
  }

  private static SingleMessage major(String key) {
    return messageAt(0, KeySignature.of(key, KeyMode.MAJOR).message());
  }

  private static SingleMessage minor(String key) {
    return messageAt(0, KeySignature.of(key, KeyMode.MINOR).message());
  }
}
