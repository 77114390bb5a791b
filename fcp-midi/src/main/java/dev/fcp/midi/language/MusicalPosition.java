package dev.fcp.midi.language;

import dev.fcp.verbs.form.ParsedArgument;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A position in a song in musical notation.
 *
 * <pre>
 * 3          the start of bar 3
 * 3.2        its second beat
 * 3.2.120    120 ticks later
 * t:960      960 ticks from the start of the song
 * </pre>
 */
sealed interface MusicalPosition {

  /** The precision with which a position is written. */
  enum Precision {
    BAR,
    BEAT,
    TICK
  }

  /**
   * A position in bars and beats.
   *
   * @param bar the bar, from 1
   * @param beat the beat in the bar, from 1
   * @param tick the tick in the beat, from 0
   */
  record BarBeatTick(long bar, long beat, long tick, Precision precision)
      implements MusicalPosition {}

  /** A position in ticks from the start of the song. */
  record AbsoluteTick(long tick) implements MusicalPosition {}

  /** The placeholder for positions in forms. */
  String HINT = "POS";

  /** Parses a position, independently of a song. */
  static ParsedArgument<MusicalPosition> parse(String text) {
    Matcher absoluteTick = PositionPatterns.TICKS.matcher(text);
    if (absoluteTick.matches()) {
      return ParsedArgument.valid(new AbsoluteTick(Long.parseLong(absoluteTick.group(1))));
    }
    Matcher barBeatTick = PositionPatterns.COUNTED.matcher(text);
    if (!barBeatTick.matches()) {
      return ParsedArgument.invalid(
          "is not a position; positions are 3 (bar), 3.2 (beat), 3.2.120, t:960", "1");
    }
    long bar = Long.parseLong(barBeatTick.group(1));
    long beat = barBeatTick.group(2) == null ? 1 : Long.parseLong(barBeatTick.group(2));
    String afterBar = text.substring(barBeatTick.end(1));
    if (bar == 0) {
      return ParsedArgument.invalid("is before the song; bars are counted from 1", "1" + afterBar);
    }
    if (beat == 0) {
      return ParsedArgument.invalid("is before the bar; beats are counted from 1", bar + ".1");
    }
    if (barBeatTick.group(3) != null) {
      long tick = Long.parseLong(barBeatTick.group(3));
      return ParsedArgument.valid(new BarBeatTick(bar, beat, tick, Precision.TICK));
    }
    Precision precision = barBeatTick.group(2) == null ? Precision.BAR : Precision.BEAT;
    return ParsedArgument.valid(new BarBeatTick(bar, beat, 0, precision));
  }

  /** The patterns of positions. */
  final class PositionPatterns {
    private static final Pattern TICKS = Pattern.compile("[tT]:([0-9]{1,18})");
    private static final Pattern COUNTED =
        Pattern.compile("([0-9]{1,9})(?:\\.([0-9]{1,9})(?:\\.([0-9]{1,9}))?)?");

    private PositionPatterns() {}
  }
}
