package dev.fcp.midi.song;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.math.BigDecimal;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class MessageTest {

  @ParameterizedTest
  @CsvSource({
    "b00740,CONTROL_CHANGE",
    "ef7f7f,PITCH_BEND",
    "ff5107a120,TEMPO",
    "ff510007a120,OPAQUE",
    "ff5804021808,TIME_SIGNATURE",
    "ff58041f1808,OPAQUE",
    "ff59f901,KEY_SIGNATURE",
    "ff59f801,OPAQUE",
    "ff590002,OPAQUE",
    "ff03,TRACK_NAME",
    "ff0641,MARKER",
    "c005,OPAQUE",
    "903c40,OPAQUE",
    "f07e,OPAQUE",
    "f7,OPAQUE"
  })
  void the_kind_follows_from_the_bytes(String hex, MessageKind kind) {
    assertThat(new Message(Bytes.ofHex(hex)).kind()).isEqualTo(kind);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "40",
        "9040",
        "90407f00",
        "908040",
        "904080",
        "c080",
        "f1",
        "f4",
        "f9",
        "fe",
        "ff",
        "ff2f",
        "ff80"
      })
  void invalid_messages_are_refused(String hex) {
    assertThatIllegalArgumentException().isThrownBy(() -> new Message(Bytes.ofHex(hex)));
  }

  @Test
  void text_is_utf_8_or_else_latin_1() {
    assertThat(Message.marker("\u00e4").bytes().hex()).isEqualTo("ff06c3a4");
    assertThat(Message.marker("\u00e4").text()).isEqualTo("\u00e4");
    assertThat(Message.meta(6, Bytes.of(0xE4)).text()).isEqualTo("\u00e4");
  }

  @ParameterizedTest
  @CsvSource({"500000,120", "444444,135.000135", "16777215,3.576279", "0,infinite"})
  void a_tempo_is_formatted_in_quarters_per_minute(int microseconds, String bpm) {
    assertThat(new Tempo(microseconds).bpm()).isEqualTo(bpm);
    assertThat(Tempo.of(new Tempo(microseconds).message())).isEqualTo(new Tempo(microseconds));
  }

  @Test
  void a_tempo_in_quarters_per_minute_is_rounded_to_the_nearest() {
    assertThat(Tempo.ofBpm(new BigDecimal("135"))).isEqualTo(new Tempo(444_444));
    assertThatIllegalArgumentException().isThrownBy(() -> Tempo.ofBpm(new BigDecimal("3")));
    assertThatIllegalArgumentException().isThrownBy(() -> Tempo.ofBpm(BigDecimal.ZERO));
  }

  @ParameterizedTest
  @CsvSource({"0,MAJOR,C", "-1,MAJOR,F", "3,MINOR,F#", "-7,MINOR,Ab", "7,MINOR,A#", "-7,MAJOR,Cb"})
  void a_key_has_the_tonic_of_its_sharps(int sharps, KeySignature.KeyMode mode, String key) {
    KeySignature signature = new KeySignature(sharps, mode);
    assertThat(signature.key()).isEqualTo(key);
    assertThat(KeySignature.of(key, mode)).isEqualTo(signature);
    assertThat(KeySignature.of(signature.message())).isEqualTo(signature);
  }

  @Test
  void a_time_signature_survives_a_round_trip_through_its_message() {
    TimeSignature signature = TimeSignature.of(6, 8);
    assertThat(signature.message().bytes().hex()).isEqualTo("ff5806030c08");
    assertThat(TimeSignature.of(signature.message())).isEqualTo(signature);
    assertThat(signature.denominator()).isEqualTo(8);
    assertThatIllegalArgumentException().isThrownBy(() -> TimeSignature.of(3, 5));
  }

  @ParameterizedTest
  @CsvSource({"480,480 ticks per quarter", "59176,'25 frames per second, 40 ticks per frame'"})
  void a_division_is_of_quarters_or_of_frames(int word, String shown) {
    assertThat(new Division(word)).hasToString(shown);
    assertThat(Division.smpte(25, 40)).isEqualTo(new Division(59176));
  }
}
