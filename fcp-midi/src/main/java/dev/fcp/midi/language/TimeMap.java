package dev.fcp.midi.language;

import dev.fcp.midi.song.Division;
import dev.fcp.midi.song.MessagePosition;
import dev.fcp.midi.song.TimeSignature;
import dev.fcp.verbs.form.ParsedArgument;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;

/**
 * Converts between ticks and bars and beats. A time signature always starts a bar, so the bar
 * before it may be incomplete. Bars before the first signature have four quarters. Immutable.
 *
 * <p>A beat need not be a whole number of ticks: beat n of a signature begins at the first tick not
 * before its exact time.
 */
final class TimeMap {

  private static final TimeSignature DEFAULT_SIGNATURE = TimeSignature.of(4, 4);

  /**
   * A time signature and the tick from which it applies.
   *
   * @param firstBar the number of bars before it
   */
  private record Meter(int tick, long firstBar, TimeSignature signature, int ticksPerQuarter) {

    long beats() {
      return Math.max(signature.numerator(), 1);
    }

    /** The number of beats per whole note, limited so that a beat is at least one tick long. */
    long denominator() {
      return Math.min(signature.denominator(), 4L * ticksPerQuarter);
    }

    /** The tick at which a beat begins; beats are counted from 0, starting at the signature. */
    long beatStart(long beat) {
      return tick + Math.ceilDiv(beat * 4 * ticksPerQuarter, denominator());
    }

    /** The beat that contains a tick; beats are counted from 0, starting at the signature. */
    long beatAt(long otherTick) {
      return (otherTick - tick) * denominator() / (4L * ticksPerQuarter);
    }

    /** The number of bars up to a later tick, including an incomplete last one. */
    long barsUntil(int end) {
      return beatAt(end - 1L) / beats() + 1;
    }
  }

  /** A range of ticks; the end is exclusive. */
  record TickRange(long start, long end) {
    boolean contains(int tick) {
      return tick >= start && tick < end;
    }

    /** The smallest range that contains both. */
    TickRange union(TickRange other) {
      return new TickRange(Math.min(start, other.start), Math.max(end, other.end));
    }
  }

  private final Division division;
  private final List<Meter> meters;

  private TimeMap(Division division, List<Meter> meters) {
    this.division = division;
    this.meters = List.copyOf(meters);
  }

  /** Creates the time map of a song with these signatures. */
  static TimeMap of(Division division, SortedMap<Integer, TimeSignature> signatures) {
    if (!division.isMetrical() || division.ticksPerQuarter() == 0) {
      return new TimeMap(division, List.of());
    }
    List<Meter> meters = new ArrayList<>();
    int ticksPerQuarter = division.ticksPerQuarter();
    Meter lastMeter = new Meter(0, 0, DEFAULT_SIGNATURE, ticksPerQuarter);
    for (Map.Entry<Integer, TimeSignature> entry : signatures.entrySet()) {
      int tick = entry.getKey();
      if (tick > lastMeter.tick()) {
        meters.add(lastMeter);
      }
      long bar =
          tick > lastMeter.tick()
              ? lastMeter.firstBar() + lastMeter.barsUntil(tick)
              : lastMeter.firstBar();
      lastMeter = new Meter(tick, bar, entry.getValue(), ticksPerQuarter);
    }
    meters.add(lastMeter);
    return new TimeMap(division, meters);
  }

  /**
   * Whether there are bars and beats. There are none with an SMPTE division, or with 0 ticks per
   * quarter note.
   */
  boolean hasBars() {
    return !meters.isEmpty();
  }

  Division division() {
    return division;
  }

  /**
   * The number of ticks per quarter note.
   *
   * @throws IllegalStateException if there are no bars
   */
  int ticksPerQuarter() {
    return meters.get(0).ticksPerQuarter();
  }

  /** The time signature in effect at a tick. */
  TimeSignature signatureAt(long tick) {
    return meterAt(tick).signature();
  }

  private Meter meterAt(long tick) {
    int index = 0;
    while (index + 1 < meters.size() && meters.get(index + 1).tick() <= tick) {
      index++;
    }
    return meters.get(index);
  }

  private int indexOfBar(long bar) {
    int index = 0;
    while (index + 1 < meters.size() && meters.get(index + 1).firstBar() <= bar) {
      index++;
    }
    return index;
  }

  /** The bar that contains a tick, counted from 0. */
  long barAt(long tick) {
    Meter meter = meterAt(tick);
    return meter.firstBar() + meter.beatAt(tick) / meter.beats();
  }

  /**
   * The tick at which a bar begins; bars are counted from 0. May be larger than the maximum tick.
   */
  long barStart(long bar) {
    Meter meter = meters.get(indexOfBar(bar));
    return meter.beatStart((bar - meter.firstBar()) * meter.beats());
  }

  /** The tick at which the next beat or the next bar begins, whichever is earlier. */
  long nextBeatStart(long tick) {
    Meter meter = meterAt(tick);
    return Math.min(meter.beatStart(meter.beatAt(tick) + 1), barStart(barAt(tick) + 1));
  }

  /** Formats a tick as a position: {@code 3.2}, {@code 3.2.120} or {@code t:960}. */
  String format(long tick) {
    if (!hasBars()) {
      return "t:" + tick;
    }
    Meter meter = meterAt(tick);
    long beat = meter.beatAt(tick);
    long ticksIntoBeat = tick - meter.beatStart(beat);
    String barBeatTick =
        (meter.firstBar() + beat / meter.beats() + 1) + "." + (beat % meter.beats() + 1);
    return ticksIntoBeat == 0 ? barBeatTick : barBeatTick + "." + ticksIntoBeat;
  }

  /** Converts a position to a tick. */
  ParsedArgument<Integer> resolve(MusicalPosition position) {
    return switch (position) {
      case MusicalPosition.AbsoluteTick(long tick) -> inRange(tick);
      case MusicalPosition.BarBeatTick barBeatTick when !hasBars() ->
          ParsedArgument.invalid("has no meaning: this song has no bars, only ticks", "t:0");
      case MusicalPosition.BarBeatTick barBeatTick -> resolve(barBeatTick);
    };
  }

  private ParsedArgument<Integer> resolve(MusicalPosition.BarBeatTick position) {
    int index = indexOfBar(position.bar() - 1);
    Meter meter = meters.get(index);
    long firstBeat = (position.bar() - 1 - meter.firstBar()) * meter.beats();
    long tick = meter.beatStart(firstBeat + position.beat() - 1) + position.tick();
    if (position.beat() > meter.beats()) {
      String beatCount = meter.beats() == 1 ? "1 beat" : meter.beats() + " beats";
      return outsideBar("is not in its bar: bar " + position.bar() + " has " + beatCount, tick);
    }
    if (position.tick() > 0 && tick >= meter.beatStart(firstBeat + position.beat())) {
      return outsideBar("is not in its beat, which ends before", tick);
    }
    if (index + 1 < meters.size() && tick >= meters.get(index + 1).tick()) {
      return outsideBar("is not in its bar, which a time signature makes short", tick);
    }
    return inRange(tick);
  }

  private ParsedArgument<Integer> outsideBar(String reason, long tick) {
    return ParsedArgument.invalid(reason, format(Math.min(tick, MessagePosition.MAX_TICK)));
  }

  private ParsedArgument<Integer> inRange(long tick) {
    if (tick > MessagePosition.MAX_TICK) {
      String lastWholeBar = hasBars() ? "" + barAt(MessagePosition.MAX_TICK) : "t:0";
      return ParsedArgument.invalid(
          "is after the last tick of a song, t:" + MessagePosition.MAX_TICK, lastWholeBar);
    }
    return ParsedArgument.valid((int) tick);
  }

  /** The ticks of the bar, beat or tick that a position denotes. */
  ParsedArgument<TickRange> rangeOf(MusicalPosition position) {
    return switch (resolve(position)) {
      case ParsedArgument.Invalid<Integer>(var reason, var suggestion) ->
          new ParsedArgument.Invalid<>(reason, suggestion);
      case ParsedArgument.Valid<Integer>(Integer tick) ->
          ParsedArgument.valid(new TickRange(tick, rangeEnd(position, tick)));
    };
  }

  private long rangeEnd(MusicalPosition position, int tick) {
    return switch (position) {
      case MusicalPosition.AbsoluteTick absoluteTick -> tick + 1L;
      case MusicalPosition.BarBeatTick barBeatTick ->
          switch (barBeatTick.precision()) {
            case BAR -> barStart(barAt(tick) + 1);
            case BEAT -> nextBeatStart(tick);
            case TICK -> tick + 1L;
          };
    };
  }
}
