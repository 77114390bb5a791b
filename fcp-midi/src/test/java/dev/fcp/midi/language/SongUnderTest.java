package dev.fcp.midi.language;

import dev.fcp.eventlog.entity.EntityModel;
import dev.fcp.eventlog.session.Session;
import dev.fcp.midi.SongEvent;
import dev.fcp.midi.song.Bytes;
import dev.fcp.midi.song.SongEntity;
import dev.fcp.midi.song.SongKey;
import dev.fcp.spec.verbs.DocumentUnderTest;

/** A session of a song on which a test runs operations. */
final class SongUnderTest extends DocumentUnderTest<EntityModel<SongKey, SongEntity>, SongEvent> {

  /** A file of format 0: one track with a note on channel 1 and a note on channel 2. */
  static final String FORMAT_0 =
      "4d546864000000060000000100604d54726b0000001b"
          + "00903c40"
          + "00914040"
          + "60803c40"
          + "00814040"
          + "00ff510307a120"
          + "00ff2f00";

  private static final MidiLanguage LANGUAGE = new MidiLanguage();

  private static final byte[] WALTZ = waltzBytes();

  private SongUnderTest(Session<EntityModel<SongKey, SongEntity>, SongEvent> session) {
    super(LANGUAGE, session);
  }

  /** Creates a new song. */
  static SongUnderTest empty() {
    return new SongUnderTest(createSession(LANGUAGE));
  }

  /** Opens a song from the bytes of a file. */
  static SongUnderTest of(byte[] file) {
    return new SongUnderTest(openSession(LANGUAGE, file));
  }

  /** Opens the song of {@link #FORMAT_0}. */
  static SongUnderTest format0Song() {
    return of(Bytes.ofHex(FORMAT_0).toByteArray());
  }

  /**
   * Opens a small song with three tracks: Waltz contains tempo, signatures and a marker; Piano
   * plays a chord and a melody; Drums plays on channel 10.
   */
  static SongUnderTest waltz() {
    return of(WALTZ);
  }

  private static byte[] waltzBytes() {
    SongUnderTest song = empty();
    song.runSuccessfully("title Waltz");
    song.runSuccessfully("tempo 120");
    song.runSuccessfully("time-sig 3/4");
    song.runSuccessfully("key-sig D major");
    song.runSuccessfully("track add Piano program:piano");
    song.runSuccessfully("track add Drums channel:10");
    song.runSuccessfully("note Piano D3 F#3 A3 at:1.1,2.1 dur:dotted-half vel:mp");
    song.runSuccessfully("note Piano F#5 at:1.1,1.2,2.3 vel:90");
    song.runSuccessfully("note Piano A5 at:2.1 dur:half vel:f");
    song.runSuccessfully("note Drums kick at:1.1,2.1 dur:eighth");
    song.runSuccessfully("cc Piano sustain on at:1.1");
    song.runSuccessfully("bend Piano 100 at:2.3");
    song.runSuccessfully("marker End at:2.1");
    return song.bytes();
  }
}
