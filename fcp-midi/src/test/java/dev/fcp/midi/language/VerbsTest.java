package dev.fcp.midi.language;

import static org.assertj.core.api.Assertions.assertThat;

import dev.fcp.eventlog.entity.EntityModel;
import dev.fcp.midi.SongEvent;
import dev.fcp.midi.song.Bytes;
import dev.fcp.midi.song.Division;
import dev.fcp.midi.song.SongEntity;
import dev.fcp.midi.song.SongHeader;
import dev.fcp.midi.song.SongKey;
import dev.fcp.midi.song.Track;
import java.util.List;
import org.junit.jupiter.api.Test;

class VerbsTest {

  @Test
  void there_are_nineteen_verbs_and_twenty_four_types_of_events() {
    assertThat(new MidiLanguage().verbs()).hasSize(19);
    assertThat(SongEvent.class.getPermittedSubclasses()).hasSize(24);
  }

  @Test
  void another_division_from_outside_is_a_modified_document() {
    SongDesk desk = SongDesk.atWaltz();
    SongHeader header = (SongHeader) desk.model().find(SongKey.header()).orElseThrow();
    List<SongEvent> events =
        changed(desk, SongKey.header(), header.withDivision(Division.metrical(96)));
    assertThat(events).singleElement().isInstanceOf(SongEvent.DocumentModified.class);
  }

  @Test
  void a_later_end_of_a_track_from_outside_is_a_modified_track() {
    SongDesk desk = SongDesk.atWaltz();
    SongKey key = SongKey.track("t2");
    Track track = (Track) desk.model().find(key).orElseThrow();
    List<SongEvent> events = changed(desk, key, track.withEndTick(99_999));
    assertThat(events).singleElement().isInstanceOf(SongEvent.TrackModified.class);
  }

  /** The events between a song and the same song with one entity changed. */
  private static List<SongEvent> changed(SongDesk desk, SongKey key, SongEntity entity) {
    EntityModel<SongKey, SongEntity> before = desk.model();
    SongEvent event = SongEvent.between(key, before.find(key).orElseThrow(), entity).orElseThrow();
    EntityModel<SongKey, SongEntity> after = desk.domain().replay(event, before);
    return desk.domain().diff(before, after);
  }

  @Test
  void a_second_track_makes_a_song_of_format_0_one_of_format_1() {
    SongDesk desk = SongDesk.atFormat0();
    assertThat(desk.done("track add More"))
        .isEqualTo("+ track \"More\" #t2, channel 3, program 1 \"Acoustic Grand Piano\"");
    assertThat(types(desk))
        .containsExactly("FormatChanged", "TrackAdded", "TrackRenamed", "OpaqueAdded");
    assertThat(desk.ask("map")).startsWith("song, format 1, 96 ticks per quarter, 1 bar, 0:00");
    desk.undo();
    assertThat(Bytes.copyOf(desk.bytes()).hex()).isEqualTo(SongDesk.FORMAT_0);
  }

  @Test
  void a_track_of_several_channels_asks_for_one() {
    SongDesk desk = SongDesk.atFormat0();
    List<String> refusal = desk.refused("note \"track 1\" C5 at:2");
    assertThat(refusal)
        .containsExactly(
            "! track #t1 has the channels 1, 2; say which one is meant",
            "  try: note \"track 1\" C5 at:2 channel:1");
    assertThat(desk.done("note #t1 C5 at:2 channel:2"))
        .startsWith("+ note C5 #n384.72 in track #t1");
  }

  @Test
  void what_sets_a_sound_stands_before_the_notes_of_its_time_and_ends_before_beginnings() {
    SongDesk desk = SongDesk.atWaltz();
    desk.done("note Piano F#5 at:1.3 dur:quarter");
    desk.done("program Piano violin at:1.2");
    desk.done("cc Piano volume 90 at:1.2");
    assertThat(desk.ask("events Piano @range:1.2"))
        .isEqualTo(
            """
            track "Piano" #t2
              1.2 #m480.0 program 41 "Violin", channel 1
              1.2 #m480.1 cc 7 (volume) = 90, channel 1
              1.2 #n480.78 note F#5, quarter, velocity 90, channel 1\
            """);
  }

  @Test
  void a_mark_is_taken_away_again() {
    SongDesk desk = SongDesk.atWaltz();
    byte[] before = desk.bytes();
    desk.done("mute Piano");
    assertThat(desk.done("mute Piano")).isEqualTo("* track \"Piano\" is muted already");
    assertThat(desk.ask("tracks")).contains("10 notes D3 to A5, mute\n");
    assertThat(desk.done("mute Piano off")).isEqualTo("* track \"Piano\" is not muted");
    assertThat(desk.bytes()).isEqualTo(before);
    assertThat(desk.done("solo Piano off"))
        .isEqualTo("* track \"Piano\" does not play alone already");
  }

  @Test
  void a_mark_is_one_message_at_the_beginning() {
    SongDesk desk = SongDesk.atWaltz();
    desk.done("solo Piano");
    assertThat(desk.events()).singleElement().isInstanceOf(SongEvent.OpaqueAdded.class);
    assertThat(desk.ask("describe #m0.3 @track:Piano"))
        .isEqualTo("1.1 #m0.3 solo\nin track \"Piano\"\ntick 0, bytes ff7f7d66637020736f6c6f");
  }

  @Test
  void the_title_names_the_first_track_whether_it_had_a_name_or_not() {
    SongDesk desk = SongDesk.atFormat0();
    assertThat(desk.done("title \"First\"")).isEqualTo("* title \"First\"");
    assertThat(desk.ask("events")).startsWith("track \"First\" #t1\n  1.1 #m0.0 track-name");
    desk.undo();
    assertThat(Bytes.copyOf(desk.bytes()).hex()).isEqualTo(SongDesk.FORMAT_0);
  }

  @Test
  void a_track_goes_after_all_that_is_in_it() {
    SongDesk desk = SongDesk.atWaltz();
    desk.done("track remove Drums");
    assertThat(types(desk))
        .containsExactly(
            "TrackRenamed", "OpaqueRemoved", "NoteRemoved", "NoteRemoved", "TrackRemoved");
  }

  @Test
  void notes_that_follow_each_other_on_one_pitch_move_and_stay_apart() {
    SongDesk desk = SongDesk.atWaltz();
    desk.done("note Piano C4 at:3.1,3.2,3.3 dur:quarter");
    assertThat(desk.done("move by:quarter @pitch:C4"))
        .isEqualTo("@ 3 notes in track \"Piano\": moved to 3.2");
    assertThat(desk.done("move by:-half @pitch:C4"))
        .isEqualTo("@ 3 notes in track \"Piano\": moved to 2.3");
    assertThat(SongDesk.of(desk.bytes()).session().digest()).isEqualTo(desk.session().digest());
  }

  @Test
  void a_tempo_that_stands_in_another_track_is_changed_there() {
    SongDesk desk = SongDesk.atWaltz();
    desk.done("tempo 100 at:2 track:Piano");
    assertThat(desk.done("tempo 110 at:2")).isEqualTo("* tempo 110 at 2.1");
    assertThat(desk.ask("events Piano @range:2.1")).contains("#m1440.0 tempo 110");
  }

  private static List<String> types(SongDesk desk) {
    return desk.events().stream().map(event -> event.getClass().getSimpleName()).toList();
  }
}
