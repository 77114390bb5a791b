package dev.fcp.midi.language;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** Refusals that need more than a row in a table. */
class SongRefusalsTest {

  @Test
  void two_tracks_of_one_name_are_distinguished_by_their_ids() {
    SongUnderTest song = SongUnderTest.waltz();
    song.runSuccessfully("track rename Piano One");
    song.runSuccessfully("track rename Drums ONE");
    assertThat(song.runRefused("mute one")).containsExactly("! \"one\" may be any of #t2, #t3");
    assertThat(song.runSuccessfully("mute #t3")).startsWith("* track \"ONE\" is muted");
  }

  @Test
  void the_only_track_cannot_be_removed() {
    SongUnderTest song = SongUnderTest.empty();
    assertThat(song.runRefused("track remove \"track 1\""))
        .containsExactly("! track #t1 is the only one");
  }

  @Test
  void a_track_needs_an_explicit_channel_when_all_are_in_use() {
    SongUnderTest song = SongUnderTest.empty();
    for (int i = 1; i <= 15; i++) {
      song.runSuccessfully("track add T" + i);
    }
    assertThat(song.runRefused("track add More"))
        .containsExactly("! every channel is in use by a track; say which one to share");
  }

  @Test
  void a_smpte_song_uses_ticks_only() {
    byte[] file = SongUnderTest.empty().bytes();
    file[12] = (byte) 0xE7;
    file[13] = 40;
    SongUnderTest song = SongUnderTest.of(file);
    assertThat(song.runRefused("note \"track 1\" C4 at:3 dur:t:5"))
        .containsExactly(
            "! at:3 has no meaning: this song has no bars, only ticks",
            "  try: note \"track 1\" C4 at:t:0 dur:t:5");
    assertThat(song.runRefused("note #t1 C4 t:3"))
        .containsExactly("! dur:quarter has no meaning: this song has no beats, only ticks");
    assertThat(song.runSuccessfully("note #t1 C4 t:3 dur:t:100"))
        .isEqualTo("+ note C4 #n3.60 in track #t1 at t:3, t:100, velocity 80");
    assertThat(song.query("map"))
        .startsWith("song, format 1, 25 frames per second, 40 ticks per frame, 103 ticks, 0:00");
    assertThat(song.query("piano-roll #t1")).startsWith("! this song has no bars");
  }
}
