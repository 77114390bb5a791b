package dev.fcp.midi.language;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** Refusals that no table can show. */
class RefusalsTest {

  @Test
  void two_tracks_of_one_name_are_told_apart_by_their_ids() {
    SongDesk desk = SongDesk.atWaltz();
    desk.done("track rename Piano One");
    desk.done("track rename Drums ONE");
    assertThat(desk.refused("mute one"))
        .containsExactly("! \"one\" may be any of #t2, #t3", "  try: mute #t2");
    assertThat(desk.done("mute #t3")).startsWith("* track \"ONE\" is muted");
  }

  @Test
  void the_only_track_stays() {
    SongDesk desk = SongDesk.empty();
    assertThat(desk.refused("track remove \"track 1\""))
        .containsExactly("! track #t1 is the only one", "  try: remove everything @track:#t1");
  }

  @Test
  void when_every_channel_is_in_use_one_has_to_be_shared() {
    SongDesk desk = SongDesk.empty();
    for (int i = 1; i <= 15; i++) {
      desk.done("track add T" + i);
    }
    assertThat(desk.refused("track add More"))
        .containsExactly(
            "! every channel is in use by a track; say which one to share",
            "  try: track add More channel:1");
  }

  @Test
  void a_song_of_film_frames_is_told_in_ticks() {
    byte[] file = SongDesk.empty().bytes();
    file[12] = (byte) 0xE7;
    file[13] = 40;
    SongDesk desk = SongDesk.of(file);
    assertThat(desk.refused("note \"track 1\" C4 at:3 dur:t:5"))
        .containsExactly(
            "! at:3 has no meaning: this song has no bars, only ticks",
            "  try: note \"track 1\" C4 at:t:0 dur:t:5");
    assertThat(desk.refused("note #t1 C4 t:3"))
        .containsExactly(
            "! dur:quarter has no meaning: this song has no beats, only ticks",
            "  try: note #t1 C4 at:t:3 dur:t:100");
    assertThat(desk.done("note #t1 C4 t:3 dur:t:100"))
        .isEqualTo("+ note C4 #n3.60 in track #t1 at t:3, t:100, velocity 80");
    assertThat(desk.ask("map"))
        .startsWith("song, format 1, 25 frames per second, 40 ticks per frame, 103 ticks, 0:00");
    assertThat(desk.ask("piano-roll #t1")).startsWith("! this song has no bars");
  }
}
