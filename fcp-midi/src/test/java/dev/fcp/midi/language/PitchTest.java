package dev.fcp.midi.language;

import static org.assertj.core.api.Assertions.assertThat;

import dev.fcp.verbs.form.Reading;
import org.junit.jupiter.api.Test;

class PitchTest {

  @Test
  void every_pitch_is_read_from_its_name_and_its_number() {
    for (int pitch = 0; pitch <= Pitch.LAST; pitch++) {
      assertThat(Pitch.read(Pitch.name(pitch))).isEqualTo(Reading.fit(pitch));
      assertThat(Pitch.read("" + pitch)).isEqualTo(Reading.fit(pitch));
      assertThat(Pitch.read(Pitch.name(Percussion.CHANNEL, pitch))).isEqualTo(Reading.fit(pitch));
    }
  }

  @Test
  void middle_c_is_c4_and_flats_and_sharps_may_be_double() {
    assertThat(Pitch.name(60)).isEqualTo("C4");
    assertThat(Pitch.name(0)).isEqualTo("C-1");
    assertThat(Pitch.name(127)).isEqualTo("G9");
    assertThat(Pitch.read("c#4")).isEqualTo(Pitch.read("Db4")).isEqualTo(Reading.fit(61));
    assertThat(Pitch.read("Cb4")).isEqualTo(Pitch.read("B3")).isEqualTo(Reading.fit(59));
    assertThat(Pitch.read("F##2")).isEqualTo(Pitch.read("Abb2")).isEqualTo(Reading.fit(43));
    assertThat(Pitch.read("B\u266d3")).isEqualTo(Reading.fit(58));
  }

  @Test
  void drums_have_names() {
    assertThat(Pitch.read("kick")).isEqualTo(Reading.fit(36));
    assertThat(Pitch.read("Closed Hi-Hat")).isEqualTo(Reading.fit(42));
    assertThat(Pitch.name(Percussion.CHANNEL, 38)).isEqualTo("snare");
    assertThat(Pitch.name(0, 38)).isEqualTo("D2");
  }

  @Test
  void what_is_no_pitch_is_told_apart_from_what_is_out_of_range() {
    assertThat(Pitch.read("C10")).isEqualTo(Reading.unfit("is above G9, the highest pitch", "G9"));
    assertThat(Pitch.read("-1")).isEqualTo(Reading.unfit("is below C-1, the lowest pitch", "C-1"));
    assertThat(Pitch.read("Cb-1")).isInstanceOf(Reading.Unfit.class);
    String wrong = "is no pitch; pitches are C4, F#3, Bb5, 60 or kick";
    assertThat(Pitch.read("F#")).isEqualTo(Reading.unfit(wrong, "F#4"));
    assertThat(Pitch.read("snaer")).isEqualTo(Reading.unfit(wrong, "snare"));
    assertThat(Pitch.read("H4")).isEqualTo(Reading.unfit(wrong, "C4"));
    assertThat(Pitch.read("")).isInstanceOf(Reading.Unfit.class);
  }
}
