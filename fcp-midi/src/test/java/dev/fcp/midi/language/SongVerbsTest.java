package dev.fcp.midi.language;

import static org.assertj.core.api.Assertions.assertThat;

import dev.fcp.eventlog.entity.EntityModel;
import dev.fcp.midi.SongDomain;
import dev.fcp.midi.SongEvent;
import dev.fcp.midi.song.Bytes;
import dev.fcp.midi.song.Division;
import dev.fcp.midi.song.SongEntity;
import dev.fcp.midi.song.SongHeader;
import dev.fcp.midi.song.SongKey;
import dev.fcp.midi.song.Track;
import java.util.List;
import org.junit.jupiter.api.Test;

class SongVerbsTest {

  private static final SongDomain DOMAIN = new SongDomain();

  @Test
  void there_are_19_verbs_and_24_event_types() {
    assertThat(new MidiLanguage().verbs()).hasSize(19);
    assertThat(SongEvent.class.getPermittedSubclasses()).hasSize(24);
  }

  @Test
  void an_external_change_of_division_is_a_document_modification() {
    SongUnderTest song = SongUnderTest.waltz();
    SongHeader header = (SongHeader) song.model().find(SongKey.header()).orElseThrow();
    List<SongEvent> events =
        changed(song, SongKey.header(), header.withDivision(Division.metrical(96)));
    assertThat(events).singleElement().isInstanceOf(SongEvent.DocumentModified.class);
  }

  @Test
  void an_external_change_of_the_track_end_is_a_track_modification() {
    SongUnderTest song = SongUnderTest.waltz();
    SongKey key = SongKey.track("t2");
    Track track = (Track) song.model().find(key).orElseThrow();
    List<SongEvent> events = changed(song, key, track.withEndTick(99_999));
    assertThat(events).singleElement().isInstanceOf(SongEvent.TrackModified.class);
  }

  /** The events between a song and the same song with one entity changed. */
  private static List<SongEvent> changed(SongUnderTest song, SongKey key, SongEntity entity) {
    EntityModel<SongKey, SongEntity> before = song.model();
    SongEvent event = DOMAIN.between(key, before.find(key).orElseThrow(), entity).orElseThrow();
    EntityModel<SongKey, SongEntity> after = song.domain().replay(event, before);
    return song.domain().diff(before, after);
  }

  @Test
  void a_second_track_makes_a_song_of_format_0_one_of_format_1() {
    SongUnderTest song = SongUnderTest.format0Song();
    assertThat(song.runSuccessfully("track add More"))
        .isEqualTo(
            "+ track \"More\" #t2, channel 3, program 1 \"Acoustic Grand Piano\";"
                + " the song becomes format 1");
    assertThat(eventTypes(song))
        .containsExactly("FormatChanged", "TrackAdded", "TrackRenamed", "OpaqueAdded");
    assertThat(song.query("map")).startsWith("song, format 1, 96 ticks per quarter, 1 bar, 0:00");
    song.undo();
    assertThat(Bytes.copyOf(song.bytes()).hex()).isEqualTo(SongUnderTest.FORMAT_0);
  }

  @Test
  void the_first_track_of_a_song_of_format_0_keeps_the_format() {
    SongUnderTest song =
        SongUnderTest.of(Bytes.ofHex("4d546864000000060000000000604d").toByteArray());
    assertThat(song.runSuccessfully("track add Only"))
        .isEqualTo("+ track \"Only\" #t1, channel 1, program 1 \"Acoustic Grand Piano\"");
    assertThat(song.query("map")).startsWith("song \"Only\", format 0, ");
  }

  @Test
  void a_track_of_several_channels_asks_for_one() {
    SongUnderTest song = SongUnderTest.format0Song();
    List<String> refusal = song.runRefused("note \"track 1\" C5 at:2");
    assertThat(refusal)
        .containsExactly("! track #t1 has the channels 1, 2; say which one is meant");
    assertThat(song.runSuccessfully("note #t1 C5 at:2 channel:2"))
        .startsWith("+ note C5 #n384.72 in track #t1");
  }

  @Test
  void program_and_controller_messages_precede_the_notes_of_their_tick() {
    SongUnderTest song = SongUnderTest.waltz();
    song.runSuccessfully("note Piano F#5 at:1.3 dur:quarter");
    song.runSuccessfully("program Piano violin at:1.2");
    song.runSuccessfully("cc Piano volume 90 at:1.2");
    assertThat(song.query("events Piano @range:1.2"))
        .isEqualTo(
            """
            track "Piano" #t2
              1.2 #m480.0 program 41 "Violin", channel 1
              1.2 #m480.1 cc 7 (volume) = 90, channel 1
              1.2 #n480.78 note F#5, quarter, velocity 90, channel 1\
            """);
  }

  @Test
  void removing_a_flag_restores_the_file() {
    SongUnderTest song = SongUnderTest.waltz();
    byte[] before = song.bytes();
    song.runSuccessfully("mute Piano");
    assertThat(song.runSuccessfully("mute Piano")).isEqualTo("! unchanged: mute Piano");
    assertThat(song.query("tracks")).contains("10 notes D3 to A5, mute\n");
    assertThat(song.runSuccessfully("mute Piano off")).isEqualTo("* track \"Piano\" is not muted");
    assertThat(song.bytes()).isEqualTo(before);
    assertThat(song.runSuccessfully("solo Piano off")).isEqualTo("! unchanged: solo Piano off");
  }

  @Test
  void a_flag_is_one_message_at_the_start() {
    SongUnderTest song = SongUnderTest.waltz();
    song.runSuccessfully("solo Piano");
    assertThat(song.events()).singleElement().isInstanceOf(SongEvent.OpaqueAdded.class);
    assertThat(song.query("describe #m0.3 @track:Piano"))
        .isEqualTo("1.1 #m0.3 solo\nin track \"Piano\"\ntick 0, bytes ff7f7d66637020736f6c6f");
  }

  @Test
  void the_title_names_the_first_track() {
    SongUnderTest song = SongUnderTest.format0Song();
    assertThat(song.runSuccessfully("title \"First\"")).isEqualTo("* title \"First\"");
    assertThat(song.query("events")).startsWith("track \"First\" #t1\n  1.1 #m0.0 track-name");
    song.undo();
    assertThat(Bytes.copyOf(song.bytes()).hex()).isEqualTo(SongUnderTest.FORMAT_0);
  }

  @Test
  void a_track_is_removed_after_its_content() {
    SongUnderTest song = SongUnderTest.waltz();
    song.runSuccessfully("track remove Drums");
    assertThat(eventTypes(song))
        .containsExactly(
            "TrackRenamed", "OpaqueRemoved", "NoteRemoved", "NoteRemoved", "TrackRemoved");
  }

  @Test
  void adjacent_notes_of_one_pitch_move_without_overlap() {
    SongUnderTest song = SongUnderTest.waltz();
    song.runSuccessfully("note Piano C4 at:3.1,3.2,3.3 dur:quarter");
    assertThat(song.runSuccessfully("move by:quarter @pitch:C4"))
        .isEqualTo("@ 3 notes in track \"Piano\": moved to 3.2");
    assertThat(song.runSuccessfully("move by:-half @pitch:C4"))
        .isEqualTo("@ 3 notes in track \"Piano\": moved to 2.3");
    assertThat(SongUnderTest.of(song.bytes()).session().digest())
        .isEqualTo(song.session().digest());
  }

  @Test
  void a_tempo_in_another_track_is_changed_in_that_track() {
    SongUnderTest song = SongUnderTest.waltz();
    song.runSuccessfully("tempo 100 at:2 track:Piano");
    assertThat(song.runSuccessfully("tempo 110 at:2")).isEqualTo("* tempo 110 at 2.1");
    assertThat(song.query("events Piano @range:2.1")).contains("#m1440.0 tempo 110");
  }

  private static List<String> eventTypes(SongUnderTest song) {
    return song.events().stream().map(event -> event.getClass().getSimpleName()).toList();
  }
}
