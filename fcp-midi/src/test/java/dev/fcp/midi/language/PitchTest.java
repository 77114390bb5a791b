package dev.fcp.midi.language;

import static org.assertj.core.api.Assertions.assertThat;

import dev.fcp.verbs.form.ParsedArgument;
import org.junit.jupiter.api.Test;

class PitchTest {

  @Test
  void every_pitch_is_read_from_its_name_and_its_number() {
    for (int pitch = 0; pitch <= Pitch.MAX; pitch++) {
      assertThat(Pitch.parse(Pitch.name(pitch))).isEqualTo(ParsedArgument.valid(pitch));
      assertThat(Pitch.parse("" + pitch)).isEqualTo(ParsedArgument.valid(pitch));
      assertThat(Pitch.parse(Pitch.name(Drum.CHANNEL, pitch)))
          .isEqualTo(ParsedArgument.valid(pitch));
    }
  }

  @Test
  void middle_c_is_c4_and_flats_and_sharps_may_be_double() {
    assertThat(Pitch.name(60)).isEqualTo("C4");
    assertThat(Pitch.name(0)).isEqualTo("C-1");
    assertThat(Pitch.name(127)).isEqualTo("G9");
    assertThat(Pitch.parse("c#4"))
        .isEqualTo(Pitch.parse("Db4"))
        .isEqualTo(ParsedArgument.valid(61));
    assertThat(Pitch.parse("Cb4")).isEqualTo(Pitch.parse("B3")).isEqualTo(ParsedArgument.valid(59));
    assertThat(Pitch.parse("F##2"))
        .isEqualTo(Pitch.parse("Abb2"))
        .isEqualTo(ParsedArgument.valid(43));
    assertThat(Pitch.parse("B\u266d3")).isEqualTo(ParsedArgument.valid(58));
  }

  @Test
  void drums_have_names() {
    assertThat(Pitch.parse("kick")).isEqualTo(ParsedArgument.valid(36));
    assertThat(Pitch.parse("Closed Hi-Hat")).isEqualTo(ParsedArgument.valid(42));
    assertThat(Pitch.name(Drum.CHANNEL, 38)).isEqualTo("snare");
    assertThat(Pitch.name(0, 38)).isEqualTo("D2");
  }

  @Test
  void an_invalid_pitch_is_distinguished_from_one_out_of_range() {
    assertThat(Pitch.parse("C10"))
        .isEqualTo(ParsedArgument.invalid("is above G9, the highest pitch", "G9"));
    assertThat(Pitch.parse("-1"))
        .isEqualTo(ParsedArgument.invalid("is below C-1, the lowest pitch", "C-1"));
    assertThat(Pitch.parse("Cb-1")).isInstanceOf(ParsedArgument.Invalid.class);
    String wrong = "is not a pitch; pitches are C4, F#3, Bb5, 60 or kick";
    assertThat(Pitch.parse("F#")).isEqualTo(ParsedArgument.invalid(wrong, "F#4"));
    assertThat(Pitch.parse("snaer")).isEqualTo(ParsedArgument.invalid(wrong, "snare"));
    assertThat(Pitch.parse("H4")).isEqualTo(ParsedArgument.invalid(wrong, "C4"));
    assertThat(Pitch.parse("")).isInstanceOf(ParsedArgument.Invalid.class);
  }
}
