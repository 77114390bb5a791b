package dev.fcp.midi.smf;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class SalvageTest {

  @Test
  void messages_that_no_file_can_hold_are_left_out_and_their_time_passes() {
    Salvage salvage = of(SmfBuilder.file(0, 1, 96).track("10 C0 01 20 F2 11 12 30 C0 02 "));
    assertThat(Smf.lines(salvage.content())).containsExactly("16 c001", "96 c002", "96 end");
    assertThat(findings(salvage))
        .containsExactly("byte 25: 4 bytes left out: F2, which no file can hold as a message");
  }

  @Test
  void a_track_is_read_up_to_any_other_damage() {
    Salvage salvage =
        of(SmfBuilder.file(1, 2, 96).track("00 C0 01 10 C0 81 00 C0 02 ").track("20 C0 03 "));
    assertThat(Smf.lines(salvage.content()))
        .containsExactly("0 c001", "0 end", "32 c003", "32 end");
    assertThat(findings(salvage))
        .containsExactly("byte 25: 10 bytes left out: 81 where a data byte should be");
  }

  @Test
  void the_beginning_of_a_file_that_was_cut_off_is_read() {
    Salvage salvage = of(SmfBuilder.file(1, 1, 96).ascii("MTrk").int32(99).hex("00 C0 01 00 C0"));
    assertThat(Smf.lines(salvage.content())).containsExactly("0 c001", "0 end");
    assertThat(findings(salvage))
        .containsExactly(
            "byte 18: a track of 99 bytes",
            "byte 25: 2 bytes left out: the track stops within a message");
  }

  @Test
  void a_track_whose_length_lies_is_read_up_to_the_next() {
    SmfBuilder file = SmfBuilder.file(1, 2, 96).ascii("MTrk").int32(2).hex("00 C0 01 00 FF 2F 00");
    Salvage salvage = of(file.track("00 C0 02 "));
    assertThat(Smf.lines(salvage.content())).containsExactly("0 c001", "0 end", "0 c002", "0 end");
    assertThat(findings(salvage)).containsExactly("byte 18: a track of 2 bytes");
  }

  @Test
  void a_header_is_believed_where_it_can_be() {
    Salvage salvage = of(SmfBuilder.file(5, 7, 96).track("00 C0 01 "));
    assertThat(salvage.content().format()).isEqualTo(1);
    assertThat(salvage.content().division()).isEqualTo(96);
    assertThat(findings(salvage))
        .containsExactly("byte 8: format 5", "byte 10: 7 tracks; there are 1");
  }

  @Test
  void other_chunks_stay_and_rubbish_goes() {
    SmfBuilder file = SmfBuilder.file(1, 2, 96).chunk("XFIH", SmfBuilder.empty().hex("01"));
    Salvage salvage = of(file.hex("00 01 02").track("").track("").track(""));
    assertThat(salvage.content().parts().stream().map(Smf::kind))
        .containsExactly("XFIH", "track", "track", "track");
    assertThat(findings(salvage))
        .containsExactly("byte 23: 3 bytes left out: no chunk", "byte 10: 2 tracks; there are 3");
  }

  @Test
  void a_song_in_a_broken_wrapper_is_found() {
    byte[] song = SmfBuilder.file(1, 1, 96).track("00 C0 01 ").bytes();
    SmfBuilder file = SmfBuilder.empty().riffChunk("data", song).inRiff();
    file.chunk("none", SmfBuilder.empty());
    byte[] bytes = file.bytes();
    bytes[4] = 99;
    Salvage salvage = Salvage.of(bytes, SmfLimits.standard()).orElseThrow();
    assertThat(Smf.lines(salvage.content())).containsExactly("0 c001", "0 end");
    assertThat(findings(salvage))
        .containsExactly(
            "byte 0: 20 bytes left out: nothing of a song", "byte 49: 9 bytes left out: no chunk");
  }

  @Test
  void of_a_file_without_header_nothing_is_read() {
    assertThat(Salvage.of(new byte[0], SmfLimits.standard())).isEmpty();
    assertThat(Salvage.of(SmfBuilder.empty().track("").bytes(), SmfLimits.standard())).isEmpty();
    byte[] large = SmfBuilder.file(1, 0, 96).bytes();
    assertThat(Salvage.of(large, new SmfLimits(13, 9, 9, 9, 9, 9))).isEmpty();
  }

  @Test
  void a_file_of_nothing_but_damage_has_a_short_list() {
    Salvage salvage = of(SmfBuilder.file(1, 1, 96).track("00 F4 ".repeat(5000)));
    assertThat(salvage.findings()).hasSize(1000);
    assertThat(salvage.findings().get(999).reason()).contains("more than can be listed");
  }

  @Test
  void eight_of_nine_damaged_real_files_give_their_scale() {
    assumeTrue(SmfCorpus.folder().isPresent(), "no shared/corpus/midi above this folder");
    for (Path file : SmfCorpus.damaged()) {
      Optional<Salvage> salvage = Salvage.of(SmfCorpus.bytes(file), SmfLimits.standard());
      if (file.endsWith("test-not-a-midi-file.mid")) {
        assertThat(salvage).isEmpty();
      } else {
        assertThat(Smf.lines(salvage.orElseThrow().content()).stream())
            .filteredOn(line -> line.contains(" 90"))
            .hasSize(8);
      }
    }
  }

  private static Salvage of(SmfBuilder file) {
    return Salvage.of(file.bytes(), SmfLimits.standard()).orElseThrow();
  }

  private static List<String> findings(Salvage salvage) {
    return salvage.findings().stream().map(Salvage.Finding::toString).toList();
  }
}
