package dev.fcp.midi.smf;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class SmfRefusalTest {

  /** The offset of the track data in a file with one track. */
  private static final int TRACK_BODY_OFFSET = 22;

  static List<Arguments> tracks() {
    return List.of(
        Arguments.of("00 F4 ", 1, "F4, which no file can hold"),
        Arguments.of("00 F1 7F ", 1, "F1"),
        Arguments.of("60 FE ", 1, "FE"),
        Arguments.of("00 3C 40 ", 1, "data byte 3C without a status"),
        Arguments.of("00 F0 01 F7 00 3C 40 ", 5, "data byte 3C"),
        Arguments.of("00 90 80 40 ", 2, "80 where a data byte should be"),
        Arguments.of("00 90 3C FF ", 3, "FF where a data byte should be"),
        Arguments.of("00 C0 C1 ", 2, "C1 where a data byte"),
        Arguments.of("80 80 80 80 00 90 3C 40 ", 0, "a delta of more than four bytes"),
        Arguments.of("00 FF 01 80 80 80 80 00 ", 3, "a length of more than four bytes"),
        Arguments.of("00 FF 80 00 ", 2, "80 where the type"),
        Arguments.of("00 FF 01 7F 41 ", 3, "127 bytes where 5 are left"),
        Arguments.of("00 F0 83 FF 7F ", 2, "65535 bytes where 4 are left"),
        Arguments.of("FF FF FF 7F 90 3C 40 01 3C 00 ", 7, "tick 268435456"));
  }

  @ParameterizedTest
  @MethodSource("tracks")
  void a_damaged_track_is_refused_at_the_damaged_byte(String hex, int offset, String reason) {
    SmfReadResult.Refused refused =
        SmfTestFiles.refusal(SmfBuilder.file(0, 1, 96).track(hex).bytes());
    assertThat(refused.offsetBytes()).isEqualTo(TRACK_BODY_OFFSET + offset);
    assertThat(refused.reason()).contains(reason);
  }

  static List<Arguments> stops() {
    return List.of(
        Arguments.of("", 0, "without an end of track"),
        Arguments.of("00 90 3C 40", 4, "without an end of track"),
        Arguments.of("00 90 3C", 3, "within a message"),
        Arguments.of("00 90", 2, "within a message"),
        Arguments.of("00", 1, "within a message"),
        Arguments.of("81", 1, "within a message"),
        Arguments.of("00 FF", 2, "within a message"),
        Arguments.of("00 FF 2F", 3, "within a message"),
        Arguments.of("00 FF 2F 01 00", 3, "an end of track that is not empty"));
  }

  @ParameterizedTest
  @MethodSource("stops")
  void a_track_that_stops_is_refused_at_its_end(String hex, int offset, String reason) {
    SmfReadResult.Refused refused =
        SmfTestFiles.refusal(SmfBuilder.file(0, 1, 96).rawTrack(hex).bytes());
    assertThat(refused.offsetBytes()).isEqualTo(TRACK_BODY_OFFSET + offset);
    assertThat(refused.reason()).contains(reason);
  }

  static List<Arguments> files() {
    SmfBuilder extraTrack = SmfBuilder.file(1, 1, 96).track("").track("");
    SmfBuilder truncated = SmfBuilder.file(1, 1, 96).track("").ascii("MTrk").int32(99);
    SmfBuilder wrongLength = SmfBuilder.file(1, 1, 96).ascii("MTrk").int32(-1).hex("00 FF 2F 00");
    return List.of(
        Arguments.of(SmfBuilder.empty(), 0, "MThd"),
        Arguments.of(SmfBuilder.empty().ascii("MThd"), 4, "stops within its header"),
        Arguments.of(SmfBuilder.empty().chunk("MThd", shortHeader()), 4, "a header of 5 bytes"),
        Arguments.of(SmfBuilder.empty().ascii("MThd").int32(7), 4, "7 bytes where 0 are left"),
        Arguments.of(SmfBuilder.file(3, 0, 96), 8, "format 3"),
        Arguments.of(SmfBuilder.file(1, 1, 96), 14, "track 1 of 1 should begin"),
        Arguments.of(SmfBuilder.file(1, 2, 96).track(""), 26, "track 2 of 2 should begin"),
        Arguments.of(extraTrack, 26, "one more track than the 1"),
        Arguments.of(truncated, 26, "one more track"),
        Arguments.of(wrongLength, 18, "4294967295 bytes where 4 are left"));
  }

  private static SmfBuilder shortHeader() {
    return SmfBuilder.empty().hex("00 01 00 01 00");
  }

  @ParameterizedTest
  @MethodSource("files")
  void a_damaged_file_is_refused_at_the_damaged_byte(SmfBuilder file, int offset, String reason) {
    SmfReadResult.Refused refused = SmfTestFiles.refusal(file.bytes());
    assertThat(refused.offsetBytes()).isEqualTo(offset);
    assertThat(refused.reason()).contains(reason);
  }

  static List<Arguments> wrappers() {
    byte[] song = SmfBuilder.file(1, 0, 96).bytes();
    SmfBuilder shortRiff = SmfBuilder.empty().ascii("RIFF").int32(0).ascii("RMID");
    SmfBuilder wrongLength =
        SmfBuilder.empty().ascii("data").int32(Integer.reverseBytes(15)).add(song);
    return List.of(
        Arguments.of(SmfBuilder.empty().ascii("RIFF").int32(0).ascii("WAVE"), 8, "none that holds"),
        Arguments.of(SmfBuilder.empty().ascii("RIF"), 0, "MThd"),
        Arguments.of(SmfBuilder.empty().ascii("RIFF"), 4, "none that holds"),
        Arguments.of(shortRiff, 4, "ends at byte 8 of 12"),
        Arguments.of(SmfBuilder.empty().riffChunk("LIST", song).inRiff(), 34, "no RIFF chunk of"),
        Arguments.of(wrongLength.inRiff(), 16, "15 bytes where 14 are left"),
        Arguments.of(SmfBuilder.empty().riffChunk("data", new byte[2]).inRiff(), 20, "MThd"));
  }

  @ParameterizedTest
  @MethodSource("wrappers")
  void a_damaged_wrapper_is_refused_at_the_damaged_byte(
      SmfBuilder file, int offset, String reason) {
    SmfReadResult.Refused refused = SmfTestFiles.refusal(file.bytes());
    assertThat(refused.offsetBytes()).isEqualTo(offset);
    assertThat(refused.reason()).contains(reason);
  }

  @Test
  void nine_damaged_real_files_are_refused_at_the_damaged_byte() {
    assumeTrue(SmfCorpus.folder().isPresent(), "no shared/corpus/midi above this folder");
    Map<String, Integer> offsets = new TreeMap<>();
    for (Path file : SmfCorpus.damaged()) {
      offsets.put(
          file.getFileName().toString(), SmfTestFiles.refusal(SmfCorpus.bytes(file)).offsetBytes());
    }
    assertThat(offsets)
        .containsExactlyInAnyOrderEntriesOf(
            Map.of(
                "test-not-a-midi-file.mid", 0,
                "test-corrupt-file-missing-byte.mid", 18,
                "test-illegal-message-all.mid", 0xBB,
                "test-illegal-message-f2-xx-xx.mid", 0xDD,
                "test-illegal-message-f4.mid", 0xCD,
                "test-illegal-message-f6.mid", 0xD0,
                "test-illegal-message-f9.mid", 0xCD,
                "test-illegal-message-fb.mid", 0xCC,
                "test-illegal-message-fd.mid", 0xCD));
  }

  @Test
  void all_other_real_files_are_read() {
    assumeTrue(SmfCorpus.folder().isPresent(), "no shared/corpus/midi above this folder");
    assertThat(SmfCorpus.readable()).hasSize(27);
    for (Path file : SmfCorpus.readable()) {
      assertThat(SmfTestFiles.read(SmfCorpus.bytes(file)).tracks()).isNotEmpty();
    }
  }
}
