package dev.fcp.midi.language;

import static org.assertj.core.api.Assertions.assertThat;

import dev.fcp.midi.song.Division;
import dev.fcp.midi.song.MessagePosition;
import dev.fcp.midi.song.TimeSignature;
import dev.fcp.spec.generator.Choices;
import dev.fcp.spec.generator.Generator;
import dev.fcp.spec.generator.Trials;
import dev.fcp.verbs.form.ParsedArgument;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Provide;
import org.junit.jupiter.api.Test;

class TimeMapTest {

  /** A time map and a tick. */
  private record TimeMapCase(TimeMap time, String description, int tick) {
    @Override
    public String toString() {
      return description + " tick " + tick;
    }
  }

  private static TimeMapCase generateCase(Choices choices) {
    int quarter = choices.pick(List.of(480, 1, 96, 24, 7, 32767));
    TreeMap<Integer, TimeSignature> signatures = new TreeMap<>();
    for (int i = choices.upTo(4); i > 0; i--) {
      TimeSignature signature =
          new TimeSignature(choices.upTo(12), choices.pick(List.of(2, 3, 0, 5, 10, 30)), 24, 8);
      signatures.put(choices.upTo(20_000), signature);
    }
    TimeMap time = TimeMap.of(Division.metrical(quarter), signatures);
    boolean isFar = choices.percent(5);
    int tick = choices.upTo(isFar ? MessagePosition.MAX_TICK : 30_000);
    return new TimeMapCase(time, quarter + " " + signatures, tick);
  }

  @Provide
  Arbitrary<TimeMapCase> cases() {
    Generator<TimeMapCase> generator = TimeMapTest::generateCase;
    return generator.arbitrary(16);
  }

  @Trials(5000)
  void every_tick_survives_a_round_trip_through_its_position(
      @ForAll("cases") TimeMapCase timeMapCase) {
    assertThat(resolve(timeMapCase.time(), timeMapCase.time().format(timeMapCase.tick())))
        .isEqualTo(timeMapCase.tick());
  }

  @Trials(2000)
  void bars_and_beats_follow_each_other_without_a_gap(@ForAll("cases") TimeMapCase timeMapCase) {
    TimeMap time = timeMapCase.time();
    long bar = time.barAt(timeMapCase.tick());
    assertThat(time.barStart(bar)).isLessThanOrEqualTo(timeMapCase.tick());
    assertThat(time.barStart(bar + 1)).isGreaterThan(timeMapCase.tick());
    assertThat(time.nextBeatStart(timeMapCase.tick()))
        .isGreaterThan(timeMapCase.tick())
        .isLessThanOrEqualTo(time.barStart(bar + 1));
  }

  private static int resolve(TimeMap time, String text) {
    return switch (MusicalPosition.parse(text)) {
      case ParsedArgument.Valid<MusicalPosition>(MusicalPosition position) ->
          requireValid(time.resolve(position));
      case ParsedArgument.Invalid<MusicalPosition> invalid ->
          throw new AssertionError(text + " " + invalid);
    };
  }

  private static <T> T requireValid(ParsedArgument<T> reading) {
    return switch (reading) {
      case ParsedArgument.Valid<T>(T value) -> value;
      case ParsedArgument.Invalid<T> invalid -> throw new AssertionError(invalid.toString());
    };
  }

  /** Two bars of 4/4, one and a half of 3/4, then 6/8; 480 ticks per quarter. */
  private static final TimeMap MIXED =
      TimeMap.of(
          Division.metrical(480),
          new TreeMap<>(
              Map.of(2 * 1920, TimeSignature.of(3, 4), 2 * 1920 + 2160, TimeSignature.of(6, 8))));

  @Test
  void a_position_counts_bars_beats_and_ticks() {
    assertThat(resolve(MIXED, "1")).isZero();
    assertThat(resolve(MIXED, "2.3")).isEqualTo(1920 + 960);
    assertThat(resolve(MIXED, "2.3.120")).isEqualTo(1920 + 1080);
    assertThat(resolve(MIXED, "3.3")).isEqualTo(3840 + 960);
    assertThat(resolve(MIXED, "5.2")).isEqualTo(6000 + 240);
    assertThat(resolve(MIXED, "T:17")).isEqualTo(17);
    assertThat(MIXED.format(6000)).isEqualTo("5.1");
    assertThat(MIXED.format(5999)).isEqualTo("4.2.239");
  }

  @Test
  void a_position_outside_its_bar_is_refused_with_the_nearest_one() {
    assertThat(refusal("1.5")).isEqualTo("is not in its bar: bar 1 has 4 beats; 2.1");
    assertThat(refusal("3.4")).isEqualTo("is not in its bar: bar 3 has 3 beats; 4.1");
    assertThat(refusal("4.3"))
        .isEqualTo("is not in its bar, which a time signature makes short; 5.2");
    assertThat(refusal("1.1.480")).isEqualTo("is not in its beat, which ends before; 1.2");
    assertThat(refusal("0.1")).isEqualTo("is before the song; bars are counted from 1; 1.1");
    assertThat(refusal("2.0")).isEqualTo("is before the bar; beats are counted from 1; 2.1");
    assertThat(refusal("999999999")).startsWith("is after the last tick of a song, t:268435455; ");
    assertThat(refusal("t:268435456")).startsWith("is after the last tick of a song");
    assertThat(refusal("-1")).startsWith("is not a position");
    assertThat(refusal("3.2.1.1")).startsWith("is not a position");
    assertThat(refusal("")).startsWith("is not a position");
  }

  private static String refusal(String text) {
    ParsedArgument<?> reading =
        switch (MusicalPosition.parse(text)) {
          case ParsedArgument.Valid<MusicalPosition>(MusicalPosition position) ->
              MIXED.resolve(position);
          case ParsedArgument.Invalid<MusicalPosition> invalid -> invalid;
        };
    assertThat(reading).isInstanceOf(ParsedArgument.Invalid.class);
    ParsedArgument.Invalid<?> invalid = (ParsedArgument.Invalid<?>) reading;
    return invalid.reason() + "; " + invalid.suggestion().orElseThrow();
  }

  @Test
  void a_smpte_song_has_ticks_only() {
    TimeMap time = TimeMap.of(Division.smpte(25, 40), new TreeMap<>());
    assertThat(time.format(960)).isEqualTo("t:960");
    assertThat(resolve(time, "t:960")).isEqualTo(960);
    assertThat(time.resolve(requireValid(MusicalPosition.parse("3.2"))))
        .isEqualTo(
            ParsedArgument.invalid("has no meaning: this song has no bars, only ticks", "t:0"));
    assertThat(TimeMap.of(Division.metrical(0), new TreeMap<>()).hasBars()).isFalse();
  }

  @Test
  void a_position_spans_what_it_names() {
    assertThat(span("2")).isEqualTo(new TimeMap.TickRange(1920, 3840));
    assertThat(span("2.4")).isEqualTo(new TimeMap.TickRange(3360, 3840));
    assertThat(span("4.2")).isEqualTo(new TimeMap.TickRange(5760, 6000));
    assertThat(span("2.4.1")).isEqualTo(new TimeMap.TickRange(3361, 3362));
    assertThat(span("t:5")).isEqualTo(new TimeMap.TickRange(5, 6));
  }

  private static TimeMap.TickRange span(String text) {
    return requireValid(MIXED.rangeOf(requireValid(MusicalPosition.parse(text))));
  }

  @Test
  void a_length_is_a_note_value_or_a_count() {
    assertThat(length("quarter", 0)).isEqualTo(480);
    assertThat(length("Q", 0)).isEqualTo(length("1/4", 0)).isEqualTo(480);
    assertThat(length("dotted-quarter", 0)).isEqualTo(length("q.", 0)).isEqualTo(720);
    assertThat(length("dotted quarter", 0)).isEqualTo(720);
    assertThat(length("double-dotted-half", 0)).isEqualTo(length("h..", 0)).isEqualTo(1680);
    assertThat(length("triplet-eighth", 0)).isEqualTo(160);
    assertThat(length("16th", 0)).isEqualTo(120);
    assertThat(length("32nd+64th", 0)).isEqualTo(90);
    assertThat(length("half+t:7", 0)).isEqualTo(967);
    assertThat(length("3beats", 0)).isEqualTo(1440);
    assertThat(length("3beats", 6000)).isEqualTo(720);
    assertThat(length("2bars", 1920)).isEqualTo(1920 + 1440);
    assertThat(length("1bar", 1920 + 1800)).isEqualTo(1560);
    assertThat(length("77ticks", 0)).isEqualTo(length("t:77", 0)).isEqualTo(77);
  }

  private static int length(String text, int start) {
    return requireValid(requireValid(MusicalLength.parse(text)).ticks(MIXED, start));
  }

  @Test
  void an_invalid_length_is_refused_with_a_suggestion() {
    assertThat(MusicalLength.parse("quater")).isEqualTo(invalidLength("quarter"));
    assertThat(MusicalLength.parse("dotted-eigth")).isEqualTo(invalidLength("dotted-eighth"));
    assertThat(MusicalLength.parse("half+quater")).isEqualTo(invalidLength("half+quarter"));
    assertThat(MusicalLength.parse("480")).isEqualTo(invalidLength("t:480"));
    assertThat(MusicalLength.parse("dotted-quarter.")).isEqualTo(invalidLength("dotted-quarter"));
    assertThat(MusicalLength.parse("0beats"))
        .isEqualTo(ParsedArgument.invalid("lasts no time", "1beats"));
    assertThat(MusicalLength.parse("1/0"))
        .isEqualTo(ParsedArgument.invalid("is not a part of a whole note", "1/4"));
    assertThat(MusicalLength.parse("")).isInstanceOf(ParsedArgument.Invalid.class);
    assertThat(requireValid(MusicalLength.parse("999999999bars")).ticks(MIXED, 0))
        .isInstanceOf(ParsedArgument.Invalid.class);
  }

  private static ParsedArgument<MusicalLength> invalidLength(String suggestion) {
    return ParsedArgument.invalid(
        "is not a length; lengths are quarter, dotted-eighth, triplet-eighth, 3/8, 2beats, 1bar,"
            + " t:480",
        suggestion);
  }

  @Test
  void a_length_that_is_no_whole_number_of_ticks_is_refused() {
    TimeMap lowResolution = TimeMap.of(Division.metrical(24), new TreeMap<>());
    assertThat(requireValid(MusicalLength.parse("64th")).ticks(lowResolution, 0))
        .isEqualTo(
            ParsedArgument.invalid(
                "is not a whole number of ticks at 24 ticks per quarter", "t:2"));
    TimeMap frames = TimeMap.of(Division.smpte(25, 40), new TreeMap<>());
    assertThat(requireValid(MusicalLength.parse("quarter")).ticks(frames, 0))
        .isInstanceOf(ParsedArgument.Invalid.class);
    assertThat(requireValid(MusicalLength.parse("t:5")).ticks(frames, 0))
        .isEqualTo(ParsedArgument.valid(5));
  }
}
