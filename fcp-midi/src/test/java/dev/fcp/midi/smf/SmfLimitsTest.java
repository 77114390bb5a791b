package dev.fcp.midi.smf;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.fcp.eventlog.document.DocumentStore;
import dev.fcp.eventlog.domain.DocumentFormat.ReadResult;
import dev.fcp.eventlog.entity.EntityModel;
import dev.fcp.midi.SongDomain;
import dev.fcp.midi.song.MessagePosition;
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
    assertThat(STANDARD.lastTick()).isEqualTo(MessagePosition.MAX_TICK);
    SmfLimits longer = new SmfLimits(1, 1, 1, 1, 1, MessagePosition.MAX_TICK + 1L);
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new SongFormat(longer, SongDomain::song))
        .withMessageContaining("lastTick");
  }

  @Test
  void a_song_beyond_the_limits_is_not_written() {
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
  void the_file_size_is_limited() {
    byte[] file = SmfBuilder.file(1, 0, 96).bytes();
    assertThat(SmfTestFiles.refusal(file, new SmfLimits(13, FREE, FREE, FREE, FREE, FREE)).reason())
        .contains("14 bytes, more than the limit of 13");
    assertThat(SmfTestFiles.read(file, new SmfLimits(14, FREE, FREE, FREE, FREE, FREE)).tracks())
        .isEmpty();
  }

  @Test
  void the_number_of_announced_tracks_is_limited() {
    byte[] file = SmfBuilder.file(1, 3, 96).track("").track("").track("").bytes();
    SmfReadResult.Refused refused =
        SmfTestFiles.refusal(file, new SmfLimits(FREE, 2, FREE, FREE, FREE, FREE));
    assertThat(refused.offsetBytes()).isEqualTo(10);
    assertThat(SmfTestFiles.read(file, new SmfLimits(FREE, 3, FREE, FREE, FREE, FREE)).tracks())
        .hasSize(3);
  }

  @Test
  void the_number_of_other_chunks_is_limited() {
    SmfBuilder file = SmfBuilder.file(1, 0, 96);
    byte[] bytes = file.chunk("a...", SmfBuilder.empty()).chunk("b...", SmfBuilder.empty()).bytes();
    assertThat(
            SmfTestFiles.refusal(bytes, new SmfLimits(FREE, FREE, 1, FREE, FREE, FREE))
                .offsetBytes())
        .isEqualTo(22);
    assertThat(
            SmfTestFiles.read(bytes, new SmfLimits(FREE, FREE, 2, FREE, FREE, FREE))
                .content()
                .chunks())
        .hasSize(2);
  }

  @Test
  void the_total_number_of_messages_is_limited() {
    byte[] file = SmfBuilder.file(1, 2, 96).track("00 C0 01 ").track("00 C0 01 00 02 ").bytes();
    SmfReadResult.Refused refused =
        SmfTestFiles.refusal(file, new SmfLimits(FREE, FREE, FREE, 2, FREE, FREE));
    assertThat(refused.reason()).contains("more than the limit of 2 messages");
    assertThat(refused.offsetBytes()).isEqualTo(file.length - 5);
    assertThat(SmfTestFiles.read(file, new SmfLimits(FREE, FREE, FREE, 3, FREE, FREE)).tracks())
        .hasSize(2);
  }

  @Test
  void the_message_size_is_limited() {
    byte[] file = SmfBuilder.file(1, 1, 96).track("00 FF 01 03 41 42 43 ").bytes();
    assertThat(
            SmfTestFiles.refusal(file, new SmfLimits(FREE, FREE, FREE, FREE, 2, FREE))
                .offsetBytes())
        .isEqualTo(25);
    assertThat(SmfTestFiles.read(file, new SmfLimits(FREE, FREE, FREE, FREE, 3, FREE)).tracks())
        .hasSize(1);
  }

  @Test
  void the_length_of_a_track_is_limited() {
    byte[] file = SmfBuilder.file(1, 1, 96).rawTrack("05 C0 01 05 FF 2F 00").bytes();
    assertThat(
            SmfTestFiles.refusal(file, new SmfLimits(FREE, FREE, FREE, FREE, FREE, 9))
                .offsetBytes())
        .isEqualTo(25);
    assertThat(SmfTestFiles.read(file, new SmfLimits(FREE, FREE, FREE, FREE, FREE, 10)).tracks())
        .hasSize(1);
  }

  @Test
  void a_sum_of_longest_deltas_is_refused() {
    byte[] file = SmfBuilder.file(0, 1, 96).track("FF FF FF 7F C0 01 ".repeat(100_000)).bytes();
    assertThat(SmfTestFiles.refusal(file).offsetBytes()).isEqualTo(28);
  }

  @Test
  void an_endless_running_status_is_refused() {
    SmfBuilder track = SmfBuilder.empty().hex("00 C0 00").repeat(2 * STANDARD.messages(), 0);
    byte[] file = SmfBuilder.file(0, 1, 96).chunk("MTrk", track).bytes();
    assertThat(SmfTestFiles.refusal(file).reason()).contains("limit of 4000000 messages");
  }

  @Test
  void a_million_tracks_are_refused() {
    byte[] track = SmfBuilder.empty().track("").bytes();
    SmfBuilder file = SmfBuilder.file(1, 0xFFFF, 96);
    for (int i = 0; i < 1_000_000; i++) {
      file.add(track);
    }
    assertThat(SmfTestFiles.refusal(file.bytes()).reason())
        .contains("one more track than the 65535");
  }

  @Test
  void announced_tracks_allocate_nothing() {
    assertThat(SmfTestFiles.refusal(SmfBuilder.file(1, 0xFFFF, 96).bytes()).offsetBytes())
        .isEqualTo(14);
  }

  @Test
  void a_hundred_megabytes_of_system_exclusive_are_refused() {
    byte[] head = SmfBuilder.file(0, 1, 96).ascii("MTrk").int32(100_000_009).bytes();
    byte[] file = new byte[100_000_031];
    System.arraycopy(head, 0, file, 0, head.length);
    assertThat(SmfTestFiles.refusal(file).reason()).contains("more than the limit of 67108864");
  }

  @Test
  void a_long_system_exclusive_is_refused() {
    int length = 20_000_000;
    SmfBuilder sysex = SmfBuilder.empty().hex("00 F0 89 C4 DA 00").repeat(length, 0);
    byte[] file = SmfBuilder.file(0, 1, 96).chunk("MTrk", sysex.hex("00 FF 2F 00")).bytes();
    assertThat(SmfTestFiles.refusal(file).reason()).contains("more than the limit of 16777216");
  }

  @Test
  void a_wrong_length_is_refused_before_anything_is_allocated() {
    byte[] file = SmfBuilder.file(0, 1, 96).track("00 F0 FF FF FF 7F ").bytes();
    SmfLimits lavish = new SmfLimits(FREE, FREE, FREE, FREE, Integer.MAX_VALUE, FREE);
    assertThat(SmfTestFiles.refusal(file, lavish).reason())
        .contains("268435455 bytes where 4 are left");
  }

  @Test
  void a_limit_is_at_least_one() {
    assertThatIllegalArgumentException().isThrownBy(() -> new SmfLimits(1, 1, 1, 1, 0, 1));
  }
}
