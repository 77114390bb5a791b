package dev.fcp.midi.smf;

import static org.assertj.core.api.Assertions.assertThat;

import dev.fcp.midi.smf.SmfContent.OtherChunk;
import dev.fcp.midi.smf.SmfContent.RmidWrapper;
import dev.fcp.midi.smf.SmfContent.TrackChunk;
import java.util.HexFormat;
import java.util.List;
import org.junit.jupiter.api.Test;

class SmfReadingTest {

  @Test
  void a_header_has_format_and_division() {
    assertThat(content("format-2").format()).isEqualTo(2);
    assertThat(content("format-1").division()).isEqualTo(480);
    assertThat(content("smpte-25-40").division()).isEqualTo(0xE728);
    assertThat(hex(content("long-header").extra())).isEqualTo("010203");
  }

  @Test
  void a_message_has_its_tick_bytes_and_encoded_range() {
    SmfTrack track = SmfTestFiles.read(SmfTestFiles.fixture("running-status")).tracks().get(0);
    SmfMessage off = track.messages().get(1);
    assertThat(off.absoluteTick()).isEqualTo(0x60);
    assertThat(HexFormat.of().formatHex(off.bytes())).isEqualTo("913c00");
    assertThat(off.offsetBytes()).isEqualTo(22 + 4);
    assertThat(off.encodedBytes()).isEqualTo(3);
    assertThat(track.offsetBytes()).isEqualTo(14);
    assertThat(track.encodedBytes()).isEqualTo(SmfTestFiles.fixture("running-status").length - 14);
  }

  @Test
  void a_running_status_outlives_other_messages() {
    assertThat(SmfTestFiles.lines(content("running-status-over-meta")))
        .containsExactly(
            "0 903c40", "96 ff0141", "96 903c00", "96 f0f7", "96 904040", "192 904000", "192 end");
  }

  @Test
  void packets_of_system_exclusive_are_messages_of_their_own() {
    assertThat(SmfTestFiles.lines(content("packets")))
        .containsExactly(
            "0 f0431200",
            "200 f7431200431200",
            "300 f7431200f7",
            "300 f7f301",
            "300 f0",
            "300 f7",
            "300 end");
  }

  @Test
  void numbers_may_be_longer_than_necessary() {
    assertThat(SmfTestFiles.lines(content("non-minimal")))
        .containsExactly("0 ff034142", "0 903c40", "96 903c00", "96 f07e00f7", "112 end");
  }

  @Test
  void every_channel_message_has_its_data() {
    assertThat(SmfTestFiles.lines(content("all-channel-messages")))
        .containsExactly(
            "0 903c40",
            "0 a03c10",
            "0 b00764",
            "0 c005",
            "0 c006",
            "0 d020",
            "0 d022",
            "0 e00040",
            "0 e00041",
            "96 803c00",
            "96 end");
  }

  @Test
  void every_type_of_meta_message_is_read() {
    assertThat(SmfTestFiles.lines(content("all-meta-messages"))).hasSize(1 + 126 + 1 + 1);
  }

  @Test
  void a_delta_may_have_28_bits() {
    assertThat(SmfTestFiles.lines(content("far-away")))
        .containsExactly("65535 903c40", "134250495 803c40", "134250495 end");
  }

  @Test
  void other_chunks_keep_their_positions() {
    assertThat(content("chunks-everywhere").chunks().stream().map(SmfTestFiles::chunkType))
        .containsExactly("XFIH", "track", "abcd", "MThx", "track", "XFKM");
    OtherChunk first = (OtherChunk) content("chunks-everywhere").chunks().get(0);
    assertThat(hex(first.data())).isEqualTo("deadbeef00");
  }

  @Test
  void trailing_bytes_are_kept() {
    assertThat(hex(content("trailing-bytes").trailing())).isEqualTo("00001a");
    assertThat(hex(content("trailing-half-chunk").trailing())).isEqualTo("4c49535400000063");
    List<TrackChunk> tracks = content("bytes-after-two-ends").tracks().toList();
    assertThat(tracks).extracting(track -> hex(track.trailing())).containsExactly("aa", "bbcc");
    assertThat(tracks.get(1).endTick()).isEqualTo(288 + 480);
  }

  @Test
  void a_wrapper_is_separate_from_the_song() {
    RmidWrapper wrapper = content("rmid-in-the-middle").wrapper().orElseThrow();
    assertThat(hex(wrapper.before())).isEqualTo("444953500300000000000000");
    assertThat(hex(wrapper.after())).isEqualTo("4c49535408000000494e464f494e414d");
    assertThat(content("format-0").wrapper()).isEmpty();
    assertThat(hex(content("rmid-padded").trailing())).isEqualTo("01");
  }

  private static SmfContent content(String fixture) {
    return SmfTestFiles.read(SmfTestFiles.fixture(fixture)).content();
  }

  private static String hex(ByteRange bytes) {
    return HexFormat.of().formatHex(bytes.toByteArray());
  }
}
