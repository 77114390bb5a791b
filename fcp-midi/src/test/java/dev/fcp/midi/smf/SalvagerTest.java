package dev.fcp.midi.smf;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class SalvagerTest {

  @Test
  void invalid_messages_are_skipped_and_their_delta_is_kept() {
    SalvageResult salvage =
        salvage(SmfBuilder.file(0, 1, 96).track("10 C0 01 20 F2 11 12 30 C0 02 "));
    assertThat(SmfTestFiles.lines(salvage.content()))
        .containsExactly("16 c001", "96 c002", "96 end");
    assertThat(findings(salvage))
        .containsExactly("byte 25: 4 bytes left out: F2, which no file can hold as a message");
  }

  @Test
  void a_track_is_read_up_to_any_other_damage() {
    SalvageResult salvage =
        salvage(SmfBuilder.file(1, 2, 96).track("00 C0 01 10 C0 81 00 C0 02 ").track("20 C0 03 "));
    assertThat(SmfTestFiles.lines(salvage.content()))
        .containsExactly("0 c001", "0 end", "32 c003", "32 end");
    assertThat(findings(salvage))
        .containsExactly("byte 25: 10 bytes left out: 81 where a data byte should be");
  }

  @Test
  void the_start_of_a_truncated_file_is_read() {
    SalvageResult salvage =
        salvage(SmfBuilder.file(1, 1, 96).ascii("MTrk").int32(99).hex("00 C0 01 00 C0"));
    assertThat(SmfTestFiles.lines(salvage.content())).containsExactly("0 c001", "0 end");
    assertThat(findings(salvage))
        .containsExactly(
            "byte 18: a track of 99 bytes",
            "byte 25: 2 bytes left out: the track stops within a message");
  }

  @Test
  void a_track_with_a_wrong_length_is_read_up_to_the_next() {
    SmfBuilder file = SmfBuilder.file(1, 2, 96).ascii("MTrk").int32(2).hex("00 C0 01 00 FF 2F 00");
    SalvageResult salvage = salvage(file.track("00 C0 02 "));
    assertThat(SmfTestFiles.lines(salvage.content()))
        .containsExactly("0 c001", "0 end", "0 c002", "0 end");
    assertThat(findings(salvage)).containsExactly("byte 18: a track of 2 bytes");
  }

  @Test
  void plausible_header_fields_are_kept() {
    SalvageResult salvage = salvage(SmfBuilder.file(5, 7, 96).track("00 C0 01 "));
    assertThat(salvage.content().format()).isEqualTo(1);
    assertThat(salvage.content().division()).isEqualTo(96);
    assertThat(findings(salvage))
        .containsExactly("byte 8: format 5", "byte 10: 7 tracks; there are 1");
  }

  @Test
  void other_chunks_are_kept_and_garbage_is_skipped() {
    SmfBuilder file = SmfBuilder.file(1, 2, 96).chunk("XFIH", SmfBuilder.empty().hex("01"));
    SalvageResult salvage = salvage(file.hex("00 01 02").track("").track("").track(""));
    assertThat(salvage.content().chunks().stream().map(SmfTestFiles::chunkType))
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
    SalvageResult salvage = SalvageResult.of(bytes, SmfLimits.standard()).orElseThrow();
    assertThat(SmfTestFiles.lines(salvage.content())).containsExactly("0 c001", "0 end");
    assertThat(findings(salvage))
        .containsExactly(
            "byte 0: 20 bytes left out: nothing of a song", "byte 49: 9 bytes left out: no chunk");
  }

  @Test
  void a_file_without_header_is_not_salvaged() {
    assertThat(SalvageResult.of(new byte[0], SmfLimits.standard())).isEmpty();
    assertThat(SalvageResult.of(SmfBuilder.empty().track("").bytes(), SmfLimits.standard()))
        .isEmpty();
    byte[] large = SmfBuilder.file(1, 0, 96).bytes();
    assertThat(SalvageResult.of(large, new SmfLimits(13, 9, 9, 9, 9, 9))).isEmpty();
  }

  @Test
  void the_list_of_findings_is_bounded() {
    SalvageResult salvage = salvage(SmfBuilder.file(1, 1, 96).track("00 F4 ".repeat(5000)));
    assertThat(salvage.findings()).hasSize(1000);
    assertThat(salvage.findings().get(999).reason()).contains("more than can be listed");
  }

  @Test
  void eight_of_nine_damaged_real_files_are_salvaged() {
    assumeTrue(SmfCorpus.folder().isPresent(), "no shared/corpus/midi above this folder");
    for (Path file : SmfCorpus.damaged()) {
      Optional<SalvageResult> salvage =
          SalvageResult.of(SmfCorpus.bytes(file), SmfLimits.standard());
      if (file.endsWith("test-not-a-midi-file.mid")) {
        assertThat(salvage).isEmpty();
      } else {
        assertThat(SmfTestFiles.lines(salvage.orElseThrow().content()).stream())
            .filteredOn(line -> line.contains(" 90"))
            .hasSize(8);
      }
    }
  }

  private static SalvageResult salvage(SmfBuilder file) {
    return SalvageResult.of(file.bytes(), SmfLimits.standard()).orElseThrow();
  }

  private static List<String> findings(SalvageResult salvage) {
    return salvage.findings().stream().map(SalvageResult.Finding::toString).toList();
  }
}
