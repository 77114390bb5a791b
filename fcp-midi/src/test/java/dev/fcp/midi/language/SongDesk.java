package dev.fcp.midi.language;

import dev.fcp.eventlog.entity.EntityModel;
import dev.fcp.eventlog.session.Session;
import dev.fcp.midi.SongEvent;
import dev.fcp.midi.song.Bytes;
import dev.fcp.midi.song.SongEntity;
import dev.fcp.midi.song.SongKey;
import dev.fcp.spec.verbs.Desk;

/** A person at work on one song. */
final class SongDesk extends Desk<EntityModel<SongKey, SongEntity>, SongEvent> {

  /** A file of format 0: one track, in which channels 1 and 2 have a note each. */
  static final String FORMAT_0 =
      "4d546864000000060000000100604d54726b0000001b"
          + "00903c40"
          + "00914040"
          + "60803c40"
          + "00814040"
          + "00ff510307a120"
          + "00ff2f00";

  private static final MidiLanguage LANGUAGE = new MidiLanguage();

  private static final byte[] WALTZ = waltz();

  private SongDesk(Session<EntityModel<SongKey, SongEntity>, SongEvent> session) {
    super(LANGUAGE, session);
  }

  /** With a new song. */
  static SongDesk empty() {
    return new SongDesk(created(LANGUAGE));
  }

  /** With a song from a file. */
  static SongDesk of(byte[] file) {
    return new SongDesk(opened(LANGUAGE, file));
  }

  /** With the song of {@link #FORMAT_0}. */
  static SongDesk atFormat0() {
    return of(Bytes.ofHex(FORMAT_0).toByteArray());
  }

  /**
   * With a small song of three tracks: Waltz holds tempo, signatures and a marker; Piano plays a
   * chord and a melody; Drums play on channel 10.
   */
  static SongDesk atWaltz() {
    return of(WALTZ);
  }

  private static byte[] waltz() {
    SongDesk desk = empty();
    desk.done("title Waltz");
    desk.done("tempo 120");
    desk.done("time-sig 3/4");
    desk.done("key-sig D major");
    desk.done("track add Piano program:piano");
    desk.done("track add Drums channel:10");
    desk.done("note Piano D3 F#3 A3 at:1.1,2.1 dur:dotted-half vel:mp");
    desk.done("note Piano F#5 at:1.1,1.2,2.3 vel:90");
    desk.done("note Piano A5 at:2.1 dur:half vel:f");
    desk.done("note Drums kick at:1.1,2.1 dur:eighth");
    desk.done("cc Piano sustain on at:1.1");
    desk.done("bend Piano 100 at:2.3");
    desk.done("marker End at:2.1");
    return desk.bytes();
  }
}
