package dev.fcp.midi.language;

import static org.assertj.core.api.Assertions.assertThat;

import dev.fcp.eventlog.domain.Domain;
import dev.fcp.midi.SongDomain;
import dev.fcp.verbs.CreateResult;
import dev.fcp.verbs.Languages;
import dev.fcp.verbs.syntax.OperationParser;
import dev.fcp.verbs.syntax.ParseResult;
import dev.fcp.verbs.syntax.ParsedOperation;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class SongQueriesTest {

  private final SongUnderTest song = SongUnderTest.waltz();

  @Test
  void the_map_shows_time_and_tracks() {
    song.runSuccessfully("tempo 90.5 at:2.2");
    song.runSuccessfully("time-sig 6/8 at:3");
    song.runSuccessfully("mute Drums");
    assertThat(song.query("map"))
        .isEqualTo(
            """
            song "Waltz", format 1, 480 ticks per quarter, 2 bars, 0:03
            tempo 120 at 1.1
            tempo 90.5 at 2.2
            time-sig 3/4 at 1.1
            time-sig 6/8 at 3.1
            key-sig D major at 1.1
            marker "End" at 2.1
            track "Waltz" #t1, 0 notes
            track "Piano" #t2, channel 1, program 1 "Acoustic Grand Piano", 10 notes D3 to A5
            track "Drums" #t3, channel 10, program drum kit 1, 2 notes, mute\
            """);
  }

  @Test
  void the_map_of_separate_songs_shows_the_bars_of_each() {
    byte[] file = song.bytes();
    file[9] = 2;
    assertThat(SongUnderTest.of(file).query("map"))
        .startsWith(
            """
            song "Waltz", format 2, 480 ticks per quarter, 2880 ticks
            track "Waltz" #t1, 0 notes
              tempo 120 at 1.1
              time-sig 3/4 at 1.1
            """);
    assertThat(SongUnderTest.of(file).query("events Drums")).contains("1.4 #n1440.36 note kick");
  }

  @Test
  void tracks_are_listed_with_channels_programs_and_ranges() {
    song.runSuccessfully("program Piano violin at:2");
    song.runSuccessfully("note Piano C4 at:2 channel:3");
    song.runSuccessfully("track rename Drums \"\"");
    assertThat(song.query("tracks"))
        .isEqualTo(
            """
            track "Waltz" #t1, 0 notes
            track "Piano" #t2, channels 1, 3, program 1 "Acoustic Grand Piano", 11 notes D3 to A5
            track #t3, channel 10, program drum kit 1, 2 notes\
            """);
  }

  @Test
  void events_are_listed_with_their_ids_and_can_be_narrowed() {
    assertThat(song.query("events Drums"))
        .isEqualTo(
            """
            track "Drums" #t3
              1.1 #m0.0 track-name "Drums"
              1.1 #m0.1 program drum kit 1, channel 10
              1.1 #n0.36 note kick, eighth, velocity 80, channel 10
              2.1 #n1440.36 note kick, eighth, velocity 80, channel 10\
            """);
    assertThat(song.query("events @range:1.2-2.1 @pitch:F#5"))
        .isEqualTo(
            """
            track "Piano" #t2
              1.2 #n480.78 note F#5, quarter, velocity 90, channel 1\
            """);
    assertThat(song.query("events @range:7")).isEqualTo("there is no note or message");
    assertThat(song.query("events @tarck:Piano"))
        .startsWith("! events does not know the selector @tarck");
  }

  @Test
  void stats_counts_notes_and_messages() {
    assertThat(song.query("stats"))
        .isEqualTo(
            """
            3 tracks, 12 notes, 11 other messages
            track "Waltz": key-sigs 1, markers 1, names 1, tempos 1, time-sigs 1
            track "Piano": bends 1, cc 1, names 1, notes 10, programs 1
            track "Drums": names 1, notes 2, programs 1
            velocities 64 to 96
            lengths 240 to 1440 ticks\
            """);
  }

  @Test
  void describe_lists_all_details_of_an_item() {
    assertThat(song.query("describe piano"))
        .startsWith("track \"Piano\" #t2, channel 1,")
        .contains("\nfrom 1.1 to 3.1\n", "\nnotes: 10\n");
    assertThat(song.query("describe #n480.78"))
        .isEqualTo(
            """
            1.2 #n480.78 note F#5, quarter, velocity 90, channel 1
            in track "Piano"
            pitch 78 (F#5), ticks 480 to 960
            begins 904e5a, ends 804e40\
            """);
    assertThat(song.query("describe #m0.0"))
        .isEqualTo("! \"#m0.0\" is in track \"Waltz\", track \"Piano\", track \"Drums\"");
    assertThat(song.query("describe #m0.0 @track:Drums")).contains("track-name \"Drums\"");
    assertThat(song.query("describe Pino"))
        .isEqualTo("! there is no track \"Pino\"\n  try: describe Piano");
  }

  @Test
  void find_searches_all_texts_and_instruments() {
    assertThat(song.query("find PIANO"))
        .isEqualTo(
            """
            track "Piano": 1.1 #m0.0 track-name "Piano"
            track "Piano": 1.1 #m0.1 program 1 "Acoustic Grand Piano", channel 1\
            """);
    assertThat(song.query("find end")).isEqualTo("track \"Waltz\": 2.1 #m1440.0 marker \"End\"");
    assertThat(song.query("find zebra")).isEqualTo("nothing holds \"zebra\"");
    assertThat(song.query("find \"\"")).startsWith("! find needs a text");
  }

  @Test
  void a_piano_roll_is_a_picture_of_the_notes() {
    assertThat(song.query("piano-roll Piano"))
        .isEqualTo(
            """
            track "Piano", 10 notes, grid:16th
                |1           |2
            A5  |............|o-------....
            F#5 |o---o---....|........o---
            A3  |o-----------|o-----------
            F#3 |o-----------|o-----------
            D3  |o-----------|o-----------\
            """);
    assertThat(song.query("piano-roll Drums grid:quarter"))
        .isEqualTo(
            """
            track "Drums", 2 notes, grid:quarter
                 |1  |2
            kick |o..|o..\
            """);
    assertThat(song.query("piano-roll Piano @range:1 @pitch:F#5"))
        .isEqualTo(
            """
            track "Piano", 2 notes, grid:16th
                |1
            F#5 |o---o---....\
            """);
    assertThat(song.query("piano-roll Waltz")).isEqualTo("track \"Waltz\" has no such note");
    assertThat(song.query("piano-roll Piano grid:0beats"))
        .startsWith("! grid:0beats lasts no time");
  }

  @Test
  void a_long_piano_roll_wraps_into_blocks() {
    song.runSuccessfully("note Piano C4 at:3,7,40");
    assertThat(song.query("piano-roll Piano @pitch:C4"))
        .isEqualTo(
            """
            track "Piano", 3 notes, grid:16th
               |3           |4           |5           |6           |7
            C4 |o---........|............|............|............|o---........
               |38          |39          |40
            C4 |............|............|o---........\
            """);
  }

  @Test
  void queries_never_change_anything() {
    var before = song.model();
    for (String query :
        List.of("map", "tracks", "events", "stats", "describe Piano", "find x", "piano-roll #t2")) {
      assertThat(song.query(query)).doesNotStartWith("!");
    }
    assertThat(song.model()).isSameAs(before);
  }

  @Test
  void the_digest_line_starts_with_the_hash() {
    List<String> lines = song.run("transpose 1 @pitch:A5").lines();
    assertThat(lines.get(1)).matches("hash:[0-9a-f]{8} tracks:3 notes:12");
    assertThat(lines.get(1)).contains(song.session().digest().shortHex());
  }

  @Test
  void a_new_song_has_a_track_for_its_title_tempo_and_signatures() {
    assertThat(created("new", "new tempo:90 time-sig:3/4 key-sig:Dm ticks:96", "Waltz"))
        .isEqualTo(
            """
            song "Waltz", format 1, 96 ticks per quarter, 0 bars, 0:00
            tempo 90 at 1.1
            time-sig 3/4 at 1.1
            key-sig D minor at 1.1
            track "Waltz" #t1, 0 notes\
            """);
  }

  private static String created(String verb, String action, String title) {
    MidiLanguage language = new MidiLanguage();
    ParsedOperation op =
        switch (OperationParser.parse(action)) {
          case ParseResult.Parsed(var parsed) -> parsed;
          case ParseResult.Malformed malformed -> throw new AssertionError(malformed.message());
        };
    assertThat(op.verb()).isEqualTo(verb);
    return switch (language.create(Optional.of(title), op)) {
      case CreateResult.Created<?>(var model) -> {
        byte[] file = language.domain().format().write(asSong(language.domain(), model), List.of());
        yield SongUnderTest.of(file).query("map");
      }
      case CreateResult.Refused<?> refused -> throw new AssertionError(refused.toString());
    };
  }

  @SuppressWarnings("unchecked") // the language creates models of its own domain
  private static <M> M asSong(Domain<M, ?> domain, Object model) {
    return (M) model;
  }

  @Test
  void the_language_of_songs_is_found() {
    assertThat(Languages.installed().forDomain("midi")).get().isInstanceOf(MidiLanguage.class);
    assertThat(Languages.installed().forFileName("Song.MID").orElseThrow().domain())
        .isInstanceOf(SongDomain.class);
  }
}
