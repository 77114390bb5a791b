package dev.fcp.midi.language;

import dev.fcp.verbs.form.Reading;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A time in a song as people write it.
 *
 * <pre>
 * 3          the beginning of bar 3
 * 3.2        its second beat
 * 3.2.120    120 ticks later
 * t:960      960 ticks from the beginning of the song
 * </pre>
 */
sealed interface Position {

  /** How exactly a position is written. */
  enum Precision {
    BAR,
    BEAT,
    TICK
  }

  /**
   * A time by bars and beats.
   *
   * @param bar from 1
   * @param beat in the bar, from 1
   * @param tick in the beat, from 0
   */
  record Counted(long bar, long beat, long tick, Precision precision) implements Position {}

  /** A time by ticks from the beginning. */
  record Ticks(long tick) implements Position {}

  /** What positions look like. */
  String HINT = "POS";

  /** The position of a text, whatever song it is for. */
  static Reading<Position> read(String text) {
    Matcher ticks = Patterns.TICKS.matcher(text);
    if (ticks.matches()) {
      return Reading.fit(new Ticks(Long.parseLong(ticks.group(1))));
    }
    Matcher counted = Patterns.COUNTED.matcher(text);
    if (!counted.matches()) {
      return Reading.unfit(
          "is no position; positions are 3 (bar), 3.2 (beat), 3.2.120, t:960", "1");
    }
    long bar = Long.parseLong(counted.group(1));
    long beat = counted.group(2) == null ? 1 : Long.parseLong(counted.group(2));
    String rest = text.substring(counted.end(1));
    if (bar == 0) {
      return Reading.unfit("is before the song; bars are counted from 1", "1" + rest);
    }
    if (beat == 0) {
      return Reading.unfit("is before the bar; beats are counted from 1", bar + ".1");
    }
    if (counted.group(3) != null) {
      long tick = Long.parseLong(counted.group(3));
      return Reading.fit(new Counted(bar, beat, tick, Precision.TICK));
    }
    Precision precision = counted.group(2) == null ? Precision.BAR : Precision.BEAT;
    return Reading.fit(new Counted(bar, beat, 0, precision));
  }

  /** The forms of a position. */
  final class Patterns {
    private static final Pattern TICKS = Pattern.compile("[tT]:([0-9]{1,18})");
    private static final Pattern COUNTED =
        Pattern.compile("([0-9]{1,9})(?:\\.([0-9]{1,9})(?:\\.([0-9]{1,9}))?)?");

    private Patterns() {}
  }
}
