package dev.fcp.midi.language;

import static org.assertj.core.api.Assertions.assertThat;

import dev.fcp.midi.song.Division;
import dev.fcp.midi.song.Moment;
import dev.fcp.midi.song.TimeSignature;
import dev.fcp.spec.generator.Choices;
import dev.fcp.spec.generator.Generator;
import dev.fcp.spec.generator.Trials;
import dev.fcp.verbs.form.Reading;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Provide;
import org.junit.jupiter.api.Test;

class TimeMapTest {

  /** Some song's bars, and a tick in it. */
  private record Case(TimeMap time, String told, int tick) {
    @Override
    public String toString() {
      return told + " tick " + tick;
    }
  }

  private static Case anyCase(Choices choices) {
    int quarter = choices.among(List.of(480, 1, 96, 24, 7, 32767));
    TreeMap<Integer, TimeSignature> signatures = new TreeMap<>();
    for (int i = choices.upTo(4); i > 0; i--) {
      TimeSignature signature =
          new TimeSignature(choices.upTo(12), choices.among(List.of(2, 3, 0, 5, 10, 30)), 24, 8);
      signatures.put(choices.upTo(20_000), signature);
    }
    TimeMap time = TimeMap.of(Division.metrical(quarter), signatures);
    boolean far = choices.percent(5);
    int tick = choices.upTo(far ? Moment.LAST_TICK : 30_000);
    return new Case(time, quarter + " " + signatures, tick);
  }

  @Provide
  Arbitrary<Case> cases() {
    Generator<Case> generator = TimeMapTest::anyCase;
    return generator.arbitrary(16);
  }

  @Trials(5000)
  void every_tick_is_read_from_the_position_that_shows_it(@ForAll("cases") Case it) {
    assertThat(tick(it.time(), it.time().shown(it.tick()))).isEqualTo(it.tick());
  }

  @Trials(2000)
  void bars_and_beats_follow_each_other_without_a_gap(@ForAll("cases") Case it) {
    TimeMap time = it.time();
    long bar = time.barAt(it.tick());
    assertThat(time.barStart(bar)).isLessThanOrEqualTo(it.tick());
    assertThat(time.barStart(bar + 1)).isGreaterThan(it.tick());
    assertThat(time.nextBeat(it.tick()))
        .isGreaterThan(it.tick())
        .isLessThanOrEqualTo(time.barStart(bar + 1));
  }

  private static int tick(TimeMap time, String text) {
    return switch (Position.read(text)) {
      case Reading.Fit<Position>(Position position) -> value(time.tick(position));
      case Reading.Unfit<Position> unfit -> throw new AssertionError(text + " " + unfit);
    };
  }

  private static <T> T value(Reading<T> reading) {
    return switch (reading) {
      case Reading.Fit<T>(T value) -> value;
      case Reading.Unfit<T> unfit -> throw new AssertionError(unfit.toString());
    };
  }

  /** Two bars of 4/4, one and a half of 3/4, then 6/8; 480 ticks a quarter. */
  private static final TimeMap MIXED =
      TimeMap.of(
          Division.metrical(480),
          new TreeMap<>(
              Map.of(2 * 1920, TimeSignature.of(3, 4), 2 * 1920 + 2160, TimeSignature.of(6, 8))));

  @Test
  void a_position_counts_bars_beats_and_ticks() {
    assertThat(tick(MIXED, "1")).isZero();
    assertThat(tick(MIXED, "2.3")).isEqualTo(1920 + 960);
    assertThat(tick(MIXED, "2.3.120")).isEqualTo(1920 + 1080);
    assertThat(tick(MIXED, "3.3")).isEqualTo(3840 + 960);
    assertThat(tick(MIXED, "5.2")).isEqualTo(6000 + 240);
    assertThat(tick(MIXED, "T:17")).isEqualTo(17);
    assertThat(MIXED.shown(6000)).isEqualTo("5.1");
    assertThat(MIXED.shown(5999)).isEqualTo("4.2.239");
  }

  @Test
  void a_position_outside_its_bar_is_told_where_it_would_be() {
    assertThat(unfit("1.5")).isEqualTo("is not in its bar: bar 1 has 4 beats; 2.1");
    assertThat(unfit("3.4")).isEqualTo("is not in its bar: bar 3 has 3 beats; 4.1");
    assertThat(unfit("4.3"))
        .isEqualTo("is not in its bar, which a time signature makes short; 5.2");
    assertThat(unfit("1.1.480")).isEqualTo("is not in its beat, which ends before; 1.2");
    assertThat(unfit("0.1")).isEqualTo("is before the song; bars are counted from 1; 1.1");
    assertThat(unfit("2.0")).isEqualTo("is before the bar; beats are counted from 1; 2.1");
    assertThat(unfit("999999999")).startsWith("is behind the last tick of a song, t:268435455; ");
    assertThat(unfit("t:268435456")).startsWith("is behind the last tick of a song");
    assertThat(unfit("-1")).startsWith("is no position");
    assertThat(unfit("3.2.1.1")).startsWith("is no position");
    assertThat(unfit("")).startsWith("is no position");
  }

  private static String unfit(String text) {
    Reading<?> reading =
        switch (Position.read(text)) {
          case Reading.Fit<Position>(Position position) -> MIXED.tick(position);
          case Reading.Unfit<Position> unfit -> unfit;
        };
    assertThat(reading).isInstanceOf(Reading.Unfit.class);
    Reading.Unfit<?> unfit = (Reading.Unfit<?>) reading;
    return unfit.reason() + "; " + unfit.instead().orElseThrow();
  }

  @Test
  void a_song_of_film_frames_has_ticks_only() {
    TimeMap time = TimeMap.of(Division.smpte(25, 40), new TreeMap<>());
    assertThat(time.shown(960)).isEqualTo("t:960");
    assertThat(tick(time, "t:960")).isEqualTo(960);
    assertThat(time.tick(value(Position.read("3.2"))))
        .isEqualTo(Reading.unfit("has no meaning: this song has no bars, only ticks", "t:0"));
    assertThat(TimeMap.of(Division.metrical(0), new TreeMap<>()).hasBars()).isFalse();
  }

  @Test
  void a_position_spans_what_it_names() {
    assertThat(span("2")).isEqualTo(new TimeMap.Span(1920, 3840));
    assertThat(span("2.4")).isEqualTo(new TimeMap.Span(3360, 3840));
    assertThat(span("4.2")).isEqualTo(new TimeMap.Span(5760, 6000));
    assertThat(span("2.4.1")).isEqualTo(new TimeMap.Span(3361, 3362));
    assertThat(span("t:5")).isEqualTo(new TimeMap.Span(5, 6));
  }

  private static TimeMap.Span span(String text) {
    return value(MIXED.span(value(Position.read(text))));
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
    return value(value(Length.read(text)).ticks(MIXED, start));
  }

  @Test
  void what_is_no_length_is_told_with_one_that_is() {
    assertThat(Length.read("quater")).isEqualTo(unfitLength("quarter"));
    assertThat(Length.read("dotted-eigth")).isEqualTo(unfitLength("dotted-eighth"));
    assertThat(Length.read("half+quater")).isEqualTo(unfitLength("half+quarter"));
    assertThat(Length.read("480")).isEqualTo(unfitLength("t:480"));
    assertThat(Length.read("dotted-quarter.")).isEqualTo(unfitLength("dotted-quarter"));
    assertThat(Length.read("0beats")).isEqualTo(Reading.unfit("lasts no time", "1beats"));
    assertThat(Length.read("1/0")).isEqualTo(Reading.unfit("is no part of a whole note", "1/4"));
    assertThat(Length.read("")).isInstanceOf(Reading.Unfit.class);
    assertThat(value(Length.read("999999999bars")).ticks(MIXED, 0))
        .isInstanceOf(Reading.Unfit.class);
  }

  private static Reading<Length> unfitLength(String instead) {
    return Reading.unfit(
        "is no length; lengths are quarter, dotted-eighth, triplet-eighth, 3/8, 2beats, 1bar,"
            + " t:480",
        instead);
  }

  @Test
  void a_length_that_is_no_whole_number_of_ticks_is_refused() {
    TimeMap coarse = TimeMap.of(Division.metrical(24), new TreeMap<>());
    assertThat(value(Length.read("64th")).ticks(coarse, 0))
        .isEqualTo(Reading.unfit("is no whole number of ticks at 24 ticks per quarter", "t:2"));
    TimeMap frames = TimeMap.of(Division.smpte(25, 40), new TreeMap<>());
    assertThat(value(Length.read("quarter")).ticks(frames, 0)).isInstanceOf(Reading.Unfit.class);
    assertThat(value(Length.read("t:5")).ticks(frames, 0)).isEqualTo(Reading.fit(5));
  }
}
