package dev.fcp.midi.smf;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.fcp.eventlog.document.DocumentStore;
import dev.fcp.eventlog.domain.ReadResult;
import dev.fcp.eventlog.entity.EntityModel;
import dev.fcp.midi.SongDomain;
import dev.fcp.midi.song.Moment;
import dev.fcp.midi.song.SongEntity;
import dev.fcp.midi.song.SongKey;
import java.util.List;
import org.junit.jupiter.api.Test;

class SmfLimitsTest {

  private static final SmfLimits STANDARD = SmfLimits.standard();
  private static final int FREE = 1 << 20;

  @Test
  void a_song_may_be_as_large_as_any_file_and_last_as_long_as_any_song() {
    assertThat(STANDARD.fileBytes()).isEqualTo((int) DocumentStore.MAX_FILE_BYTES);
    assertThat(STANDARD.lastTick()).isEqualTo(Moment.LAST_TICK);
    SmfLimits longer = new SmfLimits(1, 1, 1, 1, 1, Moment.LAST_TICK + 1L);
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new SongFormat(longer, SongDomain::song))
        .withMessageContaining("lastTick");
  }

  @Test
  void what_would_not_be_read_again_is_not_written() {
    byte[] file =
        SmfBuilder.file(1, 2, 96).track("00 C0 01 00 FF 01 03 41 42 43 ").track("").bytes();
    EntityModel<SongKey, SongEntity> song = song(file);
    for (SmfLimits limits :
        List.of(
            new SmfLimits(file.length - 1, 9, 9, 9, 9, FREE),
            new SmfLimits(FREE, 1, 9, 9, 9, FREE),
            new SmfLimits(FREE, 9, 9, 1, 9, FREE),
            new SmfLimits(FREE, 9, 9, 9, 2, FREE))) {
      assertThatIllegalArgumentException()
          .isThrownBy(() -> new SongFormat(limits, SongDomain::song).write(song, List.of()))
          .withMessageContaining("more than the limit");
    }
    SmfLimits enough = new SmfLimits(file.length, 2, 1, 2, 3, FREE);
    assertThat(new SongFormat(enough, SongDomain::song).write(song, List.of())).isEqualTo(file);
  }

  private static EntityModel<SongKey, SongEntity> song(byte[] file) {
    return switch (new SongDomain().format().read(file)) {
      case ReadResult.Readable<EntityModel<SongKey, SongEntity>>(var song, var source) -> song;
      case ReadResult.Unreadable<EntityModel<SongKey, SongEntity>> refused ->
          throw new AssertionError(refused.toString());
    };
  }

  @Test
  void a_file_may_have_so_many_bytes() {
    byte[] file = SmfBuilder.file(1, 0, 96).bytes();
    assertThat(Smf.refusal(file, new SmfLimits(13, FREE, FREE, FREE, FREE, FREE)).reason())
        .contains("14 bytes, more than the limit of 13");
    assertThat(Smf.read(file, new SmfLimits(14, FREE, FREE, FREE, FREE, FREE)).tracks()).isEmpty();
  }

  @Test
  void a_header_may_announce_so_many_tracks() {
    byte[] file = SmfBuilder.file(1, 3, 96).track("").track("").track("").bytes();
    SmfReading.Refused refused = Smf.refusal(file, new SmfLimits(FREE, 2, FREE, FREE, FREE, FREE));
    assertThat(refused.offsetBytes()).isEqualTo(10);
    assertThat(Smf.read(file, new SmfLimits(FREE, 3, FREE, FREE, FREE, FREE)).tracks()).hasSize(3);
  }

  @Test
  void there_may_be_so_many_other_chunks() {
    SmfBuilder file = SmfBuilder.file(1, 0, 96);
    byte[] bytes = file.chunk("a...", SmfBuilder.empty()).chunk("b...", SmfBuilder.empty()).bytes();
    assertThat(Smf.refusal(bytes, new SmfLimits(FREE, FREE, 1, FREE, FREE, FREE)).offsetBytes())
        .isEqualTo(22);
    assertThat(Smf.read(bytes, new SmfLimits(FREE, FREE, 2, FREE, FREE, FREE)).content().parts())
        .hasSize(2);
  }

  @Test
  void all_tracks_together_may_have_so_many_messages() {
    byte[] file = SmfBuilder.file(1, 2, 96).track("00 C0 01 ").track("00 C0 01 00 02 ").bytes();
    SmfReading.Refused refused = Smf.refusal(file, new SmfLimits(FREE, FREE, FREE, 2, FREE, FREE));
    assertThat(refused.reason()).contains("more than the limit of 2 messages");
    assertThat(refused.offsetBytes()).isEqualTo(file.length - 5);
    assertThat(Smf.read(file, new SmfLimits(FREE, FREE, FREE, 3, FREE, FREE)).tracks()).hasSize(2);
  }

  @Test
  void a_message_may_have_so_many_bytes() {
    byte[] file = SmfBuilder.file(1, 1, 96).track("00 FF 01 03 41 42 43 ").bytes();
    assertThat(Smf.refusal(file, new SmfLimits(FREE, FREE, FREE, FREE, 2, FREE)).offsetBytes())
        .isEqualTo(25);
    assertThat(Smf.read(file, new SmfLimits(FREE, FREE, FREE, FREE, 3, FREE)).tracks()).hasSize(1);
  }

  @Test
  void a_track_may_last_so_many_ticks() {
    byte[] file = SmfBuilder.file(1, 1, 96).rawTrack("05 C0 01 05 FF 2F 00").bytes();
    assertThat(Smf.refusal(file, new SmfLimits(FREE, FREE, FREE, FREE, FREE, 9)).offsetBytes())
        .isEqualTo(25);
    assertThat(Smf.read(file, new SmfLimits(FREE, FREE, FREE, FREE, FREE, 10)).tracks()).hasSize(1);
  }

  @Test
  void a_sum_of_longest_steps_is_refused() {
    byte[] file = SmfBuilder.file(0, 1, 96).track("FF FF FF 7F C0 01 ".repeat(100_000)).bytes();
    assertThat(Smf.refusal(file).offsetBytes()).isEqualTo(28);
  }

  @Test
  void an_endless_running_status_is_refused() {
    SmfBuilder track = SmfBuilder.empty().hex("00 C0 00").times(2 * STANDARD.messages(), 0);
    byte[] file = SmfBuilder.file(0, 1, 96).chunk("MTrk", track).bytes();
    assertThat(Smf.refusal(file).reason()).contains("limit of 4000000 messages");
  }

  @Test
  void a_million_tracks_are_refused() {
    byte[] track = SmfBuilder.empty().track("").bytes();
    SmfBuilder file = SmfBuilder.file(1, 0xFFFF, 96);
    for (int i = 0; i < 1_000_000; i++) {
      file.add(track);
    }
    assertThat(Smf.refusal(file.bytes()).reason()).contains("one more track than the 65535");
  }

  @Test
  void announced_tracks_take_no_room() {
    assertThat(Smf.refusal(SmfBuilder.file(1, 0xFFFF, 96).bytes()).offsetBytes()).isEqualTo(14);
  }

  @Test
  void a_hundred_megabytes_of_system_exclusive_are_refused() {
    byte[] head = SmfBuilder.file(0, 1, 96).ascii("MTrk").int32(100_000_009).bytes();
    byte[] file = new byte[100_000_031];
    System.arraycopy(head, 0, file, 0, head.length);
    assertThat(Smf.refusal(file).reason()).contains("more than the limit of 67108864");
  }

  @Test
  void a_long_system_exclusive_is_refused() {
    int length = 20_000_000;
    SmfBuilder sysex = SmfBuilder.empty().hex("00 F0 89 C4 DA 00").times(length, 0);
    byte[] file = SmfBuilder.file(0, 1, 96).chunk("MTrk", sysex.hex("00 FF 2F 00")).bytes();
    assertThat(Smf.refusal(file).reason()).contains("more than the limit of 16777216");
  }

  @Test
  void a_length_that_lies_is_refused_before_anything_is_made_of_it() {
    byte[] file = SmfBuilder.file(0, 1, 96).track("00 F0 FF FF FF 7F ").bytes();
    SmfLimits lavish = new SmfLimits(FREE, FREE, FREE, FREE, Integer.MAX_VALUE, FREE);
    assertThat(Smf.refusal(file, lavish).reason()).contains("268435455 bytes where 4 are left");
  }

  @Test
  void a_limit_is_at_least_one() {
    assertThatIllegalArgumentException().isThrownBy(() -> new SmfLimits(1, 1, 1, 1, 0, 1));
  }
}
